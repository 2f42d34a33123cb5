import { connect, createServer, type Socket } from 'node:net';
import { once } from 'node:events';
import { pipeline } from 'node:stream';

export interface SwitchedProxy {
  /** The target's URL with the host of the proxy. */
  url: string;
  on(): Promise<void>;
  /** Breaks every connection and refuses new ones. */
  off(): Promise<void>;
}

/** Starts a proxy between the service and a real server, so that a test can disconnect the server and bring it back. */
export const switchedProxy = async (target: string): Promise<SwitchedProxy> => {
  const url = new URL(target);
  const { hostname, port } = url;
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    sockets.add(inside);
    // ends both if one of them ends or fails
    pipeline(inside, connect(Number(port), hostname), inside, () => sockets.delete(inside));
  });
  const listen = async (on: number): Promise<void> => {
    server.listen(on, '127.0.0.1');
    await once(server, 'listening');
  };
  await listen(0);
  const proxyPort = (server.address() as { port: number }).port;
  url.host = `127.0.0.1:${proxyPort}`;
  return {
    url: url.toString(),
    on: async () => {
      if (!server.listening) await listen(proxyPort);
    },
    off: async () => {
      if (!server.listening) return;
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

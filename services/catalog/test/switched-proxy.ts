import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface SwitchedProxy {
  /** The target's URL with the host of the proxy. */
  url: string;
  on(): Promise<void>;
  /** Breaks every connection and refuses new ones. */
  off(): Promise<void>;
}

/** Starts a proxy between the service and a real server, so that a test can disconnect the server and bring it back. */
export const switchedProxy = async (target: string): Promise<SwitchedProxy> => {
  const { hostname, port } = new URL(target);
  const sockets = new Set<Socket>();
  const server = createServer((inside) => {
    const outside = connect(Number(port), hostname);
    for (const [from, to] of [
      [inside, outside],
      [outside, inside],
    ] as const) {
      sockets.add(from);
      from.pipe(to);
      from.on('error', () => to.destroy());
      from.on('close', () => {
        to.destroy();
        sockets.delete(from);
      });
    }
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const proxyPort = (server.address() as { port: number }).port;
  const url = new URL(target);
  url.host = `127.0.0.1:${proxyPort}`;
  return {
    url: url.toString(),
    on: async () => {
      if (server.listening) return;
      server.listen(proxyPort, '127.0.0.1');
      await once(server, 'listening');
    },
    off: async () => {
      const closed = server.listening ? once(server, 'close') : undefined;
      if (server.listening) server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
};

import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';

export interface SwitchedProxy {
  /** The address given, through the proxy. */
  url: string;
  on(): Promise<void>;
  /** Breaks every connection and accepts none. */
  off(): Promise<void>;
}

/** Stands between the service and a real server, so that a test can take the server away and bring it back. */
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
  const own = (server.address() as { port: number }).port;
  const url = new URL(target);
  url.host = `127.0.0.1:${own}`;
  return {
    url: url.toString(),
    on: async () => {
      if (server.listening) return;
      server.listen(own, '127.0.0.1');
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

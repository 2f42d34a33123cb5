import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isHttpReady } from './http-ready.js';

const TIMEOUT_MS = 5_000;

async function asked(listener: RequestListener, limitMs = TIMEOUT_MS): Promise<boolean> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await isHttpReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health`, limitMs);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('whether an address answers', () => {
  it('is so for a status of success alone', async () => {
    expect(await asked((_request, response) => response.writeHead(200).end('fine'))).toBe(true);
    expect(await asked((_request, response) => response.writeHead(503).end())).toBe(false);
    expect(await asked((_request, response) => response.writeHead(301, { location: '/' }).end())).toBe(false);
  });

  it('is not so where nobody listens, says nothing or hangs up', async () => {
    expect(await asked(() => undefined, 50)).toBe(false);
    expect(await asked((request) => request.socket.destroy())).toBe(false);
    expect(await isHttpReady('http://127.0.0.1:1/', TIMEOUT_MS)).toBe(false);
  });
});

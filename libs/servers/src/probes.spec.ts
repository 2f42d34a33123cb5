import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isHttpReady } from './probes.js';

const TIMEOUT_MS = 5_000;

async function probe(listener: RequestListener, timeoutMs = TIMEOUT_MS): Promise<boolean> {
  const server = createServer(listener).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  try {
    return await isHttpReady(`http://127.0.0.1:${(server.address() as AddressInfo).port}/health`, timeoutMs);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

describe('isHttpReady', () => {
  it('returns true only for a 2xx status', async () => {
    expect(await probe((_request, response) => response.writeHead(200).end('fine'))).toBe(true);
    expect(await probe((_request, response) => response.writeHead(503).end())).toBe(false);
    expect(await probe((_request, response) => response.writeHead(301, { location: '/' }).end())).toBe(false);
  });

  it('returns false when nothing listens, the server stays silent or closes the connection', async () => {
    expect(await probe(() => undefined, 50)).toBe(false);
    expect(await probe((request) => request.socket.destroy())).toBe(false);
    expect(await isHttpReady('http://127.0.0.1:1/', TIMEOUT_MS)).toBe(false);
  });
});

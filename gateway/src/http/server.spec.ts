import type { AddressInfo, Socket } from 'node:net';
import type { Logger } from '@geodes/kit';
import { handleClientErrors, normaliseUrl, serveMetrics } from './server.js';

const responseTo = (code: string, writable = true): string => {
  let written = '';
  const socket = {
    writable,
    write: (text: string) => (written += text),
    destroySoon: () => undefined,
    destroy: () => undefined,
  };
  const logger = { info: () => undefined } as unknown as Logger;
  handleClientErrors(logger)(Object.assign(new Error(), { code }), socket as unknown as Socket);
  return written;
};

describe('a request that Node cannot parse', () => {
  it.each([
    ['HPE_HEADER_OVERFLOW', '431 Request Header Fields Too Large', 'TOO_LARGE'],
    ['ERR_HTTP_REQUEST_TIMEOUT', '408 Request Timeout', 'BAD_REQUEST'],
    ['HPE_INVALID_METHOD', '400 Bad Request', 'BAD_REQUEST'],
  ])('gets a whole response with an error body: %s', (reason, status, code) => {
    const [head = '', body = ''] = responseTo(reason).split('\r\n\r\n');
    expect(head.split('\r\n')[0]).toBe(`HTTP/1.1 ${status}`);
    expect(head).toContain(`\r\nContent-Length: ${body.length}\r\n`);
    expect(JSON.parse(body)).toEqual({ statusCode: Number(status.slice(0, 3)), code, message: expect.any(String) });
  });

  it('gets no response if its client is gone', () => {
    expect(responseTo('ECONNRESET')).toBe('');
    expect(responseTo('HPE_INVALID_METHOD', false)).toBe('');
  });
});

describe('the URL for the router', () => {
  it.each(['/', '/gallery?search=50%', '/gallery?a=%zz', '/objects/a%20b', '/caf%C3%A9', '/a#%zz'])(
    'is unchanged if its path can be decoded: %s',
    (url) => expect(normaliseUrl({ url })).toBe(url),
  );

  it.each([
    ['/%zz', '/%25zz'],
    ['/gallery%', '/gallery%25'],
    ['/%C3%28?a=%20', '/%25C3%2528?a=%20'],
    ['/api/geodes/%', '/api/geodes/%25'],
    ['/%2e%2e/%', '/%252e%252e/%25'],
  ])('is escaped if its path cannot be decoded: %s', (url, escaped) => expect(normaliseUrl({ url })).toBe(escaped));
});

describe('the port of the metrics', () => {
  it('serves /metrics and nothing else', async () => {
    const server = await serveMetrics(0, '127.0.0.1');
    try {
      const { port } = server.address() as AddressInfo;
      const get = (path: string, method = 'GET') => fetch(`http://127.0.0.1:${port}${path}`, { method });
      const found = await get('/metrics');
      expect([found.status, await found.text()]).toEqual([200, expect.stringContaining('process_cpu_seconds_total')]);
      const refused = await Promise.all([get('/'), get('/api/geodes'), get('/metrics/'), get('/metrics', 'POST')]);
      expect(refused.map(({ status }) => status)).toEqual([404, 404, 404, 404]);
    } finally {
      server.closeAllConnections();
      server.close();
    }
  });
});

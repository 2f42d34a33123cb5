import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import type { ErrorBody } from '@geodes/contracts';
import { type GatewayUnderTest, rawRequest, startGateway } from './gateway-app.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

/** Returns the response to bytes that Node's HTTP client would not send. */
const responseTo = async (bytes: string): Promise<{ head: string; body: string }> => {
  const { hostname, port } = new URL(gateway.url);
  const socket = connect(Number(port), hostname);
  socket.write(bytes);
  const answer = await text(socket);
  const [head = '', body = ''] = answer.split('\r\n\r\n');
  return { head, body };
};

/** Returns a request count of /metrics. */
const requestCount = async (labels: string): Promise<number> => {
  const { text: metrics } = await gateway.call('/metrics');
  const line = metrics.split('\n').find((each) => each.startsWith(`shop_http_seconds_count{${labels}}`));
  return Number(line?.split(' ').at(-1) ?? 0);
};

describe('a path that cannot be decoded', () => {
  it.each(['/%zz', '/gallery%', '/%C3%28', '/objects/..%2f%zz'])(
    'is 404 with the headers of every page: %s',
    async (path) => {
      const { status, headers } = await rawRequest(gateway.url, { path });
      expect(status).toBe(404);
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
      expect(headers['content-security-policy']).toContain("default-src 'self'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['permissions-policy']).toContain('camera=()');
    },
  );

  it('outside /api gets the not-found page, and is counted like every request', async () => {
    const labels = 'method="GET",route="/*",status="404"';
    const before = await requestCount(labels);
    expect((await rawRequest(gateway.url, { path: '/gallery%' })).text).toContain('<title>Page Not Found');
    expect(await requestCount(labels)).toBe(before + 1);
  });

  it('under /api is 400 in JSON, with the same headers', async () => {
    const { status, headers, text: body } = await rawRequest(gateway.url, { path: '/api/geodes/%zz' });
    expect(status).toBe(400);
    expect(JSON.parse(body)).toMatchObject({ statusCode: 400, code: 'BAD_REQUEST' });
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
    expect(headers['x-content-type-options']).toBe('nosniff');
  });
});

it('an id of a thousand characters is 404', async () => {
  const { status, headers } = await gateway.call(`/api/geodes/${'x'.repeat(1_000)}`);
  expect([status, headers.has('x-request-id')]).toEqual([404, true]);
});

describe('a request that Node would refuse without a body', () => {
  it.each([
    ['without a host', 'GET /api/geodes HTTP/1.1\r\nConnection: close\r\n\r\n', 'Host'],
    [
      'with an expectation that is not supported',
      'GET /api/geodes HTTP/1.1\r\nHost: x\r\nExpect: miracles\r\nConnection: close\r\n\r\n',
      'Expect',
    ],
  ])('is 400 with an error body: %s', async (_, bytes, field) => {
    // the fast path must not skip the check
    await gateway.call('/api/geodes', { headers: { accept: '', 'accept-encoding': '' } });
    const { head, body } = await responseTo(bytes);
    expect(head).toMatch(/^HTTP\/1.1 400 /);
    expect(head).toMatch(/\r\nx-request-id: /i);
    expect(JSON.parse(body)).toMatchObject({ statusCode: 400, code: 'BAD_REQUEST', details: [{ field }] });
  });
});

describe('a request that cannot be parsed', () => {
  it.each([
    [
      'an address of 17,000 characters',
      `GET /api/geodes?search=${'x'.repeat(17_000)} HTTP/1.1\r\nHost: x\r\n\r\n`,
      431,
    ],
    ['a malformed request', 'GET /api/geodes HTTP/1.1\r\nno header\r\n\r\n', 400],
    ['another protocol', '\u0016\u0003\u0001\r\n\r\n', 400],
  ])('gets an error body, and its connection is closed: %s', async (_, bytes, status) => {
    const { head, body } = await responseTo(bytes);
    expect(head).toMatch(new RegExp(`^HTTP/1.1 ${status} `));
    expect(head).toContain('Content-Type: application/json');
    expect(head).toContain(`Content-Length: ${Buffer.byteLength(body)}`);
    const error = JSON.parse(body) as ErrorBody;
    expect(error).toEqual({
      statusCode: status,
      code: status === 431 ? 'TOO_LARGE' : 'BAD_REQUEST',
      message: expect.stringMatching(/^[A-Z].*\.$/) as string,
    });
  });

  it('gets no response if its client is gone', async () => {
    const { hostname, port } = new URL(gateway.url);
    const socket = connect(Number(port), hostname);
    socket.end('GET /api/geodes HTTP/1.1\r\nHost:');
    const answer = text(socket);
    await once(socket, 'close');
    expect(await answer).toBe('');
    expect((await gateway.call('/health/live')).status).toBe(200);
  });
});

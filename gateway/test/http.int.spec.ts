import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Server } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ErrorBody } from '@geodes/contracts';
import type { FakeHandlers } from '@geodes/testing';
import { type LimitedCall, RateLimits } from '../src/http/rate-limits.js';
import { KNOWN, orderBody } from './fake-services.js';
import { type Answer, type GatewayUnderTest, rawRequest, startGateway } from './gateway-app.js';

/** Fake handlers of the limited calls. */
const holds: FakeHandlers = {
  'catalog.take-hold': ({ items }) => ({ holdId: randomUUID(), expiresAt: new Date().toISOString(), items }),
  'catalog.current-hold': () => ({ hold: null }),
  'catalog.end-hold': () => ({}),
};
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({}, holds);
});
afterAll(() => gateway.stop());

describe('headers and health', () => {
  describe('every page', () => {
    it.each(['/', '/nothing', '/api/geodes', '/api/nothing', '/admin/panel'])(
      'has the security headers: %s',
      async (path) => {
        const { headers } = await gateway.call(path);
        const policy = headers.get('content-security-policy') ?? '';
        expect(policy).toContain("script-src 'self' http://localhost:8090;");
        expect(policy).toContain("frame-ancestors 'none'");
        expect(policy).toContain("object-src 'none'");
        expect(policy).toContain("base-uri 'self'");
        expect(policy).not.toContain('upgrade-insecure-requests');
        expect(policy).not.toMatch(/script-src[^;]*unsafe/);
        expect(headers.get('x-content-type-options')).toBe('nosniff');
        expect(headers.get('referrer-policy')).toBe('strict-origin-when-cross-origin');
        expect(headers.get('permissions-policy')).toContain('camera=()');
        expect(headers.get('cross-origin-opener-policy')).toBe('same-origin-allow-popups');
        expect(headers.get('strict-transport-security')).toBeNull();
        expect(headers.get('x-powered-by')).toBeNull();
      },
    );
  });

  describe('health and metrics', () => {
    it('are live and ready', async () => {
      expect((await gateway.call('/health/live')).status).toBe(200);
      const ready = await gateway.call('/health/ready');
      expect([ready.status, ready.json()]).toEqual([200, { status: 'ok' }]);
    });

    it('are served to loopback', async () => {
      const { status, text } = await gateway.call('/metrics');
      expect(status).toBe(200);
      expect(text).toContain('shop_http_seconds');
    });
  });

  describe('metrics on a port of their own', () => {
    it('are 404 on the public port, also for loopback', async () => {
      await using separate = await startGateway({ METRICS_PORT: '9100' });
      expect((await separate.call('/metrics')).status).toBe(404);
    });
  });
});

describe('malformed requests', () => {
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
});

describe('limits', () => {
  const many = <T>(count: number, ask: () => Promise<T>): Promise<T[]> =>
    Promise.all(Array.from({ length: count }, ask));
  const lookUp = (on = gateway, headers = {}) => on.call('/api/orders/lookup?email=sam@example.com', { headers });
  const place = () => gateway.call('/api/orders/square', { method: 'POST', body: orderBody });
  /** Counts further calls of this IP address without making them. */
  const countMore = (calls: number, call: LimitedCall) =>
    many(calls, () =>
      gateway.app
        .get(RateLimits)
        .count(call, '127.0.0.1')
        .catch(() => undefined),
    );
  const expectRefused = ({ status, headers, json }: Answer) => {
    expect([status, Number(headers.get('retry-after')) > 0]).toEqual([429, true]);
    expect(json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
  };
  describe('the rate limits', () => {
    it('let 60 lookups and 20 orders of an IP address a minute pass but not 600, and name the wait', async () => {
      await gateway.redis.flushdb();
      expect((await many(60, () => lookUp())).every(({ status }) => status === 200)).toBe(true);
      await countMore(539, 'lookups');
      expectRefused(await lookUp());
      // the IP address is that of the socket
      expectRefused(await lookUp(gateway, { 'x-forwarded-for': '198.51.100.77' }));

      expect((await many(20, place)).every(({ status }) => status === 201)).toBe(true);
      await countMore(579, 'orders');
      expectRefused(await place());
    });

    it('let 60 holds, 60 reads and 60 ends a minute pass but not 600, and name the wait', async () => {
      const cookie = `geodes_browser=${randomUUID()}`;
      const ask =
        (path: string, method = 'GET', sent = {}) =>
        () =>
          gateway.call(path, { method, headers: { cookie }, ...sent });
      const take = ask('/api/holds', 'POST', { body: { items: [{ geodeId: KNOWN.id, quantity: 1 }] } });
      const refresh = ask('/api/holds/current');
      const end = ask(`/api/holds/${KNOWN.id}`, 'DELETE');
      expect((await many(60, take)).every(({ status }) => status === 201)).toBe(true);
      expect((await many(60, refresh)).every(({ status }) => status === 204)).toBe(true);
      expect((await many(60, end)).every(({ status }) => status === 204)).toBe(true);
      await Promise.all([countMore(539, 'holds'), countMore(539, 'ownHold')]);
      for (const answer of [await take(), await refresh(), await end()]) expectRefused(answer);
    });

    it('are lifted by RATE_LIMIT=off', async () => {
      await using other = await startGateway({ RATE_LIMIT: 'off' });
      const answers = await many(250, () => lookUp(other));
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    });

    it('count in memory while Redis is unreachable', async () => {
      await using other = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
      await sleep(100);
      const answers = await many(250, () => lookUp(other));
      expect(answers.filter(({ status }) => status === 200).length).toBe(240);
    });
  });

  describe('the time to receive a request', () => {
    it('is longer than the 180 s that the panel allows an upload; headers have 15 s', () => {
      const { requestTimeout, headersTimeout } = gateway.app.getHttpServer() as Server;
      expect(requestTimeout).toBeGreaterThan(180_000);
      expect(headersTimeout).toBe(15_000);
    });
  });
});

import { randomUUID } from 'node:crypto';
import type { Server } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';
import type { FakeHandlers } from '@geodes/testing';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { orderBody } from './fake-services.js';
import { KNOWN } from './fake-services.js';

/** Fake handlers of the limited calls. */
const holds: FakeHandlers = {
  'catalog.take-hold': ({ items }) => ({ holdId: randomUUID(), expiresAt: new Date().toISOString(), items }),
  'catalog.current-hold': () => ({ hold: null }),
  'catalog.end-hold': () => ({}),
  'catalog.live-events': () => ({ last: 1, events: [], isWhole: true }),
};
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({}, holds);
});
afterAll(() => gateway.stop());

const many = <T>(count: number, ask: () => Promise<T>): Promise<T[]> => Promise.all(Array.from({ length: count }, ask));
const place = () => gateway.call('/api/orders/square', { method: 'POST', body: orderBody });
describe('the rate limits', () => {
  it('let 60 lookups and 20 orders of an IP address a minute pass but not 600, and name the wait', async () => {
    await gateway.redis.flushdb();
    const lookUp = (headers = {}) => gateway.call('/api/orders/lookup?email=sam@example.com', { headers });
    const first = await Promise.all(Array.from({ length: 60 }, () => lookUp()));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    const more = await Promise.all(Array.from({ length: 540 }, () => lookUp()));
    const refused = more.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    // the IP address is that of the socket
    expect((await lookUp({ 'x-forwarded-for': '198.51.100.77' })).status).toBe(429);

    const orders = await Promise.all(Array.from({ length: 20 }, () => place()));
    expect(orders.every(({ status }) => status === 201)).toBe(true);
    const flood = await Promise.all(Array.from({ length: 580 }, () => place()));
    expect(flood.some(({ status }) => status === 429)).toBe(true);
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
    const taken = await many(60, take);
    expect(taken.every(({ status }) => status === 201)).toBe(true);
    expect((await many(60, refresh)).every(({ status }) => status === 204)).toBe(true);
    expect((await many(60, end)).every(({ status }) => status === 204)).toBe(true);
    for (const flood of [await many(540, take), await many(540, refresh)]) {
      const refused = flood.filter(({ status }) => status === 429);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused.every(({ headers }) => Number(headers.get('retry-after')) > 0)).toBe(true);
      expect(refused[0]?.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });
    }
    expect((await end()).status).toBe(429);
  });

  it('are lifted by RATE_LIMIT=off', async () => {
    const other = await startGateway({ RATE_LIMIT: 'off' });
    try {
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => other.call('/api/orders/lookup?email=sam@example.com')),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('count in memory while Redis is unreachable', async () => {
    const other = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      await sleep(100);
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => other.call('/api/orders/lookup?email=sam@example.com')),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(240);
    } finally {
      await other.stop();
    }
  });
});

describe('the time to receive a request', () => {
  it('is longer than the 180 s that the panel allows an upload; headers have 15 s', () => {
    const { requestTimeout, headersTimeout } = gateway.app.getHttpServer() as Server;
    expect(requestTimeout).toBeGreaterThan(180_000);
    expect(headersTimeout).toBe(15_000);
  });
});

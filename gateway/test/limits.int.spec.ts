import { setTimeout as sleep } from 'node:timers/promises';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { body } from './order-body.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());

const place = () => gateway.call('/api/orders/square', { method: 'POST', body });
describe('the limits by address', () => {
  it('let 60 look-ups and 20 orders a minute pass, not 600, and name the wait', async () => {
    await gateway.redis.flushdb();
    const lookUp = () => gateway.call('/api/orders/lookup?email=sam@example.com');
    const first = await Promise.all(Array.from({ length: 60 }, lookUp));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    const more = await Promise.all(Array.from({ length: 540 }, lookUp));
    const refused = more.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });

    const orders = await Promise.all(Array.from({ length: 20 }, () => place()));
    expect(orders.every(({ status }) => status === 201)).toBe(true);
    const flood = await Promise.all(Array.from({ length: 580 }, () => place()));
    expect(flood.some(({ status }) => status === 429)).toBe(true);
  });

  it('count a client by its socket, whatever it claims', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    expect((await gateway.call('/api/orders/lookup?email=sam@example.com', { headers })).status).toBe(429);
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

  it('hold while Redis is away, counted in memory', async () => {
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

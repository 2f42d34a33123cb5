import { Bus } from '@geodes/kit';
import { type GatewayUnderTest, PIN, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.redis.flushdb());

const post = (path: string, body: unknown = {}) =>
  gateway.call(path, { method: 'POST', body, headers: { origin: PUBLIC_ORIGIN } });
/** As a Redis that has no room for another key. */
const full = async (work: () => Promise<void>): Promise<void> => {
  await gateway.redis.config('SET', 'maxmemory', '1');
  try {
    await work();
  } finally {
    await gateway.redis.config('SET', 'maxmemory', '0');
  }
};

describe('while Redis is full', () => {
  it('a log-in is 503 in words for the owner, never unlimited, and works again by itself', async () => {
    await full(async () => {
      const answer = await post('/api/admin/login', { pin: PIN });
      expect([answer.status, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(answer.text).not.toMatch(/OOM|memory/i);
    });
    expect((await post('/api/admin/login', { pin: PIN })).status).toBe(200);
  });

  it('the owner who is logged in goes on, and can log out', async () => {
    const cookie = await gateway.logIn();
    await full(async () => {
      expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(200);
      const headers = { origin: PUBLIC_ORIGIN };
      expect((await gateway.call('/api/admin/logout', { method: 'POST', cookie, headers })).status).toBe(204);
      expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(401);
    });
  });

  it('buyers are served, and counted in this process’s own memory', async () => {
    await full(async () => {
      expect((await gateway.call('/api/geodes')).status).toBe(200);
      expect((await gateway.call('/api/orders/lookup?email=sam@example.com')).status).toBe(200);
      for (let times = 0; times < 239; times += 1) await gateway.call('/api/orders/lookup?email=sam@example.com');
      const answer = await gateway.call('/api/orders/lookup?email=sam@example.com');
      expect(answer.status).toBe(429);
    });
  });
});

describe('all sessions', () => {
  it('end when the operator says so, on every browser', async () => {
    const cookies = [await gateway.logIn(), await gateway.logIn(), await gateway.logIn()];
    const bus = gateway.app.get(Bus);
    expect(await bus.call('gateway.end-sessions', {})).toEqual({ ended: 3 });
    for (const cookie of cookies) expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(401);
    expect(await bus.call('gateway.end-sessions', {})).toEqual({ ended: 0 });
  });
});

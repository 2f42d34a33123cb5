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
/** Makes Redis refuse every write, as it does when its memory is full. */
const full = async (work: () => Promise<void>): Promise<void> => {
  await gateway.redis.config('SET', 'maxmemory', '1');
  try {
    await work();
  } finally {
    await gateway.redis.config('SET', 'maxmemory', '0');
  }
};

describe('while Redis is full', () => {
  it('a login is 503 with a message, and works again once Redis has room', async () => {
    await full(async () => {
      const answer = await post('/api/admin/login', { pin: PIN });
      expect([answer.status, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(answer.text).not.toMatch(/OOM|memory/i);
    });
    expect((await post('/api/admin/login', { pin: PIN })).status).toBe(200);
  });

  it('an open session stays open and can be ended', async () => {
    const cookie = await gateway.logIn();
    await full(async () => {
      expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(200);
      const headers = { origin: PUBLIC_ORIGIN };
      expect((await gateway.call('/api/admin/logout', { method: 'POST', cookie, headers })).status).toBe(204);
      expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(401);
    });
  });

  it('buyers are served, and rate limits count in memory', async () => {
    await full(async () => {
      expect((await gateway.call('/api/geodes')).status).toBe(200);
      expect((await gateway.call('/api/orders/lookup?email=sam@example.com')).status).toBe(200);
      for (let times = 0; times < 239; times += 1) await gateway.call('/api/orders/lookup?email=sam@example.com');
      const answer = await gateway.call('/api/orders/lookup?email=sam@example.com');
      expect(answer.status).toBe(429);
    });
  });
});

describe('all owner sessions', () => {
  it('end on every browser when the operator ends them', async () => {
    const cookies = [await gateway.logIn(), await gateway.logIn(), await gateway.logIn()];
    const bus = gateway.app.get(Bus);
    expect(await bus.call('gateway.end-sessions', {})).toEqual({ ended: 3 });
    for (const cookie of cookies) expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(401);
    expect(await bus.call('gateway.end-sessions', {})).toEqual({ ended: 0 });
  });
});

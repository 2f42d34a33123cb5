import { setTimeout as sleep } from 'node:timers/promises';
import { Bus } from '@geodes/kit';
import { LoginAttempts, type OpenAttempt } from '../src/auth/login-attempts.js';
import { KNOWN } from './fake-services.js';
import {
  type CallOptions,
  forwardedFrom,
  type GatewayUnderTest,
  PIN,
  PUBLIC_ORIGIN,
  startGateway,
} from './gateway-app.js';

const WRONG = '000000000';
const HOLD = { items: [{ geodeId: KNOWN.id, quantity: 1 }] };
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.redis.flushdb());

const post = (path: string, options: CallOptions = {}, on = gateway) =>
  on.call(path, { method: 'POST', ...options, headers: { origin: PUBLIC_ORIGIN, ...options.headers } });
const logIn = (pin: unknown, from = '203.0.113.1', on = gateway) =>
  post('/api/admin/login', { body: { pin }, headers: { 'x-forwarded-for': from } }, on);

describe('a login', () => {
  it('with the PIN is 200 and begins a session of 8 hours', async () => {
    const answer = await logIn(PIN);
    expect([answer.status, answer.json()]).toEqual([200, { authenticated: true }]);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const keys = await gateway.redis.keys('gateway:session:*');
    expect(keys).toHaveLength(1);
    expect(await gateway.redis.ttl(keys[0]!)).toBeGreaterThan(8 * 3600 - 10);
  });

  it('sets an HttpOnly, SameSite=Strict cookie that holds nothing but a random id', async () => {
    const [cookie = ''] = (await logIn(PIN)).headers.getSetCookie();
    expect(cookie).toMatch(/^admin_session=[\w-]{43};/);
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Strict/);
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).not.toMatch(/Secure|Expires|Max-Age|Domain/);
    const id = /=([\w-]+)/.exec(cookie)![1]!;
    expect((await gateway.redis.keys('*')).join()).not.toContain(id);
  });

  it('over HTTPS sets a Secure cookie', async () => {
    const answer = await post('/api/admin/login', { body: { pin: PIN }, headers: { 'x-forwarded-proto': 'https' } });
    expect(answer.headers.get('set-cookie')).toMatch(/; Secure/);
  });

  it.each([WRONG, PIN.slice(0, -1), `${PIN}0`, 'abcdefghi', ''])(
    'with the wrong PIN %j is 401 with a message',
    async (pin) => {
      const answer = await logIn(pin);
      expect(answer.status).toBe(401);
      expect(answer.json()).toMatchObject({ code: 'UNAUTHORIZED', message: 'Invalid PIN. Please try again.' });
      expect(answer.headers.get('set-cookie')).toBeNull();
    },
  );

  it.each([[undefined], [Number(PIN)], [null], [[PIN]], [{}]])(
    'with a PIN that is not a string is 400: %j',
    async (pin) => {
      const answer = await logIn(pin);
      expect(answer.status).toBe(400);
      expect(answer.json().details).toEqual([{ field: 'pin', reason: expect.any(String) as string }]);
    },
  );

  it('sets a new id each time and ends the previous session', async () => {
    const first = await gateway.logIn();
    const answer = await post('/api/admin/login', { body: { pin: PIN }, headers: { cookie: first } });
    const second = (answer.headers.get('set-cookie') ?? '').split(';')[0] ?? '';
    expect(second).not.toBe(first);
    expect((await post('/api/admin/verify', { cookie: first })).status).toBe(401);
    expect((await post('/api/admin/verify', { cookie: second })).status).toBe(200);
  });
});

describe('a session', () => {
  it('is verified, and is renewed for 8 hours by each use', async () => {
    const cookie = await gateway.logIn();
    const [key = ''] = await gateway.redis.keys('gateway:session:*');
    await gateway.redis.expire(key, 60);
    const answer = await post('/api/admin/verify', { cookie, headers: { 'content-type': 'application/json' } });
    expect([answer.status, answer.json()]).toEqual([200, { authenticated: true }]);
    expect(await gateway.redis.ttl(key)).toBeGreaterThan(8 * 3600 - 10);
  });

  it('is not renewed by background reads, but by every change', async () => {
    const cookie = await gateway.logIn();
    const [key = ''] = await gateway.redis.keys('gateway:session:*');
    await gateway.redis.expire(key, 60);
    const headers = { 'x-background-request': 'true' };
    expect((await gateway.call('/api/admin/geodes?page=1&limit=1', { cookie, headers })).status).toBe(200);
    expect(await gateway.redis.ttl(key)).toBeLessThanOrEqual(60);
    expect((await post('/api/admin/verify', { cookie, headers })).status).toBe(200);
    expect(await gateway.redis.ttl(key)).toBeGreaterThan(8 * 3600 - 10);
  });

  it('ends on the server at logout, which succeeds without one too', async () => {
    const cookie = await gateway.logIn();
    const out = await post('/api/admin/logout', { cookie, headers: { 'content-type': 'application/json' } });
    expect(out.status).toBe(204);
    expect(out.headers.get('set-cookie')).toMatch(/admin_session=;/);
    expect(await gateway.redis.keys('gateway:session:*')).toEqual([]);
    const answer = await post('/api/admin/verify', { cookie });
    expect([answer.status, answer.json().code]).toEqual([401, 'UNAUTHORIZED']);
    expect((await post('/api/admin/logout', { cookie })).status).toBe(204);
    expect((await post('/api/admin/logout')).status).toBe(204);
  });

  it('ends 24 hours after the login, however much it is used', async () => {
    const cookie = await gateway.logIn();
    const [key = ''] = await gateway.redis.keys('gateway:session:*');
    const age = (hours: number) => gateway.redis.hset(key, 'startedAt', Date.now() - hours * 3_600_000);
    await age(23);
    expect((await post('/api/admin/verify', { cookie })).status).toBe(200);
    expect(await gateway.redis.ttl(key)).toBeLessThanOrEqual(3600);
    await age(24);
    const headers = { 'x-background-request': 'true' };
    expect((await gateway.call('/api/admin/geodes', { cookie, headers })).status).toBe(401);
    expect(await gateway.redis.keys('gateway:session:*')).toEqual([]);
  });
});

describe('five failures in 15 minutes', () => {
  it('lock out their IP address, for the right PIN too, and name the time left', async () => {
    for (let count = 0; count < 5; count += 1) expect((await logIn(WRONG)).status).toBe(401);
    const answer = await logIn(PIN);
    expect(answer.status).toBe(429);
    expect(answer.json()).toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      message: expect.stringContaining('15 minutes') as string,
    });
    const retryAfter = Number(answer.headers.get('retry-after'));
    expect(retryAfter).toBeGreaterThan(14 * 60);
    expect(retryAfter).toBeLessThanOrEqual(15 * 60);
    expect((await logIn(PIN, '203.0.113.2')).status).toBe(200);
    const { text } = await gateway.call('/metrics');
    for (const outcome of ['succeeded', 'failed', 'locked-out'])
      expect(text).toMatch(new RegExp(`^shop_logins_total\\{outcome="${outcome}"\\} [1-9]`, 'm'));
  });

  it('lock out if they are sent at once', async () => {
    const answers = await Promise.all(Array.from({ length: 20 }, () => logIn(WRONG)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(5);
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(15);
    for (const { headers } of refused) expect(Number(headers.get('retry-after'))).toBeGreaterThan(14 * 60);
  });

  it('do not include right PINs that are sent at once', async () => {
    const logInAtOnce = async (count: number) =>
      (await Promise.all(Array.from({ length: count }, () => logIn(PIN)))).map(({ status }) => status);
    expect(await logInAtOnce(6)).toEqual(Array(6).fill(200));
    for (let count = 0; count < 4; count += 1) await logIn(WRONG);
    expect(await logInAtOnce(2)).toEqual([200, 200]);
  });

  it('are known to lock out when the last is decided, and until then others wait', async () => {
    const attempts = gateway.app.get(LoginAttempts);
    const begun = await Promise.all(Array.from({ length: 6 }, () => attempts.begin({ address: '203.0.113.1' })));
    expect(begun.pop()).toBeUndefined();
    const locksOut: boolean[] = [];
    for (const attempt of begun) locksOut.push(await attempts.failed(attempt as OpenAttempt));
    expect(locksOut).toEqual([false, false, false, false, true]);
  });

  it('do not include attempts of a gateway that died a minute ago', async () => {
    const start = performance.now();
    const undecided = Array.from({ length: 5 }, (_, id) => [Date.now() - 59_000, id]).flat();
    await gateway.redis.zadd('gateway:pin-failures:203.0.113.1:undecided', ...undecided);
    expect((await logIn(PIN)).status).toBe(200);
    expect(performance.now() - start).toBeGreaterThan(800);
  });

  it('are uncounted by the right PIN', async () => {
    for (let count = 0; count < 4; count += 1) await logIn(WRONG);
    expect((await logIn(PIN)).status).toBe(200);
    for (let count = 0; count < 4; count += 1) expect((await logIn(WRONG)).status).toBe(401);
    expect((await logIn(PIN)).status).toBe(200);
  });

  it('are counted by X-Forwarded-For of a trusted proxy, not by other headers', async () => {
    const guess = (index: number) => {
      const forged = forwardedFrom(`203.0.113.${index}`);
      const headers = { ...forged, 'x-forwarded-for': `198.51.100.${index}, 203.0.113.9` };
      return post('/api/admin/login', { body: { pin: WRONG }, headers });
    };
    const statuses: number[] = [];
    for (let index = 0; index < 8; index += 1) statuses.push((await guess(index)).status);
    expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(3).fill(429)]);
  });

  it('are counted together for all IP addresses of an IPv6 /64', async () => {
    for (let count = 1; count <= 5; count += 1) await logIn(WRONG, `2001:db8:1:2::${count}`);
    expect((await logIn(PIN, '2001:db8:1:2:ffff::9')).status).toBe(429);
    expect((await logIn(PIN, '2001:db8:1:3::1')).status).toBe(200);
  });
});

describe('many failures from all IP addresses', () => {
  it('stay counted while a flood of attempts is turned away', async () => {
    const attempts = gateway.app.get(LoginAttempts);
    const begin = async (last: number) => (await attempts.begin({ address: `198.51.100.${last}` })) as OpenAttempt;
    for (let last = 0; last < 30; last += 1) await attempts.failed(await begin(last));
    for (let last = 100; last < 200; last += 1) await attempts.withdraw(await begin(last));
    expect((await begin(200)).delayMs).toBe(2_500);
  });

  it('delay each attempt, and the owner still gets in', async () => {
    for (let count = 0; count < 28; count += 4)
      await Promise.all([0, 1, 2, 3].map((more) => logIn(WRONG, `192.0.2.${count + more}`)));
    const start = performance.now();
    expect((await logIn(PIN, '192.0.2.251')).status).toBe(200);
    // a quarter of a second for each failure after the twentieth
    expect(performance.now() - start).toBeGreaterThan(1_900);
  });
});

describe('a gateway on HTTPS with a hash instead of the PIN', () => {
  it('accepts the PIN, and sets Secure cookies of this host alone and HSTS', async () => {
    await using other = await startGateway(
      {
        NODE_ENV: 'production',
        PUBLIC_URL: 'https://geodes.example',
        TRUST_PROXY: '127.0.0.1',
      },
      { 'catalog.take-hold': () => ({ holdId: KNOWN.id, expiresAt: KNOWN.createdAt, items: [] }) },
    );
    const headers = { origin: 'https://geodes.example' };
    const answer = await other.call('/api/admin/login', { method: 'POST', body: { pin: PIN }, headers });
    expect(answer.status).toBe(200);
    const cookies = answer.headers.getSetCookie();
    expect(cookies.map((cookie) => cookie.split('=')[0])).toEqual(['__Host-admin_session', '__Host-admin_device']);
    for (const cookie of cookies) {
      expect(cookie).toMatch(/; Path=\/;.*; Secure/);
      expect(cookie).not.toContain('Domain');
    }
    const [cookie = ''] = cookies.map((set) => set.split(';')[0]);
    expect((await other.call('/api/admin/verify', { method: 'POST', headers: { ...headers, cookie } })).status).toBe(
      200,
    );
    const hold = await other.call('/api/holds', { method: 'POST', body: HOLD, headers });
    expect(hold.headers.get('set-cookie')).toMatch(/^__Host-geodes_browser=[\w-]+;.* Path=\/;.*Secure/);
    expect(answer.headers.get('strict-transport-security')).toMatch(/^max-age=31536000/);
    expect(answer.headers.get('content-security-policy')).toContain('upgrade-insecure-requests');
    // they have a port of their own in production
    expect((await other.call('/metrics')).status).toBe(404);
  });
});

describe('while Redis is unreachable', () => {
  it('login and owner calls are 503, and the shop goes on', async () => {
    const cookie = await gateway.logIn();
    await using other = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
    await sleep(100);
    const login = await logIn(PIN, '203.0.113.1', other);
    expect([login.status, login.json().code]).toEqual([503, 'UNAVAILABLE']);
    expect(login.headers.get('retry-after')).not.toBeNull();
    expect((await post('/api/admin/verify', { cookie }, other)).status).toBe(503);
    expect((await other.call('/api/admin/orders', { cookie })).status).toBe(503);
    const logout = await post('/api/admin/logout', { cookie }, other);
    expect([logout.status, logout.headers.get('set-cookie')]).toEqual([
      503,
      expect.stringMatching(/^admin_session=;/) as string,
    ]);
    expect((await other.call('/api/geodes', { cookie })).status).toBe(200);
    expect((await other.call('/api/orders/lookup?email=a@example.com')).status).toBe(200);
    const ready = await other.call('/health/ready');
    expect([ready.status, ready.json<{ failing: string[] }>().failing]).toEqual([503, ['redis']]);
  });
});

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
      const answer = await logIn(PIN);
      expect([answer.status, answer.json().code]).toEqual([503, 'UNAVAILABLE']);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(answer.text).not.toMatch(/OOM|memory/i);
    });
    expect((await logIn(PIN)).status).toBe(200);
  });

  it('an open session stays open and can be ended', async () => {
    const cookie = await gateway.logIn();
    await full(async () => {
      expect((await gateway.call('/api/admin/geodes', { cookie })).status).toBe(200);
      expect((await post('/api/admin/logout', { cookie })).status).toBe(204);
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

describe('metrics behind a trusted proxy', () => {
  it('are served to private IP addresses, and 404 for others', async () => {
    const from = async (address: string) =>
      (await gateway.call('/metrics', { headers: { 'x-forwarded-for': address } })).status;
    expect(await from('10.1.2.3')).toBe(200);
    expect(await from('8.8.8.8')).toBe(404);
    expect(await from('10.1.2.3, 8.8.8.8')).toBe(404);
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

import { createHash } from 'node:crypto';
import { type CallOptions, type GatewayUnderTest, PIN, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

const WRONG = '000000000';
const OWNERS_ADDRESS = '203.0.113.1';
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' });
});
afterAll(() => gateway.stop());
beforeEach(() => gateway.redis.flushdb());

const logIn = (pin: string, { from = OWNERS_ADDRESS, device = '' } = {}) =>
  gateway.call('/api/admin/login', {
    method: 'POST',
    body: { pin },
    headers: { origin: PUBLIC_ORIGIN, 'x-forwarded-for': from, ...(device ? { cookie: device } : {}) },
  });
type Login = Awaited<ReturnType<typeof logIn>>;
const cookieOf = (answer: Login, name: string): string =>
  answer.headers.getSetCookie().find((cookie) => cookie.startsWith(`${name}=`)) ?? '';
const deviceOf = (answer: Login): string => cookieOf(answer, 'admin_device').split(';')[0] ?? '';
const change = (path: string, options: CallOptions) =>
  gateway.call(path, { ...options, headers: { origin: PUBLIC_ORIGIN } });

describe('a device from which the owner has logged in', () => {
  it('gets an HttpOnly, SameSite=Strict cookie for 400 days, whose id is stored as a hash', async () => {
    const cookie = cookieOf(await logIn(PIN), 'admin_device');
    expect(cookie).toMatch(/^admin_device=[\w-]{43}; Max-Age=34560000; Path=\/; HttpOnly; SameSite=Strict$/);
    const id = /=([\w-]+)/.exec(cookie)?.[1] ?? '';
    const hash = createHash('sha256').update(id).digest('hex');
    expect(await gateway.redis.zrange('gateway:devices', 0, -1)).toEqual([hash]);
  });

  it('keeps its id at each login, and never takes one that the client chose', async () => {
    const device = deviceOf(await logIn(PIN));
    expect(deviceOf(await logIn(PIN, { device }))).toBe(device);
    expect(deviceOf(await logIn(PIN, { device: 'admin_device=chosen-by-a-stranger' }))).not.toContain('chosen');
  });

  it('logs in at once after a flood of wrong PINs from everywhere and from its own IP address', async () => {
    const device = deviceOf(await logIn(PIN));
    for (let count = 0; count < 5; count += 1) await logIn(WRONG);
    const failed = Array.from({ length: 100 }, (_, index) => [Date.now(), `earlier-${index}`]).flat();
    await gateway.redis.zadd('gateway:pin-failures:everywhere', ...failed);
    const flood = Array.from({ length: 30 }, (_, index) => logIn(WRONG, { from: `198.51.100.${index}` }));
    expect((await logIn(PIN)).status).toBe(429);
    expect((await logIn(PIN, { device: 'admin_device=forged' })).status).toBe(429);
    let isFloodOver = false;
    const over = Promise.all(flood).then(() => (isFloodOver = true));
    expect((await logIn(PIN, { device })).status).toBe(200);
    // twenty attempts of the flood are delayed by five seconds, four at a time
    expect(isFloodOver).toBe(false);
    await over;
  }, 60_000);

  it('is locked out by five failures of its own, which lock out no other device', async () => {
    const device = deviceOf(await logIn(PIN));
    for (let count = 0; count < 5; count += 1) expect((await logIn(WRONG, { device })).status).toBe(401);
    const answer = await logIn(PIN, { device });
    expect([answer.status, Number(answer.headers.get('retry-after')) > 14 * 60]).toEqual([429, true]);
    expect((await logIn(PIN)).status).toBe(200);
  });

  it('is forgotten when its session is ended from another device', async () => {
    const lost = await logIn(PIN);
    const own = cookieOf(await logIn(PIN), 'admin_session');
    const cookie = own.split(';')[0] ?? '';
    expect((await change('/api/admin/sessions', { method: 'DELETE', cookie })).status).toBe(204);
    expect(await gateway.redis.zcard('gateway:devices')).toBe(1);
    for (let count = 0; count < 5; count += 1) await logIn(WRONG);
    expect((await logIn(PIN, { device: deviceOf(lost) })).status).toBe(429);
  });

  it('stays known after a logout', async () => {
    const answer = await logIn(PIN);
    const cookie = cookieOf(answer, 'admin_session').split(';')[0] ?? '';
    expect((await change('/api/admin/logout', { method: 'POST', cookie })).status).toBe(204);
    for (let count = 0; count < 5; count += 1) await logIn(WRONG);
    expect((await logIn(PIN, { device: deviceOf(answer) })).status).toBe(200);
  });
});

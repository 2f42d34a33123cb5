import { createHash, generateKeyPairSync, sign } from 'node:crypto';
import type { AdminSession, OwnerAccess, SetOwnerPin, StoredPasskey } from '@geodes/contracts';
import { Bus, unavailable } from '@geodes/kit';
import { hashPin } from '@geodes/kit/pin';
import { ADMIN_PIN_HASH, until } from '@geodes/testing';
import { AdminSessions } from '../src/auth/admin-sessions.js';
import { OwnerPin } from '../src/auth/owner-pin.js';
import { REDIS, type Redis } from '../src/connections.js';
import { type CallOptions, type GatewayUnderTest, PIN, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

const NEW_PIN = '580273916';
/** With the least cost that is allowed. */
const NEW_PIN_HASH = 'scrypt$16384$1$1$c2FsdCBvZiB0aGUgdGVzdHM=$wOyuwSzqmccQrvt4ys1+w033jzRWQOsqeZKoi/yDXYQ=';
const PASSKEY: StoredPasskey = {
  id: '88888888-8888-4888-8888-888888888888',
  name: 'Phone',
  createdAt: '2026-01-01T00:00:00.000Z',
  lastUsedAt: null,
  credentialId: 'Y3JlZGVudGlhbA',
  publicKey: 'a2V5',
  counter: 0,
  transports: ['internal'],
};

let access: OwnerAccess = { pin: null, passkeys: [] };
const fakes = {
  'catalog.get-owner-access': () => access,
  'catalog.use-passkey': () => {
    throw unavailable('catalog');
  },
  'catalog.set-owner-pin': (pin: SetOwnerPin) => {
    access = { ...access, pin };
    return {};
  },
};
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' }, fakes);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  access = { pin: null, passkeys: [] };
  await gateway.redis.flushdb();
});

const headers = { origin: PUBLIC_ORIGIN };
const post = (path: string, body: unknown, cookie?: string) =>
  gateway.call(path, { method: 'POST', body, headers, ...(cookie ? { cookie } : {}) });
const logIn = (pin: string, more: object = {}, cookie?: string) => post('/api/admin/login', { pin, ...more }, cookie);
const verify = async (cookie: string) => (await post('/api/admin/verify', {}, cookie)).status;
const proveEarlier = async () => {
  for (const key of await gateway.redis.keys('gateway:session:*')) await gateway.redis.hset(key, 'provenAt', 0);
};

describe('a new PIN', () => {
  it('ends all other sessions, forgets their devices, and replaces the configured PIN', async () => {
    const [other, own] = [await gateway.logIn(), await gateway.logIn()];
    expect((await post('/api/admin/pin', { pin: PIN, newPin: NEW_PIN }, own)).status).toBe(204);
    expect([await verify(other), await verify(own)]).toEqual([401, 200]);
    expect(await gateway.redis.zcard('gateway:devices')).toBe(1);
    expect([(await logIn(PIN)).status, (await logIn(NEW_PIN)).status]).toEqual([401, 200]);
  });

  it('refuses a log-in that checked the old PIN before and begins its session after', async () => {
    const own = await gateway.logIn();
    const sessions = gateway.app.get(AdminSessions);
    const begin = sessions.begin.bind(sessions);
    jest.spyOn(sessions, 'begin').mockImplementationOnce(async (...late) => {
      expect((await post('/api/admin/pin', { pin: PIN, newPin: NEW_PIN }, own)).status).toBe(204);
      return begin(...late);
    });
    const answer = await logIn(PIN);
    expect([answer.status, answer.json().message]).toEqual([401, 'Invalid PIN. Please try again.']);
    expect(answer.headers.get('set-cookie')).toBeNull();
    const stored = ['gateway:sessions', 'gateway:devices'].map((key) => gateway.redis.zcard(key));
    expect(await Promise.all(stored)).toEqual([1, 1]);
  });

  it('ends the sessions that began with the old one meanwhile, also if its reply is lost', async () => {
    const own = await gateway.logIn();
    let other = '';
    gateway.services.answer({
      'catalog.set-owner-pin': async (pin) => {
        other = await gateway.logIn();
        access = { ...access, pin };
        throw unavailable('catalog');
      },
    });
    const { status } = await post('/api/admin/pin', { pin: PIN, newPin: NEW_PIN }, own);
    gateway.services.answer(fakes);
    expect([status, await verify(other), await verify(own)]).toEqual([503, 401, 200]);
  });

  it('needs the present PIN, whose failures lock out', async () => {
    const own = await gateway.logIn();
    const change = () => post('/api/admin/pin', { pin: '580273917', newPin: NEW_PIN }, own);
    for (let count = 0; count < 5; count += 1) expect((await change()).status).toBe(401);
    expect((await change()).status).toBe(429);
    expect(access.pin).toBeNull();
  });

  it.each(['123123123', '12345678', '58027391a'])('is refused with a sentence if it is %s', async (newPin) => {
    const [other, own] = [await gateway.logIn(), await gateway.logIn()];
    const answer = await post('/api/admin/pin', { pin: PIN, newPin }, own);
    expect([answer.status, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
    expect([await verify(other), await verify(own)]).toEqual([200, 200]);
    expect(answer.json().details).toEqual([{ field: 'newPin', reason: expect.stringMatching(/\.$/) as string }]);
    expect(access.pin).toBeNull();
  });

  it('gives way to another configured PIN, which ends all sessions at the start', async () => {
    access = { pin: { hash: NEW_PIN_HASH, replacedHash: 'another' }, passkeys: [] };
    expect([(await logIn(NEW_PIN)).status, (await logIn(PIN)).status]).toEqual([401, 200]);
    const earlier = await gateway.logIn();
    await gateway.redis.set('gateway:configured-pin-hash', 'another');
    // the start compares when Redis is connected
    gateway.app.get<Redis>(REDIS).emit('ready');
    expect(await until(async () => (await verify(earlier)) === 401, 5_000, 50)).toBe(true);
    expect((await logIn(PIN)).status).toBe(200);
  });
});

it('a session that begins with an earlier configured PIN, at an older gateway, is none at a newer one', async () => {
  await using newer = await startGateway({ ADMIN_PIN_HASH: NEW_PIN_HASH }, fakes);
  const cookie = await gateway.logIn();
  const answer = await newer.call('/api/admin/verify', { method: 'POST', body: {}, cookie });
  expect([answer.status, await verify(cookie)]).toEqual([401, 200]);
  const login = await newer.call('/api/admin/login', { method: 'POST', body: { pin: NEW_PIN }, headers });
  const open = await newer.call('/api/admin/sessions', {
    cookie: login.headers.get('set-cookie')?.split(';')[0] ?? '',
  });
  expect(open.json<AdminSession[]>().map(({ isCurrent }) => isCurrent)).toEqual([true]);
});

it('the operator sees where the PIN comes from, and no hash of it', async () => {
  const settings = () => gateway.app.get(Bus).call('gateway.get-settings', {});
  expect(await settings()).toMatchObject({ pin: 'hash', passkeys: 0, publicUrl: PUBLIC_ORIGIN, isProduction: false });
  access = { pin: { hash: NEW_PIN_HASH, replacedHash: ADMIN_PIN_HASH }, passkeys: [PASSKEY] };
  expect(await settings()).toMatchObject({ pin: 'panel', passkeys: 1 });
  expect(JSON.stringify(await settings())).not.toContain('scrypt');
  access = { ...access, pin: { hash: NEW_PIN_HASH, replacedHash: 'another' } };
  expect((await settings()).pin).toBe('hash');
});

it('a plain configured PIN is recognised in the hash of the one that the owner replaced', async () => {
  await using plain = await startGateway({ ADMIN_PIN: PIN, ADMIN_PIN_HASH: '' }, fakes);
  const source = () => plain.app.get(OwnerPin).source();
  expect(await source()).toBe('plain');
  access = { pin: { hash: NEW_PIN_HASH, replacedHash: await hashPin(PIN) }, passkeys: [] };
  expect(await source()).toBe('panel');
  access = { pin: { hash: NEW_PIN_HASH, replacedHash: await hashPin('904417362') }, passkeys: [] };
  expect(await source()).toBe('plain');
});

describe('with a passkey', () => {
  it('the PIN alone is not enough on an unknown device, and is enough on a known one', async () => {
    const known = (await logIn(PIN)).headers.getSetCookie().map((cookie) => cookie.split(';')[0]);
    access = { pin: null, passkeys: [PASSKEY] };
    const answer = await logIn(PIN);
    expect([answer.status, answer.headers.get('set-cookie')]).toEqual([401, null]);
    expect(answer.json()).toMatchObject({
      code: 'PASSKEY_REQUIRED',
      details: { rpId: 'geodes.test', allowCredentials: [{ id: PASSKEY.credentialId }] },
    });
    expect(
      (
        await logIn(
          PIN,
          {},
          known.find((cookie) => cookie?.startsWith('admin_device')),
        )
      ).status,
    ).toBe(200);
  });

  it('a wrong PIN does not say that there is one', async () => {
    access = { pin: null, passkeys: [PASSKEY] };
    expect((await logIn('580273917')).json().code).toBe('UNAUTHORIZED');
  });

  it.each([{ id: PASSKEY.credentialId }, { id: 'other' }, {}])(
    'a made-up response %j is refused and counts as a failure',
    async (passkey) => {
      access = { pin: null, passkeys: [PASSKEY] };
      for (let count = 0; count < 5; count += 1) expect((await logIn(PIN, { passkey })).status).toBe(401);
      expect((await logIn(PIN, { passkey })).status).toBe(429);
    },
  );

  it('the owner logs in on an unknown device also while catalog, which records its use, is away', async () => {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' });
    const { x = '', y = '' } = publicKey.export({ format: 'jwk' });
    // COSE: an EC2 key for ES256 on P-256 with two coordinates of 32 bytes
    const [head, middle] = [Buffer.from('a5010203262001215820', 'hex'), Buffer.from('225820', 'hex')];
    const key = Buffer.concat([head, Buffer.from(x, 'base64url'), middle, Buffer.from(y, 'base64url')]);
    access = { pin: null, passkeys: [{ ...PASSKEY, publicKey: key.toString('base64url') }] };
    const { details } = (await logIn(PIN)).json<{ details: { challenge: string; rpId: string } }>();

    const client = { type: 'webauthn.get', challenge: details.challenge, origin: PUBLIC_ORIGIN };
    const clientData = Buffer.from(JSON.stringify(client));
    const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest();
    const present = Buffer.from([1, 0, 0, 0, 1]);
    const authenticatorData = Buffer.concat([sha256(details.rpId), present]);
    const signature = sign('sha256', Buffer.concat([authenticatorData, sha256(clientData)]), privateKey);
    const response = {
      clientDataJSON: clientData.toString('base64url'),
      authenticatorData: authenticatorData.toString('base64url'),
      signature: signature.toString('base64url'),
    };
    const id = PASSKEY.credentialId;
    const passkey = { id, rawId: id, type: 'public-key', clientExtensionResults: {}, response };
    expect((await logIn(PIN, { passkey })).status).toBe(200);
    expect((await logIn(PIN, { passkey })).status).toBe(401);
  });

  it('adding and removing one need a PIN of the last 15 minutes', async () => {
    const cookie = await gateway.logIn();
    expect((await post('/api/admin/passkeys/options', {}, cookie)).json<object>()).toMatchObject({
      rp: { id: 'geodes.test' },
    });
    await proveEarlier();
    const remove = gateway.call(`/api/admin/passkeys/${PASSKEY.id}`, { method: 'DELETE', cookie });
    for (const answer of [await post('/api/admin/passkeys/options', {}, cookie), await remove])
      expect([answer.status, answer.json().code]).toEqual([403, 'PIN_REQUIRED']);
  });
});

describe('a device from which the owner has logged in', () => {
  const logIn = (pin: string, { from = '203.0.113.1', device = '' } = {}) =>
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

  it('is locked out by five failures of its own, which lock out no other device', async () => {
    const device = deviceOf(await logIn(PIN));
    for (let count = 0; count < 5; count += 1) expect((await logIn('000000000', { device })).status).toBe(401);
    const answer = await logIn(PIN, { device });
    expect([answer.status, Number(answer.headers.get('retry-after')) > 14 * 60]).toEqual([429, true]);
    expect((await logIn(PIN)).status).toBe(200);
  });

  it('logs in more than five times at once', async () => {
    const device = deviceOf(await logIn(PIN));
    const answers = await Promise.all(Array.from({ length: 6 }, () => logIn(PIN, { device })));
    expect(answers.map(({ status }) => status)).toEqual(Array(6).fill(200));
  });

  it('is forgotten when its session is ended from another device', async () => {
    const lost = await logIn(PIN);
    const own = cookieOf(await logIn(PIN), 'admin_session');
    const cookie = own.split(';')[0] ?? '';
    expect((await change('/api/admin/sessions', { method: 'DELETE', cookie })).status).toBe(204);
    expect(await gateway.redis.zcard('gateway:devices')).toBe(1);
    for (let count = 0; count < 5; count += 1) await logIn('000000000');
    expect((await logIn(PIN, { device: deviceOf(lost) })).status).toBe(429);
    expect((await logIn(PIN, { device: 'admin_device=forged' })).status).toBe(429);
  });

  it('stays known after a logout', async () => {
    const answer = await logIn(PIN);
    const cookie = cookieOf(answer, 'admin_session').split(';')[0] ?? '';
    expect((await change('/api/admin/logout', { method: 'POST', cookie })).status).toBe(204);
    for (let count = 0; count < 5; count += 1) await logIn('000000000');
    expect((await logIn(PIN, { device: deviceOf(answer) })).status).toBe(200);
  });
});

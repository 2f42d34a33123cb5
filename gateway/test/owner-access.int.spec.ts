import { setTimeout as pause } from 'node:timers/promises';
import type { OwnerAccess, SetOwnerPin, StoredPasskey } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { hashPin } from '@geodes/kit/pin-hash';
import { REDIS, type Redis } from '../src/connections.js';
import { type GatewayUnderTest, PIN, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';

const NEW_PIN = '580273916';
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
  'catalog.set-owner-pin': (pin: SetOwnerPin) => {
    access = { ...access, pin };
    return {};
  },
};
let gateway: GatewayUnderTest;
beforeAll(async () => {
  gateway = await startGateway({ ADMIN_PIN: PIN, ADMIN_PIN_HASH: '' }, fakes);
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
const until = async (isTrue: () => Promise<boolean>): Promise<void> => {
  for (let tries = 0; tries < 100; tries += 1) {
    if (await isTrue()) return;
    await pause(50);
  }
  throw new Error('It did not become true.');
};
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
    access = { pin: { hash: await hashPin(NEW_PIN), replacedHash: await hashPin('904417362') }, passkeys: [] };
    expect([(await logIn(NEW_PIN)).status, (await logIn(PIN)).status]).toEqual([401, 200]);
    const earlier = await gateway.logIn();
    await gateway.redis.set('gateway:configured-pin-hash', await hashPin('904417362'));
    // the start compares when Redis is connected
    gateway.app.get<Redis>(REDIS).emit('ready');
    await until(async () => (await verify(earlier)) === 401);
    expect((await logIn(PIN)).status).toBe(200);
  });
});

it('the operator sees where the PIN comes from, and no hash of it', async () => {
  const settings = () => gateway.app.get(Bus).call('gateway.get-settings', {});
  expect(await settings()).toMatchObject({ pin: 'plain', passkeys: 0, publicUrl: PUBLIC_ORIGIN, isProduction: false });
  access = { pin: { hash: await hashPin(NEW_PIN), replacedHash: await hashPin(PIN) }, passkeys: [PASSKEY] };
  expect(await settings()).toMatchObject({ pin: 'panel', passkeys: 1 });
  expect(JSON.stringify(await settings())).not.toContain('scrypt');
  access = { ...access, pin: { hash: await hashPin(NEW_PIN), replacedHash: await hashPin('904417362') } };
  expect((await settings()).pin).toBe('plain');
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

import { randomUUID } from 'node:crypto';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, Network, Subject } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import type { FakeHandlers } from '@geodes/testing';
import { Challenges } from '../src/challenge/challenges.js';
import { GatewayConfig } from '../src/config.js';
import { Networks } from '../src/http/networks.js';
import { KNOWN, orderBody } from './fake-services.js';
import { type GatewayUnderTest, solve, startGateway } from './gateway-app.js';

describe('a challenge', () => {
  let gateway: GatewayUnderTest;
  let challenges: Challenges;
  beforeAll(async () => {
    gateway = await startGateway();
    challenges = gateway.app.get(Challenges, { strict: false });
  });
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.redis.flushdb());

  const encode = (solved: unknown): string => Buffer.from(JSON.stringify(solved)).toString('base64');
  const requestChallenge = async () => (await gateway.call('/api/challenge')).json<Challenge>();

  it('is sent with an expiry within minutes, never from a cache', async () => {
    const answer = await gateway.call('/api/challenge');
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    const { parameters, signature } = answer.json<Challenge>();
    expect(parameters).toMatchObject({ algorithm: 'PBKDF2/SHA-256', keyLength: 32 });
    expect(signature).toMatch(/^[0-9a-f]{64}$/);
    const left = parameters.expiresAt! - Date.now() / 1_000;
    expect(left).toBeGreaterThan(60);
    expect(left).toBeLessThan(601);
  });

  it('is solved once: a second use of the solution is refused', async () => {
    const payload = await solve(await requestChallenge());
    expect(await challenges.verify(payload)).toBe(true);
    expect(await challenges.verify(payload)).toBe(false);
  });

  it('is checked by any gateway, and its solution passes at one of them', async () => {
    const other = new Challenges(gateway.redis);
    const payload = await solve(await requestChallenge());
    const results = await Promise.all([other, challenges, other, challenges].map((one) => one.verify(payload)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('is refused once it has expired', async () => {
    const challenge = await requestChallenge();
    const payload = await solve(challenge);
    const now = jest.spyOn(Date, 'now').mockReturnValue(challenge.parameters.expiresAt! * 1_000 + 1_000);
    try {
      expect(await challenges.verify(payload)).toBe(false);
    } finally {
      now.mockRestore();
    }
  });

  it('is refused with forged parameters, a forged signature or an unsolved counter', async () => {
    const challenge = await requestChallenge();
    const { parameters } = challenge;
    const solution = await solveChallenge({ challenge, deriveKey });
    const easier: Challenge = { ...challenge, parameters: { ...parameters, keyPrefix: '0' } };
    const later: Challenge = { ...challenge, parameters: { ...parameters, expiresAt: parameters.expiresAt! + 3_600 } };
    const guessed = await solveChallenge({ challenge: easier, deriveKey });
    for (const forged of [
      { challenge: easier, solution: guessed },
      { challenge: later, solution },
      { challenge: { ...challenge, signature: '0'.repeat(64) }, solution },
      { challenge, solution: guessed },
      { challenge, solution: { ...solution, derivedKey: '00' } },
    ])
      expect(await challenges.verify(encode(forged))).toBe(false);
    expect(await challenges.verify(encode({ challenge, solution }))).toBe(true);
  });

  it.each([undefined, '', 'x', 'bnVsbA==', encode({}), encode({ challenge: {}, solution: {} }), encode([])])(
    'is not solved by %j',
    async (payload) => {
      expect(await challenges.verify(payload)).toBe(false);
    },
  );
});

describe('the limits of holds', () => {
  /** Set by a test: what the fake catalogue refuses a hold with, unless the challenge is solved. */
  let refusal: AppError | undefined;
  const holds: FakeHandlers = {
    'catalog.take-hold': ({ items, isChallengeSolved }) => {
      if (refusal && !isChallengeSolved) throw refusal;
      return { holdId: randomUUID(), expiresAt: new Date().toISOString(), items };
    },
  };
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway({ TRUST_PROXY: '127.0.0.1' }, holds);
  });
  afterAll(() => gateway.stop());
  beforeEach(() => (refusal = undefined));

  const hold = (fields: object = {}, from = '203.0.113.1', to = gateway) =>
    to.call('/api/holds', {
      method: 'POST',
      headers: { 'x-forwarded-for': from },
      body: { items: [{ geodeId: KNOWN.id, quantity: 1 }], ...fields },
    });
  const lastAsked = <S extends Subject>(subject: S, of = gateway) => of.asked(subject).at(-1);
  const networkOf = async (from: string): Promise<Network> => {
    expect((await hold({}, from)).status).toBe(201);
    return lastAsked('catalog.take-hold')!.network!;
  };

  describe('the network of a hold', () => {
    it('is a hash of an IPv4 address, the same at every gateway', async () => {
      const network = await networkOf('203.0.113.1');
      expect(network).toEqual({ address: expect.stringMatching(/^[\w-]{43}$/) });
      expect(await networkOf('203.0.113.2')).not.toEqual(network);
      const other = new Networks(gateway.redis, gateway.app.get(GatewayConfig, { strict: false }));
      expect(await other.find('203.0.113.1')).toEqual(network);
    });

    it('is a hash of the /64 of an IPv6 address and one of its /48', async () => {
      const [first, same, sibling, stranger] = [
        await networkOf('2001:db8:1:2::1'),
        await networkOf('2001:db8:1:2:ffff::9'),
        await networkOf('2001:db8:1:3::1'),
        await networkOf('2001:db8:2:2::1'),
      ];
      expect(same).toEqual(first);
      expect([sibling.address === first.address, sibling.site === first.site]).toEqual([false, true]);
      expect([stranger.address === first.address, stranger.site === first.site]).toEqual([false, false]);
    });

    it('goes with an order too', async () => {
      const network = await networkOf('203.0.113.7');
      const headers = { 'x-forwarded-for': '203.0.113.7' };
      await gateway.call('/api/orders/square', { method: 'POST', headers, body: orderBody });
      expect(lastAsked('orders.checkout')).toMatchObject({ network });
    });

    it('is not sent with RATE_LIMIT=off, which lifts its limits', async () => {
      await using other = await startGateway({ RATE_LIMIT: 'off' }, holds);
      await hold({}, '203.0.113.1', other);
      expect(lastAsked('catalog.take-hold', other)).toMatchObject({ network: null });
    });
  });

  it('while Redis is unreachable, holds are taken; challenges are neither created nor checked', async () => {
    const payload = await solve((await gateway.call('/api/challenge')).json<Challenge>());
    await using other = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' }, holds);
    expect((await hold({}, '203.0.113.1', other)).status).toBe(201);
    expect((await other.call('/api/challenge')).status).toBe(503);
    const refusal = other.app.get(Challenges, { strict: false }).verify(payload);
    await expect(refusal).rejects.toMatchObject({ code: 'UNAVAILABLE' });
  });

  it('a hold over the limits of its network is 429 with the sentence and the wait', async () => {
    refusal = new AppError('TOO_MANY_REQUESTS', 'Please try again in 2 minutes.', { retryAfterSeconds: 90 });
    const refused = await hold();
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '90']);
    expect(refused.json()).toMatchObject({ message: 'Please try again in 2 minutes.' });
  });

  it('a hold that needs a challenge is 428 with one, and passes once with its solution', async () => {
    refusal = new AppError('CHALLENGE_REQUIRED', 'One more check is needed.');
    const refused = await hold();
    expect(refused.status).toBe(428);
    const { code, details } = refused.json<{ code: string; details: { challenge: Challenge } }>();
    expect(code).toBe('CHALLENGE_REQUIRED');
    const { challenge } = details;
    const solved = { challenge: await solve(challenge) };
    expect((await hold(solved)).status).toBe(201);
    expect((await hold(solved)).status).toBe(428);
    refusal = new AppError('TOO_MANY_REQUESTS', 'Please wait.', { retryAfterSeconds: 1 });
    expect((await hold(solved)).status).toBe(429);
  });
});

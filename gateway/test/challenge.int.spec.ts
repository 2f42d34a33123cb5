import { jest } from '@jest/globals';
import { solveChallenge } from 'altcha-lib';
import { deriveKey } from 'altcha-lib/algorithms/pbkdf2';
import type { Challenge, SolvedChallenge } from '@geodes/contracts';
import { Challenges } from '../src/challenge/challenges.js';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';

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
const solve = async (challenge: Challenge): Promise<SolvedChallenge> => {
  const solution = await solveChallenge({ challenge, deriveKey });
  return { challenge, solution: solution! };
};

describe('a challenge', () => {
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
    const payload = encode(await solve(await requestChallenge()));
    expect(await challenges.verify(payload)).toBe(true);
    expect(await challenges.verify(payload)).toBe(false);
  });

  it('is checked by any gateway, and its solution passes at one of them', async () => {
    const other = new Challenges(gateway.redis);
    const payload = encode(await solve(await requestChallenge()));
    const results = await Promise.all([other, challenges, other, challenges].map((one) => one.verify(payload)));
    expect(results.filter(Boolean)).toHaveLength(1);
  });

  it('is refused once it has expired', async () => {
    const solved = await solve(await requestChallenge());
    const now = jest.spyOn(Date, 'now').mockReturnValue(solved.challenge.parameters.expiresAt! * 1_000 + 1_000);
    try {
      expect(await challenges.verify(encode(solved))).toBe(false);
    } finally {
      now.mockRestore();
    }
  });

  it('is refused with forged parameters, a forged signature or an unsolved counter', async () => {
    const solved = await solve(await requestChallenge());
    const { challenge, solution } = solved;
    const { parameters } = challenge;
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
    expect(await challenges.verify(encode(solved))).toBe(true);
  });

  it.each([undefined, '', 'x', 'bnVsbA==', encode({}), encode({ challenge: {}, solution: {} }), encode([])])(
    'is not solved by %j',
    async (payload) => {
      expect(await challenges.verify(payload)).toBe(false);
    },
  );

  it('is neither created nor checked while Redis is unreachable', async () => {
    const payload = encode(await solve(await requestChallenge()));
    const other = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      expect((await other.call('/api/challenge')).status).toBe(503);
      const refusal = other.app.get(Challenges, { strict: false }).verify(payload);
      await expect(refusal).rejects.toMatchObject({ code: 'UNAVAILABLE' });
    } finally {
      await other.stop();
    }
  });
});

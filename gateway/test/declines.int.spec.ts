import { randomUUID } from 'node:crypto';
import type { Challenge, ChallengeRequired, Checkout, DeclinedCards } from '@geodes/contracts';
import { buyerDetails, fakeServices, orderBody, refuse } from './fake-services.js';
import { type Answer, type GatewayUnderTest, solve, startGateway } from './gateway-app.js';

/** The tests stand behind a proxy, so that each buyer has an IP address. */
const BEHIND_PROXY = { TRUST_PROXY: '127.0.0.1' };
const DECLINED = 'cnon:card-nonce-declined';

let gateway: GatewayUnderTest;
let lastAddress = 0;
const newAddress = (): string => `198.51.${Math.floor((lastAddress += 1) / 250)}.${(lastAddress % 250) + 1}`;

/** Declines the token that Square declines, and pays each other one. */
const checkout = ({ paymentToken, ...command }: Checkout) =>
  paymentToken === DECLINED
    ? { outcome: 'refused' as const, error: { code: 'PAYMENT_DECLINED' as const, message: 'The card was declined.' } }
    : fakeServices()['orders.checkout']!({ paymentToken, ...command });

beforeAll(async () => {
  gateway = await startGateway(BEHIND_PROXY);
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await gateway.redis.flushdb();
  gateway.services.answer({ ...fakeServices(), 'orders.checkout': checkout });
  gateway.services.asked.length = 0;
});

interface Buyer {
  ip?: string;
  email?: string;
  browser?: string;
}
const newBuyer = (): Required<Buyer> => ({
  ip: newAddress(),
  email: `${randomUUID()}@example.com`,
  browser: randomUUID(),
});
const order = (
  buyer: Buyer,
  sent: { token?: string; challenge?: string; key?: string } = {},
  on = gateway,
): Promise<Answer> => {
  const { ip, email, browser } = { ...newBuyer(), ...buyer };
  return on.call('/api/orders/square', {
    method: 'POST',
    headers: {
      'x-forwarded-for': ip,
      cookie: `geodes_browser=${browser}`,
      ...(sent.key ? { 'idempotency-key': sent.key } : {}),
    },
    body: {
      ...orderBody,
      paymentToken: sent.token ?? 'cnon:card-nonce-ok',
      buyerDetails: { ...buyerDetails, email },
      challenge: sent.challenge,
    },
  });
};
const solutionFor = async (answer: Answer): Promise<string> => {
  expect(answer.status).toBe(428);
  return solve((answer.json().details as ChallengeRequired).challenge);
};
/** Declines cards of one buyer; solves the challenge if one is demanded. */
const decline = async (buyer: Buyer, count: number, on = gateway): Promise<void> => {
  for (let made = 0; made < count; made += 1) {
    let answer = await order(buyer, { token: DECLINED }, on);
    if (answer.status === 428)
      answer = await order(buyer, { token: DECLINED, challenge: await solutionFor(answer) }, on);
    expect(answer.status).toBe(402);
  }
};
const commands = () => gateway.asked('orders.checkout');

describe('after three declined cards', () => {
  it('an order needs a solved challenge, and goes on with it', async () => {
    const buyer = newBuyer();
    await decline(buyer, 3);
    const refused = await order(buyer);
    expect(refused.json()).toEqual({
      statusCode: 428,
      code: 'CHALLENGE_REQUIRED',
      message: 'One more check is needed, which your browser does by itself. Please try again.',
      details: { challenge: { parameters: expect.anything(), signature: expect.any(String) } },
    });
    expect(commands()).toHaveLength(3);
    expect((await order(buyer, { challenge: await solutionFor(refused) })).status).toBe(201);
    expect(commands().at(-1)).not.toHaveProperty('challenge');
  });

  it.each(['ip', 'email', 'browser'] as const)('they count for the same %s alone', async (same) => {
    const buyer = newBuyer();
    await decline({ [same]: buyer[same] }, 3);
    expect((await order({ [same]: buyer[same] })).status).toBe(428);
    expect((await order({ ...newBuyer() })).status).toBe(201);
  });

  it('an email counts whatever its case', async () => {
    await decline({ email: 'Tester@Example.com' }, 3);
    expect((await order({ email: ' tester@example.COM ' })).status).toBe(428);
  });

  it('an IPv6 address counts with its /64, and five times as many with its /48', async () => {
    for (const ip of ['2001:db8:1:2::1', '2001:db8:1:2::2', '2001:db8:1:2::3']) await decline({ ip }, 1);
    expect((await order({ ip: '2001:db8:1:2::4' })).status).toBe(428);
    for (let net = 3; net < 15; net += 1) {
      expect((await order({ ip: `2001:db8:1:ff::${net}` })).status).toBe(201);
      await decline({ ip: `2001:db8:1:${net}::1` }, 1);
    }
    expect((await order({ ip: '2001:db8:1:ff::1' })).status).toBe(428);
    expect((await order({ ip: '2001:db8:2::1' })).status).toBe(201);
  });

  it('only cards count: not what was not completed, the shop’s account, or a key that is sent again', async () => {
    const buyer = newBuyer();
    for (const code of ['PAYMENT_NOT_COMPLETED', 'OUT_OF_STOCK', 'TOTAL_CHANGED', 'BAD_REQUEST'] as const) {
      gateway.services.answer({ 'orders.checkout': () => ({ outcome: 'refused', error: { code, message: 'No.' } }) });
      await order(buyer);
    }
    const closed = refuse('UNAVAILABLE', 'We could not take the payment.', { retryAfterSeconds: 1 });
    gateway.services.answer({ 'orders.checkout': closed });
    await order(buyer);
    gateway.services.answer({ 'orders.checkout': checkout });
    for (let sent = 0; sent < 5; sent += 1) await order(buyer, { token: DECLINED, key: 'same-key' });
    expect((await order(buyer)).status).toBe(201);
  });

  it('the kept outcome of a key needs no challenge, even in a lock-out', async () => {
    const buyer = newBuyer();
    await decline(buyer, 8);
    gateway.services.answer({ 'orders.check-key': ({ key }) => ({ isKnown: key === 'known' }) });
    expect((await order(buyer, { key: 'known' })).status).toBe(201);
    expect((await order(buyer, { key: 'new' })).status).toBe(429);
  });
});

describe('after eight declined cards', () => {
  it('no order is taken, with the time left in words', async () => {
    const buyer = newBuyer();
    await decline(buyer, 8);
    gateway.services.asked.length = 0;
    const refused = await order({ email: buyer.email });
    expect(refused.status).toBe(429);
    const seconds = Number(refused.headers.get('retry-after'));
    expect(seconds).toBeGreaterThan(14 * 60 - 1);
    expect(seconds).toBeLessThanOrEqual(15 * 60);
    expect(refused.json().message).toBe(
      'Too many cards were declined. Nothing was charged. Please try again in 15 minutes.',
    );
    expect((await order(buyer, { challenge: await solve(await newChallenge()) })).status).toBe(429);
    expect(commands()).toEqual([]);
    expect((await order({})).status).toBe(201);
  });

  it('thirty cards sent at once are not all tried', async () => {
    const eighth = Promise.withResolvers<void>();
    let tried = 0;
    gateway.services.answer({
      'orders.checkout': async (command) => {
        // no card is declined before the eighth is tried, however slowly the thirty arrive
        tried += 1;
        if (tried === 8) eighth.resolve();
        await eighth.promise;
        return checkout(command);
      },
    });
    const ip = newAddress();
    const answers = await Promise.all(Array.from({ length: 30 }, () => order({ ip }, { token: DECLINED })));
    expect(answers.filter(({ status }) => status === 402)).toHaveLength(8);
    // an order that asks again between the third and the eighth decline needs a challenge
    expect(answers.filter(({ status }) => status === 428 || status === 429)).toHaveLength(22);
  });

  it('the hash of a lock-out an hour ago is removed', async () => {
    const lockOuts = 'gateway:declines:lock-outs';
    await gateway.redis.zadd(lockOuts, Date.now() - 61 * 60_000, 'old', Date.now() - 59 * 60_000, 'recent');
    await decline(newBuyer(), 8);
    const kept = await gateway.redis.zrange(lockOuts, 0, -1);
    expect(kept).toContain('recent');
    expect(kept).not.toContain('old');
  });

  it('the store holds neither emails nor IP addresses', async () => {
    const buyer = newBuyer();
    await decline(buyer, 8);
    const keys = await gateway.redis.keys('gateway:declines:*');
    const members = await Promise.all(
      keys.filter((key) => /cards|lock-outs/.test(key)).map((key) => gateway.redis.zrange(key, 0, -1)),
    );
    const stored = JSON.stringify([keys, members]);
    expect(members.length).toBeGreaterThan(3);
    for (const value of Object.values(buyer)) expect(stored).not.toContain(value);
  });
});

const newChallenge = async () => (await gateway.call('/api/challenge')).json<Challenge>();

describe('while most payments of ten minutes are declined', () => {
  const declineForMany = (count: number) => Promise.all(Array.from({ length: count }, () => decline({}, 1)));

  it('everyone needs a challenge after more than 50, and the owner sees it', async () => {
    const cookie = await gateway.logIn();
    const seen = async () => (await gateway.call('/api/admin/declined-cards', { cookie })).json<DeclinedCards>();
    await declineForMany(50);
    expect((await order({})).status).toBe(201);
    expect(await seen()).toEqual({ declined: 50, paid: 1, isEveryoneChallenged: false, lockedOut: 0 });
    await declineForMany(1);
    expect(await seen()).toEqual({ declined: 51, paid: 1, isEveryoneChallenged: true, lockedOut: 0 });
    const refused = await order({});
    expect((await order({}, { challenge: await solutionFor(refused) })).status).toBe(201);
  });

  it('an order needs none if a third is paid', async () => {
    for (let paid = 0; paid < 26; paid += 1) expect((await order({})).status).toBe(201);
    await declineForMany(52);
    expect((await order({})).status).toBe(201);
  });
});

describe('the limits of declined cards', () => {
  it('are lifted by RATE_LIMIT=off', async () => {
    await using other = await startGateway({ ...BEHIND_PROXY, RATE_LIMIT: 'off' }, { 'orders.checkout': checkout });
    for (let made = 0; made < 10; made += 1)
      expect((await order({ ip: '203.0.113.1' }, { token: DECLINED }, other)).status).toBe(402);
  });

  it('are counted in memory while Redis is unreachable: who reached one waits, all others buy', async () => {
    const away = { ...BEHIND_PROXY, REDIS_URL: 'redis://127.0.0.1:1' };
    await using other = await startGateway(away, { 'orders.checkout': checkout });
    await decline({ ip: '203.0.113.1' }, 3, other);
    const refused = await order({ ip: '203.0.113.1' }, {}, other);
    expect(refused.json()).toMatchObject({ statusCode: 503, code: 'UNAVAILABLE' });
    expect((await order({}, {}, other)).status).toBe(201);
  });
});

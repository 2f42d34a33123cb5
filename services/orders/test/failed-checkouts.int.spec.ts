import { randomUUID } from 'node:crypto';
import type { CheckoutOutcome } from '@geodes/contracts';
import { demoBuyer, type FakeHandlers } from '@geodes/testing';
import { eventually } from './eventually.js';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterEach(() => shop.neighbours.answer(shop.answers));
afterAll(() => shop.stop());

const request = () => ({
  key: randomUUID(),
  items: [{ geodeId: randomUUID(), quantity: 1 }],
  buyerDetails: demoBuyer(),
  waitMs: 8_000,
});
const asked = (subject: string) => shop.neighbours.asked.filter((one) => one.subject === subject);
const isFirst = async (email: string) => (await shop.bus.call('orders.check-first-time', { email })).isFirstTime;
const discountOf = (outcome: CheckoutOutcome) => (outcome.outcome === 'paid' ? outcome.order.discount : outcome);

describe('a checkout that is given up after its payment was captured behind the shop', () => {
  const refused = {
    outcome: 'refused',
    error: { code: 'PAYMENT_NOT_COMPLETED', message: expect.stringContaining('refunded in full') as string },
  };

  it('ends with the word that the money goes back, where the void has settled it', async () => {
    shop.neighbours.answer({
      'payments.authorise': () => ({ outcome: 'voided' }),
      'payments.void': () => ({ outcome: 'refunded' }),
    });
    const same = request();
    expect(await shop.checkout(same)).toMatchObject(refused);
    expect(await shop.checkout(same)).toMatchObject(refused);
    expect(shop.shelf.get(same.items[0]!.geodeId)).toBeNull();
    expect(await isFirst(same.buyerDetails.email)).toBe(true);
  });

  it('asks for the money to go back where it was taken, and ends once that is known', async () => {
    let isAway = true;
    shop.neighbours.answer({
      'payments.authorise': () => ({ outcome: 'voided' }),
      'payments.void': ({ attemptId }) => ({ outcome: 'captured', squarePaymentId: `square-${attemptId}` }),
      'payments.refund': () => ({ outcome: isAway ? 'unknown' : 'refunded' }),
    });
    const same = request();
    const pending = await shop.checkout({ ...same, waitMs: 1_000 });
    expect(pending).toMatchObject({ outcome: 'pending' });
    expect(shop.shelf.get(same.items[0]!.geodeId)).not.toBeNull();
    isAway = false;
    const outcome = await eventually(
      () => shop.checkout(same),
      (seen) => seen.outcome === 'refused',
    );
    expect(outcome).toMatchObject(refused);
    expect(asked('payments.capture')).toEqual([]);
    const [order] = await shop.bus.call('orders.lookup', { email: same.buyerDetails.email });
    expect(order).toMatchObject({ status: 'cancelled' });
    expect(shop.shelf.get(same.items[0]!.geodeId)).toBeNull();
  });

  it('never asks for it once an order stands', async () => {
    const before = asked('payments.refund').length;
    expect(await shop.checkout(request())).toMatchObject({ outcome: 'paid' });
    expect(asked('payments.refund')).toHaveLength(before);
  });
});

describe('a checkout whose payment Square refuses for a reason of the shop’s account', () => {
  const notTaken = {
    outcome: 'refused',
    error: { code: 'UNAVAILABLE', message: 'We could not take the payment. Nothing was charged.' },
  };
  const refuse = () => shop.neighbours.answer({ 'payments.authorise': () => ({ outcome: 'refused' }) });
  const orders = ({ buyerDetails: { email } }: { buyerDetails: { email: string } }) =>
    shop.bus.call('orders.lookup', { email });

  it('ends at once, without a void, and gives the geodes and the discount back', async () => {
    refuse();
    const same = request();
    const voids = asked('payments.void').length;
    expect(await shop.checkout(same)).toEqual(notTaken);
    expect(asked('payments.void')).toHaveLength(voids);
    expect(shop.shelf.get(same.items[0]!.geodeId)).toBeNull();
    expect(await isFirst(same.buyerDetails.email)).toBe(true);
    expect(await orders(same)).toEqual([]);
  });

  it('is tried again under the same key: refused the same way, then paid once, and then answered the same', async () => {
    refuse();
    const same = request();
    expect(await shop.checkout(same)).toEqual(notTaken);
    expect(await shop.checkout(same)).toEqual(notTaken);
    shop.neighbours.answer(shop.answers);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => shop.checkout(same)));
    expect(outcomes[0]).toMatchObject({ outcome: 'paid' });
    expect(new Set([...outcomes, await shop.checkout(same)].map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await orders(same)).toHaveLength(1);
    await expect(shop.checkout({ ...request(), key: same.key })).rejects.toMatchObject({ code: 'KEY_REUSED' });
  });

  it('keeps a number that the buyer may have been told: found cancelled, also after the key led to a paid order', async () => {
    refuse();
    const same = request();
    expect(await shop.checkout({ ...same, isNumberKnown: true })).toEqual(notTaken);
    expect(await orders(same)).toMatchObject([{ status: 'cancelled' }]);
    shop.neighbours.answer(shop.answers);
    expect(await shop.checkout({ ...same, isNumberKnown: true })).toMatchObject({ outcome: 'paid' });
    expect((await orders(same)).map(({ status }) => status).sort()).toEqual(['cancelled', 'paid']);
  });
});

describe('a checkout whose money Square does not give back', () => {
  const owed = {
    outcome: 'refused',
    error: { code: 'PAYMENT_NOT_COMPLETED', message: expect.stringContaining('has not gone through yet') as string },
  };

  it.each<[string, FakeHandlers]>([
    ['the void', { 'payments.void': () => ({ outcome: 'owed' }) }],
    [
      'the refund',
      {
        'payments.void': ({ attemptId }) => ({ outcome: 'captured', squarePaymentId: `square-${attemptId}` }),
        'payments.refund': () => ({ outcome: 'owed' }),
      },
    ],
  ])('ends with the truth where %s says so, and the geode is on sale again', async (_who, answers) => {
    shop.neighbours.answer({ 'payments.authorise': () => ({ outcome: 'voided' }), ...answers });
    const same = request();
    expect(await shop.checkout(same)).toMatchObject(owed);
    expect(await shop.checkout(same)).toMatchObject(owed);
    expect(shop.shelf.get(same.items[0]!.geodeId)).toBeNull();
  });
});

describe('the first-order discount of an order that the system cancels', () => {
  const endings: [string, FakeHandlers][] = [
    [
      'the card is declined',
      { 'payments.authorise': () => ({ outcome: 'declined', code: 'X', message: 'Declined.' }) },
    ],
    ['the authorisation stays unknown and is voided', { 'payments.authorise': () => ({ outcome: 'unknown' }) }],
    ['the authorisation has expired', { 'payments.capture': () => ({ outcome: 'gone' }) }],
    [
      'the money was given back',
      { 'payments.authorise': () => ({ outcome: 'voided' }), 'payments.void': () => ({ outcome: 'refunded' }) },
    ],
  ];

  it.each(endings)('is there again after %s, and the next order has it, once', async (_ending, answers) => {
    shop.neighbours.answer(answers);
    const first = request();
    const { email } = first.buyerDetails;
    const outcome = await eventually(
      () => shop.checkout(first),
      (seen) => seen.outcome !== 'pending',
    );
    expect(outcome).toMatchObject({ outcome: 'refused' });
    expect(await isFirst(email)).toBe(true);

    shop.neighbours.answer(shop.answers);
    const next = await Promise.all(
      Array.from({ length: 6 }, () => shop.checkout({ ...request(), buyerDetails: demoBuyer(email) })),
    );
    expect(next.map(discountOf).sort()).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00', '12.91']);
    expect(await isFirst(email)).toBe(false);
    expect(discountOf(await shop.checkout({ ...request(), buyerDetails: demoBuyer(email) }))).toBe('0.00');
  });

  it('is not to be had while the order that claims it is still being confirmed, and once it is paid never again', async () => {
    const answer = Promise.withResolvers<void>();
    const capture = shop.answers['payments.capture'];
    shop.neighbours.answer({ 'payments.capture': (command) => answer.promise.then(() => capture?.(command)) });
    const first = request();
    const { email } = first.buyerDetails;
    expect(await shop.checkout({ ...first, waitMs: 300 })).toMatchObject({
      outcome: 'pending',
      order: { discount: '12.91' },
    });
    expect(await isFirst(email)).toBe(false);
    const second = shop.checkout({ ...request(), buyerDetails: demoBuyer(email) });
    answer.resolve();
    expect(discountOf(await second)).toBe('0.00');
    expect(discountOf(await shop.checkout(first))).toBe('12.91');
    expect(await isFirst(email)).toBe(false);
  });

  it('given back and claimed at the same time is had once: no cancelled order takes it from a paid one', async () => {
    for (let round = 0; round < 5; round += 1) {
      const email = `buyer-${randomUUID()}@example.com`;
      const declined = { ...request(), buyerDetails: demoBuyer(email), paymentToken: 'cnon:card-nonce-declined' };
      const outcomes = await Promise.all([
        shop.checkout(declined),
        ...Array.from({ length: 4 }, () => shop.checkout({ ...request(), buyerDetails: demoBuyer(email) })),
      ]);
      const discounts = outcomes.slice(1).map(discountOf);
      expect(discounts.filter((discount) => discount === '12.91').length).toBeLessThanOrEqual(1);
      const claims = await shop.database.query('SELECT order_id FROM discount_claim WHERE email = $1', [email]);
      expect(claims).toHaveLength(discounts.filter((discount) => discount === '12.91').length);
      expect(await isFirst(email)).toBe(false);
    }
  });
});

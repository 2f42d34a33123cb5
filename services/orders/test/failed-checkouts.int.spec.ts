import { randomUUID } from 'node:crypto';
import type { Checkout, CheckoutOutcome } from '@geodes/contracts';
import { Pruning } from '@geodes/kit';
import { demoBuyer, type FakeHandlers } from '@geodes/testing';
import { newCheckout, type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterEach(() => shop.fakes.answer(shop.defaultHandlers));
afterAll(() => shop.stop());

const request = () => ({ ...newCheckout(), waitMs: 8_000 });
const callsOf = (subject: string) => shop.fakes.asked.filter((one) => one.subject === subject);
const isFirst = async (email: string) => (await shop.bus.call('orders.check-first-time', { email })).isFirstTime;
const discountOf = (outcome: CheckoutOutcome) => (outcome.outcome === 'paid' ? outcome.order.discount : outcome);

describe('a checkout given up although its payment was captured', () => {
  const refused = {
    outcome: 'refused',
    error: { code: 'PAYMENT_NOT_COMPLETED', message: expect.stringContaining('refunded in full') as string },
  };

  it('is refused with the refund text if the void refunded the payment', async () => {
    shop.fakes.answer({
      'payments.authorise': () => ({ outcome: 'voided' }),
      'payments.void': () => ({ outcome: 'refunded' }),
    });
    const same = request();
    expect(await shop.checkout(same)).toMatchObject(refused);
    expect(await shop.checkout(same)).toMatchObject(refused);
    expect(shop.reservations.get(same.items[0]!.geodeId)).toBeNull();
    expect(await isFirst(same.buyerDetails.email)).toBe(true);
  });

  it('requests a refund, and ends once the refund is known', async () => {
    let isAway = true;
    shop.fakes.answer({
      'payments.authorise': () => ({ outcome: 'voided' }),
      'payments.void': ({ attemptId }) => ({ outcome: 'captured', squarePaymentId: `square-${attemptId}` }),
      'payments.refund': () => ({ outcome: isAway ? 'unknown' : 'refunded' }),
    });
    const same = request();
    const pending = await shop.checkout({ ...same, waitMs: 1_000 });
    expect(pending).toMatchObject({ outcome: 'pending' });
    expect(shop.reservations.get(same.items[0]!.geodeId)).not.toBeNull();
    isAway = false;
    const outcome = await readUntil(
      () => shop.checkout(same),
      (outcome) => outcome.outcome === 'refused',
    );
    expect(outcome).toMatchObject(refused);
    expect(callsOf('payments.capture')).toEqual([]);
    const [order] = await shop.bus.call('orders.lookup', { email: same.buyerDetails.email });
    expect(order).toMatchObject({ status: 'cancelled' });
    expect(shop.reservations.get(same.items[0]!.geodeId)).toBeNull();
  });

  it('never requests a refund of a paid order', async () => {
    const before = callsOf('payments.refund').length;
    expect(await shop.checkout(request())).toMatchObject({ outcome: 'paid' });
    expect(callsOf('payments.refund')).toHaveLength(before);
  });
});

describe('a checkout whose payment Square refuses because of the shop’s account', () => {
  const paymentUnavailable = {
    outcome: 'refused',
    error: { code: 'UNAVAILABLE', message: 'We could not take the payment. Nothing was charged.' },
  };
  const refusePayments = () => shop.fakes.answer({ 'payments.authorise': () => ({ outcome: 'refused' }) });
  const ordersOf = ({ buyerDetails: { email } }: { buyerDetails: { email: string } }) =>
    shop.bus.call('orders.lookup', { email });

  it('ends without a void, and frees its geode and its discount', async () => {
    refusePayments();
    const same = request();
    const voids = callsOf('payments.void').length;
    expect(await shop.checkout(same)).toEqual(paymentUnavailable);
    expect(callsOf('payments.void')).toHaveLength(voids);
    expect(shop.reservations.get(same.items[0]!.geodeId)).toBeNull();
    expect(await isFirst(same.buyerDetails.email)).toBe(true);
    expect(await ordersOf(same)).toEqual([]);
  });

  it('frees its key: sent again it is refused again, then paid once', async () => {
    refusePayments();
    const same = request();
    expect(await shop.checkout(same)).toEqual(paymentUnavailable);
    expect(await shop.checkout(same)).toEqual(paymentUnavailable);
    // what stands in its place is no key that a buyer could send
    const freed: { key: string }[] = await shop.database.query(
      "SELECT key FROM checkout_attempt WHERE state = 'refused' ORDER BY created_at DESC LIMIT 2",
    );
    for (const { key } of freed) expect(key).toMatch(/[^ -~]/);
    shop.fakes.answer(shop.defaultHandlers);
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => shop.checkout(same)));
    expect(outcomes[0]).toMatchObject({ outcome: 'paid' });
    expect(new Set([...outcomes, await shop.checkout(same)].map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(await ordersOf(same)).toHaveLength(1);
    await expect(shop.checkout({ ...request(), key: same.key })).rejects.toMatchObject({ code: 'KEY_REUSED' });
  });

  it('stays a cancelled order if the buyer may have seen its number, also after its key led to a paid order', async () => {
    refusePayments();
    const same = request();
    expect(await shop.checkout({ ...same, isNumberKnown: true })).toEqual(paymentUnavailable);
    expect(await ordersOf(same)).toMatchObject([{ status: 'cancelled' }]);
    shop.fakes.answer(shop.defaultHandlers);
    expect(await shop.checkout({ ...same, isNumberKnown: true })).toMatchObject({ outcome: 'paid' });
    expect((await ordersOf(same)).map(({ status }) => status).sort()).toEqual(['cancelled', 'paid']);
  });
});

describe('a checkout whose refund Square refuses', () => {
  const refundOverdue = {
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
  ])('is refused with the overdue text after %s fails, and its geode returns to sale', async (_step, handlers) => {
    shop.fakes.answer({ 'payments.authorise': () => ({ outcome: 'voided' }), ...handlers });
    const same = request();
    expect(await shop.checkout(same)).toMatchObject(refundOverdue);
    expect(await shop.checkout(same)).toMatchObject(refundOverdue);
    expect(shop.reservations.get(same.items[0]!.geodeId)).toBeNull();
  });
});

describe('the first-order discount of a failed checkout', () => {
  const endings: [string, FakeHandlers][] = [
    [
      'the card is declined',
      { 'payments.authorise': () => ({ outcome: 'declined', code: 'X', message: 'Declined.' }) },
    ],
    ['the authorisation stays unknown and is voided', { 'payments.authorise': () => ({ outcome: 'unknown' }) }],
    ['the authorisation has expired', { 'payments.capture': () => ({ outcome: 'gone' }) }],
    [
      'the payment was refunded',
      { 'payments.authorise': () => ({ outcome: 'voided' }), 'payments.void': () => ({ outcome: 'refunded' }) },
    ],
  ];

  it.each(endings)('is free again after %s, and one of the next orders gets it', async (_ending, handlers) => {
    shop.fakes.answer(handlers);
    const first = request();
    const { email } = first.buyerDetails;
    const outcome = await readUntil(
      () => shop.checkout(first),
      (outcome) => outcome.outcome !== 'pending',
    );
    expect(outcome).toMatchObject({ outcome: 'refused' });
    expect(await isFirst(email)).toBe(true);

    shop.fakes.answer(shop.defaultHandlers);
    const next = await Promise.all(
      Array.from({ length: 6 }, () => shop.checkout({ ...request(), buyerDetails: demoBuyer(email) })),
    );
    expect(next.map(discountOf).sort()).toEqual(['0.00', '0.00', '0.00', '0.00', '0.00', '12.91']);
    expect(await isFirst(email)).toBe(false);
    expect(discountOf(await shop.checkout({ ...request(), buyerDetails: demoBuyer(email) }))).toBe('0.00');
  });

  it('is not free while the checkout that claims it is open, nor after that was paid', async () => {
    const reply = Promise.withResolvers<void>();
    const capture = shop.defaultHandlers['payments.capture'];
    shop.fakes.answer({ 'payments.capture': (command) => reply.promise.then(() => capture?.(command)) });
    const first = request();
    const { email } = first.buyerDetails;
    expect(await shop.checkout({ ...first, waitMs: 2_000 })).toMatchObject({
      outcome: 'pending',
      order: { discount: '12.91' },
    });
    expect(await isFirst(email)).toBe(false);
    const second = shop.checkout({ ...request(), buyerDetails: demoBuyer(email) });
    reply.resolve();
    expect(discountOf(await second)).toBe('0.00');
    expect(discountOf(await shop.checkout(first))).toBe('12.91');
    expect(await isFirst(email)).toBe(false);
  });

  it('is given at most once when a release and new claims race', async () => {
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

describe('pruning of checkouts', () => {
  const DECLINED = 'cnon:card-nonce-declined';

  /** Sends a checkout and dates its end back by `days`. Returns the command. */
  const endedCheckout = async (days: number, change: Partial<Checkout>): Promise<Partial<Checkout>> => {
    const command = newCheckout();
    await shop.checkout({ ...command, ...change });
    await shop.database.query(`UPDATE checkout_attempt SET updated_at = now() - $2 * interval '1 day' WHERE key = $1`, [
      command.key,
      days,
    ]);
    return command;
  };
  const exists = async ({ key }: Partial<Checkout>): Promise<boolean> =>
    (await shop.database.query<unknown[]>('SELECT FROM checkout_attempt WHERE key = $1', [key])).length > 0;

  it('deletes a refused checkout, with the buyer details, 90 days after its end; its key then begins a new one', async () => {
    const [old, young] = [
      await endedCheckout(91, { paymentToken: DECLINED }),
      await endedCheckout(89, { paymentToken: DECLINED }),
    ];
    expect(await shop.app.get(Pruning).run()).toMatchObject({ checkout_attempt: 1 });
    expect([await exists(old), await exists(young)]).toEqual([false, true]);
    expect(await shop.checkout(young)).toMatchObject({ outcome: 'refused' });
    expect(await shop.checkout(old)).toMatchObject({ outcome: 'paid' });
  });

  it('keeps a paid checkout and a refused one whose order number the buyer may have seen', async () => {
    const [cancelled, paid] = [
      await endedCheckout(91, { paymentToken: DECLINED, isNumberKnown: true }),
      await endedCheckout(91, {}),
    ];
    expect(await shop.app.get(Pruning).run()).toMatchObject({ checkout_attempt: 0 });
    expect([await exists(cancelled), await exists(paid)]).toEqual([true, true]);
    const orders = await shop.bus.call('orders.lookup', { email: cancelled.buyerDetails!.email });
    expect(orders.map(({ status }) => status)).toEqual(['cancelled']);
  });
});

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { metrics } from '@geodes/kit';
import { demoBuyer, eventually } from '@geodes/testing';
import { AttemptStore } from '../src/checkout/attempt-store.js';
import { CheckoutAgeTask } from '../src/checkout/checkout-age.task.js';
import { CheckoutRecovery } from '../src/checkout/checkout-recovery.js';
import { newCheckout, type OrdersUnderTest, readUntil, snapshot, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterEach(() => shop.fakes.answer(shop.defaultHandlers));
afterAll(() => shop.stop());

const attemptOf = async (orderId: string) =>
  (await shop.database.query('SELECT * FROM checkout_attempt WHERE order_id = $1', [orderId]))[0];
const orderOf = async (orderId: string) =>
  (await shop.database.query('SELECT * FROM shop_order WHERE id = $1', [orderId]))[0];

describe('a checkout', () => {
  it('ends paid with one order, one capture and its event in the outbox', async () => {
    const order = await shop.buy();
    expect(order).toMatchObject({ total: '116.14', discount: '12.91', status: 'paid' });
    expect(order.orderNumber).toBe(order.orderId.slice(-8).toUpperCase());
    const row = await orderOf(order.orderId);
    expect(row).toMatchObject({ payment_state: 'captured', status: 'paid', total_cents: 11_614 });
    expect(shop.ledger.get(row.payment_attempt_id)).toBe('captured');
    expect(await shop.database.query('SELECT type FROM outbox WHERE order_id = $1', [order.orderId])).toEqual([
      { type: 'order.paid' },
    ]);
  });

  it('returns the same order for the same key and body, also to concurrent requests', async () => {
    const same = newCheckout();
    const outcomes = await Promise.all(Array.from({ length: 10 }, () => shop.checkout(same)));
    expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1);
    expect(outcomes[0]).toMatchObject({ outcome: 'paid' });
    expect(await shop.checkout({ ...same, paymentToken: 'cnon:another' })).toEqual(outcomes[0]);
    const reservations = shop.fakes.asked.filter(
      ({ subject, request }) =>
        subject === 'catalog.reserve-geodes' && JSON.stringify(request).includes(same.items[0]!.geodeId),
    );
    expect(reservations).toHaveLength(1);
  });

  it('refuses a known key with another body', async () => {
    const key = randomUUID();
    await shop.checkout({ key });
    await expect(shop.checkout({ key })).rejects.toMatchObject({ code: 'KEY_REUSED' });
  });

  it('refuses a total above the card limit before it calls payments, and frees the key', async () => {
    shop.fakes.answer({
      'catalog.reserve-geodes': ({ orderId, items }) => ({
        orderId,
        items: items.map(({ geodeId }) => ({ ...snapshot(geodeId), priceCents: 60_000_000 })),
      }),
    });
    const items = [1, 2].map(() => ({ geodeId: randomUUID(), quantity: 1 }));
    const key = randomUUID();
    const outcome = await shop.checkout({ key, items });
    shop.fakes.answer(shop.defaultHandlers);
    const reason = expect.stringContaining('One order can be paid up to $1,000,000.00') as string;
    expect(outcome).toEqual({
      outcome: 'refused',
      error: { code: 'BAD_REQUEST', message: reason, details: [{ field: 'items', reason }] },
    });
    const [{ order_id: orderId }] = await shop.database.query(
      `SELECT order_id FROM checkout_attempt WHERE refusal ->> 'code' = 'BAD_REQUEST'`,
    );
    const calls = shop.fakes.asked.filter(({ request }) => JSON.stringify(request).includes(orderId));
    expect(calls.map(({ subject }) => subject)).toEqual(['catalog.reserve-geodes', 'catalog.release-geodes']);
    expect(await shop.checkout({ key, items: items.slice(1) })).toMatchObject({ outcome: 'paid' });
  });

  it('makes its key known, paid or refused', async () => {
    const items = [{ geodeId: randomUUID(), quantity: 1 }];
    for (const outcome of ['paid', 'refused']) {
      const key = randomUUID();
      expect(await shop.bus.call('orders.check-key', { key })).toEqual({ isKnown: false });
      expect(await shop.checkout({ key, items })).toMatchObject({ outcome });
      expect(await shop.bus.call('orders.check-key', { key })).toEqual({ isKnown: true });
    }
  });

  it('refuses nineteen of twenty concurrent buyers of one geode', async () => {
    const items = [{ geodeId: randomUUID(), quantity: 1 }];
    const outcomes = await Promise.all(Array.from({ length: 20 }, () => shop.checkout({ items })));
    expect(outcomes.filter(({ outcome }) => outcome === 'paid')).toHaveLength(1);
    const refused = outcomes.filter((outcome) => outcome.outcome === 'refused');
    expect(refused.map(({ error }) => error.code)).toEqual(Array(19).fill('OUT_OF_STOCK'));
  });

  describe('of a sold geode', () => {
    const soldGeode = async () => {
      const items = [{ geodeId: randomUUID(), quantity: 1 }];
      await shop.checkout({ items });
      return items;
    };
    const subjectsCalledFor = (orderId: string) =>
      shop.fakes.asked.filter(({ request }) => JSON.stringify(request).includes(orderId)).map(({ subject }) => subject);
    const orderIdOf = async (key: string): Promise<string> => {
      const [{ order_id: orderId }] = await shop.database.query(
        'SELECT order_id FROM checkout_attempt WHERE key = $1',
        [key],
      );
      return orderId;
    };

    it('is refused by the reservation, keeps that outcome under its key and releases nothing', async () => {
      const items = await soldGeode();
      const same = { ...newCheckout(), items };
      const outcome = await shop.checkout(same);
      expect(outcome).toEqual({
        outcome: 'refused',
        error: {
          code: 'OUT_OF_STOCK',
          message: 'This stone was just sold.',
          details: { geodeIds: [items[0]!.geodeId] },
        },
      });
      shop.reservations.set(items[0]!.geodeId, null);
      expect(await shop.checkout(same)).toEqual(outcome);
      expect(subjectsCalledFor(await orderIdOf(same.key))).toEqual(['catalog.reserve-geodes']);
      await expect(shop.checkout({ ...same, buyerDetails: demoBuyer() })).rejects.toMatchObject({ code: 'KEY_REUSED' });
    });

    it('becomes a cancelled order if the buyer saw its number before', async () => {
      const same = { ...newCheckout(), items: await soldGeode() };
      const reserve = shop.defaultHandlers['catalog.reserve-geodes']!;
      shop.fakes.answer({
        'catalog.reserve-geodes': async (command) => {
          await sleep(500);
          return reserve(command);
        },
      });
      expect(await shop.checkout({ ...same, waitMs: 100 })).toMatchObject({ outcome: 'pending' });
      expect(await shop.checkout(same)).toMatchObject({ outcome: 'refused', error: { code: 'OUT_OF_STOCK' } });
      const orders = await shop.bus.call('orders.lookup', { email: same.buyerDetails.email });
      expect(orders).toMatchObject([{ id: await orderIdOf(same.key), status: 'cancelled' }]);
    });
  });

  it('keeps a decline under its key and returns the geode to sale', async () => {
    const declined = newCheckout();
    const { items } = declined;
    const outcome = await shop.checkout({ ...declined, paymentToken: 'cnon:card-nonce-declined' });
    expect(outcome).toMatchObject({
      outcome: 'refused',
      error: { code: 'PAYMENT_DECLINED', message: 'Your card was declined.' },
    });
    expect(await shop.checkout(declined)).toEqual(outcome);
    expect(shop.reservations.get(items[0]!.geodeId)).toBeNull();
    expect(await shop.checkout({ items })).toMatchObject({ outcome: 'paid' });
  });

  it('is refused without a charge if the expected total differs', async () => {
    const outcome = await shop.checkout({ expectedTotal: '129.05' });
    expect(outcome).toMatchObject({
      outcome: 'refused',
      error: { code: 'TOTAL_CHANGED', details: { total: '116.14' } },
    });
  });
});

describe('an abandoned checkout', () => {
  /** Leaves an attempt as a worker does that was killed a minute ago: in `state`, with an expired lease. */
  const abandon = async (orderId: string, state: string, begunSecondsAgo = 60) => {
    await shop.database.query(
      `UPDATE checkout_attempt SET state = $2, lease_token = gen_random_uuid(), lease_until = now() - interval '1 minute',
              created_at = now() - $3 * interval '1 second' WHERE order_id = $1`,
      [orderId, state, begunSecondsAgo],
    );
  };
  const recover = () => shop.app.get(CheckoutRecovery)['round']();
  const declinedCheckout = async () => {
    const same = newCheckout();
    await shop.checkout({ ...same, paymentToken: 'cnon:card-nonce-declined' });
    const [row] = await shop.database.query('SELECT * FROM checkout_attempt WHERE key = $1', [same.key]);
    return { same, orderId: row.order_id as string, paymentId: row.payment_attempt_id as string };
  };

  it.each(['reserving', 'priced', 'releasing'])(
    'in state %s is refused without a charge, and its geode returns to sale',
    async (state) => {
      const {
        orderId,
        same: { items },
      } = await declinedCheckout();
      shop.reservations.set(items[0]!.geodeId, orderId);
      await abandon(orderId, state);
      await recover();
      const row = await readUntil(
        () => attemptOf(orderId),
        (attempt) => attempt.state === 'refused',
      );
      expect(row.state).toBe('refused');
      expect(shop.reservations.get(items[0]!.geodeId)).toBeNull();
    },
  );

  it.each(['authorising', 'voiding'])('in state %s is voided before its geode is released', async (state) => {
    const {
      orderId,
      same: { items },
      paymentId,
    } = await declinedCheckout();
    shop.ledger.set(paymentId, 'authorised');
    shop.reservations.set(items[0]!.geodeId, orderId);
    await abandon(orderId, state);
    await recover();
    await eventually('the refusal', async () => (await attemptOf(orderId)).state === 'refused', 40_000);
    expect(shop.ledger.get(paymentId)).toBe('voided');
    expect(shop.reservations.get(items[0]!.geodeId)).toBeNull();
  });

  it('shows its age in the metrics until it ends, also while its recovery waits', async () => {
    const reply = Promise.withResolvers<void>();
    shop.fakes.answer({ 'payments.void': () => reply.promise.then(() => ({ outcome: 'voided' })) });
    const age = async () =>
      (await metrics.registry.getSingleMetric('shop_checkouts_age_seconds')!.get()).values[0]?.value ?? NaN;
    const { orderId } = await declinedCheckout();
    await abandon(orderId, 'voiding', 400);
    await recover();
    await eventually('the age of the checkout', async () => (await age()) >= 400);
    reply.resolve();
    await eventually('the end of the checkout', async () => {
      await shop.app.get(CheckoutAgeTask)['round']();
      return (await age()) < 400;
    });
    expect((await attemptOf(orderId)).state).toBe('refused');
  });

  it('after the pivot becomes a paid order without the buyer', async () => {
    const { orderId } = await shop.buy();
    await shop.database.query(
      "UPDATE shop_order SET payment_state = 'authorised', status = 'pending', square_payment_id = NULL WHERE id = $1",
      [orderId],
    );
    await abandon(orderId, 'authorised');
    await eventually('the payment', async () => (await attemptOf(orderId)).state === 'paid', 40_000);
    expect(await orderOf(orderId)).toMatchObject({ payment_state: 'captured', status: 'paid' });
  });

  it('ends paid if its command is sent again within half a minute', async () => {
    const { same, orderId, paymentId } = await declinedCheckout();
    await shop.database.query('UPDATE checkout_attempt SET refusal = NULL WHERE order_id = $1', [orderId]);
    shop.reservations.set(same.items[0]!.geodeId, orderId);
    await abandon(orderId, 'reserving', 25);
    await recover();
    expect(await shop.checkout(same)).toMatchObject({ outcome: 'paid' });
    expect(shop.ledger.get(paymentId)).toBe('captured');
  });

  it('ends paid if the outcome of its capture is unknown at first', async () => {
    const captured: string[] = [];
    const capture = shop.defaultHandlers['payments.capture'];
    shop.fakes.answer({
      'payments.capture': (command) => {
        captured.push(command.attemptId);
        return captured.length === 1 ? { outcome: 'unknown' } : capture?.(command);
      },
    });
    expect(await shop.checkout()).toMatchObject({ outcome: 'paid' });
    expect([captured.length, new Set(captured).size]).toEqual([2, 1]);
  });

  it('cancels its order and frees the discount if the authorisation is gone', async () => {
    shop.fakes.answer({ 'payments.capture': () => ({ outcome: 'gone' }) });
    const buyerDetails = demoBuyer();
    expect(await shop.checkout({ buyerDetails })).toMatchObject({
      outcome: 'refused',
      error: { code: 'PAYMENT_NOT_COMPLETED' },
    });
    const [order] = await shop.bus.call('orders.lookup', { email: buyerDetails.email });
    expect(order).toMatchObject({ status: 'cancelled' });
    expect(await shop.bus.call('orders.check-first-time', { email: buyerDetails.email })).toEqual({
      isFirstTime: true,
    });
  });
});

describe('an order number that a buyer may have seen', () => {
  const statusesOf = async (email: string) =>
    (await shop.bus.call('orders.lookup', { email })).map(({ status }) => status);

  it.each([
    ['a declined card', { paymentToken: 'cnon:card-nonce-declined' }],
    ['a changed total', { expectedTotal: '1.00' }],
  ])('belongs to a cancelled order after %s', async (_what, change) => {
    const buyerDetails = demoBuyer();
    expect(await shop.checkout({ buyerDetails, ...change, isNumberKnown: true })).toMatchObject({ outcome: 'refused' });
    expect(await statusesOf(buyerDetails.email)).toEqual(['cancelled']);
    expect(await shop.bus.call('orders.check-first-time', { email: buyerDetails.email })).toEqual({
      isFirstTime: true,
    });
  });

  it('belongs to one cancelled order if the geode was sold before, however often the key is sent', async () => {
    const items = [{ geodeId: randomUUID(), quantity: 1 }];
    await shop.checkout({ items });
    const same = { ...newCheckout(), items };
    const outcome = await shop.checkout(same);
    expect(await statusesOf(same.buyerDetails.email)).toEqual([]);
    for (const isNumberKnown of [true, true, false])
      expect(await shop.checkout({ ...same, isNumberKnown })).toEqual(outcome);
    expect(await statusesOf(same.buyerDetails.email)).toEqual(['cancelled']);
  });

  it('belongs to a paid order after a paid checkout', async () => {
    const same = newCheckout();
    expect(await shop.checkout({ ...same, isNumberKnown: true })).toMatchObject({ outcome: 'paid' });
    expect(await statusesOf(same.buyerDetails.email)).toEqual(['paid']);
  });
});

describe('a checkout whose outcome is unknown', () => {
  it('throws UNAVAILABLE if the database goes away while the buyer waits', async () => {
    const reply = Promise.withResolvers<void>();
    const decline = { outcome: 'declined', code: 'GENERIC_DECLINE', message: 'Your card was declined.' } as const;
    shop.fakes.answer({ 'payments.authorise': () => reply.promise.then(() => decline) });
    const lost = Object.assign(new Error('the database system is shutting down'), { code: '57P01' });
    const find = jest.spyOn(shop.app.get(AttemptStore), 'find').mockRejectedValue(lost);
    await expect(shop.checkout({ waitMs: 200 })).rejects.toMatchObject({
      code: 'UNAVAILABLE',
      details: { part: 'database' },
    });
    find.mockRestore();
    reply.resolve();
  });

  /** Leaves a checkout pending until `reply` resolves: payments does not respond to its capture before. */
  const pendingCheckout = async () => {
    const reply = Promise.withResolvers<void>();
    const capture = shop.defaultHandlers['payments.capture'];
    shop.fakes.answer({ 'payments.capture': (command) => reply.promise.then(() => capture?.(command)) });
    const same = newCheckout();
    const pending = await shop.checkout({ ...same, waitMs: 2_000 });
    if (pending.outcome !== 'pending') throw new Error(JSON.stringify(pending));
    return { same, reply, order: pending.order };
  };

  it('is pending under an order number that is found, and returns its outcome once that is known', async () => {
    const { same, reply, order } = await pendingCheckout();
    expect(order).toMatchObject({ status: 'pending', total: '116.14' });
    const found = await shop.bus.call('orders.lookup', { email: same.buyerDetails.email });
    expect(found.map(({ id }) => id)).toEqual([order.orderId]);
    reply.resolve();
    expect(await shop.checkout({ ...same, waitMs: 5_000 })).toMatchObject({ outcome: 'paid' });
  });

  it('locks the attempt before the order when it is paid, so that no deadlock is possible', async () => {
    const { same, reply, order } = await pendingCheckout();
    await shop.database.transaction(async (manager) => {
      await manager.query('SELECT FROM checkout_attempt WHERE order_id = $1 FOR UPDATE', [order.orderId]);
      reply.resolve();
      await sleep(500);
      await manager.query('SELECT FROM shop_order WHERE id = $1 FOR UPDATE NOWAIT', [order.orderId]);
    });
    expect(await shop.checkout({ ...same, waitMs: 5_000 })).toMatchObject({ outcome: 'paid' });
  });
});

import { randomUUID } from 'node:crypto';
import type { OrderRefund, PlacedRefund, RefundOrder, RefundPart, RefundPartOutcome } from '@geodes/contracts';
import { AppError, unavailable } from '@geodes/kit';
import { RefundSyncTask } from '../src/refunds/refund-sync.task.js';
import { RefundTask } from '../src/refunds/refund.task.js';
import { settleRefunds } from '../src/refunds/refund-records.js';
import { SalesService } from '../src/sales/sales.service.js';
import { type OrdersUnderTest, PRICE_CENTS, startOrders } from './orders-app.js';

/** The order of one geode with the first-order discount. */
const TOTAL_CENTS = PRICE_CENTS - Math.round(PRICE_CENTS / 10);

let shop: OrdersUnderTest;
/** The faked Square: refunds by their idempotency key. */
const atSquare = new Map<string, OrderRefund & RefundPart>();
let settlesAs = 'COMPLETED';
/** A round of the task that continues refunds. Its own rounds would compete with those of the tests. */
let playRound: () => Promise<unknown>;

const refundPart = (command: RefundPart): RefundPartOutcome => {
  const known = atSquare.get(command.refundId);
  const refund = known ?? {
    ...command,
    orderId: '',
    squareRefundId: `R-${command.refundId}`,
    status: settlesAs,
    createdAt: new Date().toISOString(),
  };
  atSquare.set(command.refundId, refund);
  return { outcome: 'accepted', squareRefundId: refund.squareRefundId, status: 'pending' };
};
const listRefunds = async ({ orders }: { orders: { orderId: string }[] }): Promise<OrderRefund[]> => {
  const rows = await shop.database.query<{ id: string; attempt: string }[]>(
    'SELECT id, payment_attempt_id AS attempt FROM shop_order WHERE id = ANY ($1)',
    [orders.map(({ orderId }) => orderId)],
  );
  return rows.flatMap(({ id, attempt }) =>
    [...atSquare.values()].filter(({ attemptId }) => attemptId === attempt).map((one) => ({ ...one, orderId: id })),
  );
};

beforeAll(async () => {
  shop = await startOrders();
  const task = shop.app.get(RefundTask);
  playRound = task['round'].bind(task);
  task['round'] = () => Promise.resolve(undefined);
});
afterAll(() => shop.stop());
beforeEach(() => {
  settlesAs = 'COMPLETED';
  shop.fakes.answer({
    'payments.refund-part': refundPart,
    'payments.list-refunds': listRefunds,
    'catalog.return-geodes': ({ geodeIds }) => ({ returned: geodeIds }),
  });
  shop.fakes.asked.length = 0;
});

/** Buys one geode. */
const buy = async () => {
  const geodeId: string = randomUUID();
  return { geodeId, ...(await shop.buy({ items: [{ geodeId, quantity: 1 }] })) };
};
const refund = (orderId: string, change: Partial<RefundOrder> = {}): Promise<PlacedRefund> => {
  const refundId = randomUUID();
  return shop.bus.call('orders.refund', { orderId, refundId, key: refundId, ...change }, { timeoutMs: 15_000 });
};
const readOrder = async (orderId: string) => {
  const [row] = await shop.database.query<
    { status: string; refunded: number; attemptId: string; squarePaymentId: string }[]
  >(
    `SELECT status, refunded_cents AS refunded, payment_attempt_id AS "attemptId",
            square_payment_id AS "squarePaymentId" FROM shop_order WHERE id = $1`,
    [orderId],
  );
  return row!;
};
/** Refunds an order in Square's dashboard. */
const refundAtSquare = async (orderId: string, amountCents: number) => {
  const refundId = randomUUID();
  refundPart({ refundId, attemptId: (await readOrder(orderId)).attemptId, amountCents });
  return atSquare.get(refundId)!;
};
const countLetters = async (orderId: string): Promise<number> =>
  (await shop.database.query<unknown[]>("SELECT FROM letter WHERE kind = 'refund' AND order_id = $1", [orderId]))
    .length;
const askedFor = (subject: string) => shop.fakes.asked.filter((one) => one.subject === subject);
/** Runs the task that continues refunds, as if their pause were over. */
const continueRefunds = async (): Promise<void> => {
  await shop.database.query("UPDATE order_refund SET next_try_at = now() - interval '1 second'");
  await playRound();
};

describe('a refund from the panel', () => {
  it('in part leaves the order as it is, with a letter, and the rest can follow', async () => {
    const { orderId, email } = await buy();
    expect(await refund(orderId, { amountCents: 1_000 })).toMatchObject({ amount: '10.00', status: 'completed' });
    expect(await readOrder(orderId)).toMatchObject({ status: 'paid', refunded: 1_000 });
    expect(await countLetters(orderId)).toBe(1);
    const { orders } = await shop.bus.call('orders.export-buyer', { email });
    expect(orders).toMatchObject([{ refunds: [{ amountCents: 1_000, state: 'completed' }] }]);
    await refund(orderId);
    expect(await readOrder(orderId)).toMatchObject({ status: 'cancelled', refunded: TOTAL_CENTS });
    expect(await countLetters(orderId)).toBe(2);
  });

  it('of the whole amount before the shipment cancels the order and frees the first-order discount', async () => {
    const { orderId, email } = await buy();
    await refund(orderId);
    expect((await readOrder(orderId)).status).toBe('cancelled');
    expect(await shop.bus.call('orders.check-first-time', { email })).toEqual({ isFirstTime: true });
    await expect(shop.bus.call('orders.set-status', { id: orderId, status: 'shipped' })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
  });

  it('of the whole amount after the shipment leaves the status, also if the owner sets it back later', async () => {
    const { orderId } = await buy();
    await shop.bus.call('orders.set-status', { id: orderId, status: 'shipped' });
    await refund(orderId);
    expect((await readOrder(orderId)).status).toBe('shipped');
    await shop.bus.call('orders.set-status', { id: orderId, status: 'paid' });
    await syncFromSquare(orderId);
    expect((await readOrder(orderId)).status).toBe('paid');
  });

  it('puts the chosen geodes on sale once Square has taken it, and no others', async () => {
    const { orderId, geodeId } = await buy();
    settlesAs = 'PENDING';
    const { id, status } = await refund(orderId, { restock: [geodeId] });
    expect([status, askedFor('catalog.return-geodes')]).toEqual(['pending', []]);
    Object.assign(atSquare.get(id) ?? {}, { status: 'COMPLETED' });
    await continueRefunds();
    await continueRefunds();
    expect(askedFor('catalog.return-geodes').map(({ request }) => request)).toEqual([{ orderId, geodeIds: [geodeId] }]);
  });

  it('that a webhook says is completed puts its geodes on sale at once, however long its pause was', async () => {
    const { orderId, geodeId } = await buy();
    settlesAs = 'PENDING';
    const { id } = await refund(orderId, { restock: [geodeId] });
    await shop.database.query("UPDATE order_refund SET next_try_at = now() + interval '5 minutes' WHERE id = $1", [id]);
    Object.assign(atSquare.get(id) ?? {}, { status: 'COMPLETED' });
    await settleRefunds(shop.database.manager, { orderId, refunds: await listRefunds({ orders: [{ orderId }] }) });
    await playRound();
    expect(askedFor('catalog.return-geodes')).toHaveLength(1);
  });

  it('that Square fails gives nothing back', async () => {
    const { orderId, geodeId } = await buy();
    settlesAs = 'FAILED';
    expect(await refund(orderId, { restock: [geodeId] })).toMatchObject({ status: 'failed' });
    expect(await readOrder(orderId)).toMatchObject({ status: 'paid', refunded: 0 });
    expect(askedFor('catalog.return-geodes')).toEqual([]);
    expect(await countLetters(orderId)).toBe(0);
  });

  it('that Square keeps pending for days sends its letter when it is completed', async () => {
    const { orderId } = await buy();
    settlesAs = 'PENDING';
    const { id } = await refund(orderId);
    await shop.database.query("UPDATE order_refund SET created_at = now() - interval '3 days' WHERE id = $1", [id]);
    Object.assign(atSquare.get(id) ?? {}, { status: 'COMPLETED' });
    await continueRefunds();
    expect(await countLetters(orderId)).toBe(1);
  });

  it('counts a refund that was made in Square a moment ago', async () => {
    const { orderId } = await buy();
    await refundAtSquare(orderId, 400);
    await expect(refund(orderId, { amountCents: TOTAL_CENTS - 399 })).rejects.toMatchObject({ code: 'NOT_REFUNDABLE' });
    expect(await refund(orderId)).toMatchObject({
      amount: ((TOTAL_CENTS - 400) / 100).toFixed(2),
      status: 'completed',
    });
  });

  it('that Square refuses because of a refund made in Square shows that one at once', async () => {
    const { orderId } = await buy();
    const { attemptId } = await readOrder(orderId);
    shop.fakes.answer({
      'payments.refund-part': () => {
        refundPart({ refundId: randomUUID(), attemptId, amountCents: TOTAL_CENTS });
        return { outcome: 'refused', message: 'REFUND_AMOUNT_INVALID' };
      },
    });
    expect(await refund(orderId)).toMatchObject({ status: 'failed' });
    expect(await readOrder(orderId)).toMatchObject({ status: 'cancelled', refunded: TOTAL_CENTS });
  });

  it("that Square refuses is shown with Square's words, and the amount is free again", async () => {
    const { orderId } = await buy();
    shop.fakes.answer({
      'payments.refund-part': () => ({ outcome: 'refused', message: 'REFUND_DECLINED: No funds.' }),
    });
    expect(await refund(orderId)).toMatchObject({ status: 'failed', message: 'REFUND_DECLINED: No funds.' });
    const { orders } = await shop.bus.call('orders.list', { archived: false, page: 1, limit: 1 });
    expect(orders[0]?.ownRefunds).toEqual([
      expect.objectContaining({ status: 'failed', message: 'REFUND_DECLINED: No funds.' }),
    ]);
    shop.fakes.answer({ 'payments.refund-part': refundPart });
    expect(await refund(orderId)).toMatchObject({ status: 'completed' });
  });

  it('says in the order which geodes it takes back, unless it fails', async () => {
    const { orderId, geodeId } = await buy();
    const readItems = async () => {
      const { orders } = await shop.bus.call('orders.list', { archived: false, page: 1, limit: 1 });
      return orders[0]?.items.map(({ geode, isTakenBack }) => [geode.id, isTakenBack]);
    };
    settlesAs = 'FAILED';
    await refund(orderId, { amountCents: 100, restock: [geodeId] });
    expect(await readItems()).toEqual([[geodeId, undefined]]);
    settlesAs = 'PENDING';
    await refund(orderId, { amountCents: 100, restock: [geodeId] });
    expect(await readItems()).toEqual([[geodeId, true]]);
  });

  it('is never more than what is left, however many are sent at once', async () => {
    const { orderId } = await buy();
    const half = Math.ceil(TOTAL_CENTS / 2) + 1;
    const answers = await Promise.allSettled(Array.from({ length: 6 }, () => refund(orderId, { amountCents: half })));
    expect(answers.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await readOrder(orderId)).toMatchObject({ refunded: half });
    await expect(refund(orderId, { amountCents: half })).rejects.toMatchObject({
      code: 'NOT_REFUNDABLE',
      message: `Only $${((TOTAL_CENTS - half) / 100).toFixed(2)} of this order can still be given back.`,
    });
  });

  it('happens once for each key, and a key is not used for another refund', async () => {
    const { orderId } = await buy();
    const refundId = randomUUID();
    const same = { refundId, key: refundId, amountCents: 500 };
    const answers = await Promise.all([refund(orderId, same), refund(orderId, same), refund(orderId, same)]);
    expect(new Set(answers.map(({ id }) => id))).toEqual(new Set([refundId]));
    expect(await readOrder(orderId)).toMatchObject({ refunded: 500 });
    await expect(refund(orderId, { ...same, amountCents: 600 })).rejects.toMatchObject({ code: 'KEY_REUSED' });
  });

  it('whose outcome is unknown stays pending and is continued until it is known', async () => {
    const { orderId } = await buy();
    shop.fakes.answer({
      'payments.refund-part': (command) => {
        refundPart(command);
        throw unavailable('payments');
      },
    });
    expect(await refund(orderId)).toMatchObject({ status: 'pending' });
    // Square has it; a copy of Square's list must not count it as a second one
    await syncFromSquare(orderId);
    expect(await readOrder(orderId)).toMatchObject({ status: 'paid', refunded: 0 });
    shop.fakes.answer({ 'payments.refund-part': refundPart });
    await continueRefunds();
    expect(await readOrder(orderId)).toMatchObject({ status: 'cancelled', refunded: TOTAL_CENTS });
    expect(await countLetters(orderId)).toBe(1);
    expect(await refundRows(orderId)).toBe(1);
  });

  it('keeps trying to put geodes on sale while the catalogue is away', async () => {
    const { orderId, geodeId } = await buy();
    shop.fakes.answer({
      'catalog.return-geodes': () => {
        throw new AppError('CHANGED', 'The sale of this order is not recorded in the catalogue yet.');
      },
    });
    expect(await refund(orderId, { restock: [geodeId] })).toMatchObject({ status: 'completed' });
    shop.fakes.answer({ 'catalog.return-geodes': ({ geodeIds }) => ({ returned: geodeIds }) });
    await continueRefunds();
    expect(askedFor('catalog.return-geodes')).toHaveLength(2);
  });

  it('is refused for orders that are not paid or do not exist', async () => {
    await expect(refund(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { orderId } = await buy();
    await expect(refund(orderId, { restock: [randomUUID()] })).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await shop.database.query("UPDATE shop_order SET payment_state = 'authorised' WHERE id = $1", [orderId]);
    await expect(refund(orderId)).rejects.toMatchObject({ code: 'NOT_REFUNDABLE' });
  });
});

describe('a refund made in Square', () => {
  it('cancels the order and sends a letter like one from the panel', async () => {
    const { orderId } = await buy();
    await refundAtSquare(orderId, TOTAL_CENTS);
    const cleared = jest.spyOn(shop.app.get(SalesService), 'clearCache');
    await syncFromSquare(orderId);
    await syncFromSquare(orderId);
    expect(await readOrder(orderId)).toMatchObject({ status: 'cancelled', refunded: TOTAL_CENTS });
    expect(await countLetters(orderId)).toBe(1);
    expect(cleared).toHaveBeenCalledTimes(1);
    await expect(refund(orderId)).rejects.toMatchObject({
      message: 'The whole amount of this order was given back already.',
    });
  });

  it('days ago sends its letter if it was pending until now, and none if it was completed then', async () => {
    for (const [status, letters] of Object.entries({ PENDING: 1, COMPLETED: 0 })) {
      const { orderId } = await buy();
      const made = Object.assign(await refundAtSquare(orderId, 400), { createdAt: '2026-01-01T00:00:00.000Z', status });
      await syncFromSquare(orderId);
      made.status = 'COMPLETED';
      await syncFromSquare(orderId);
      expect(await countLetters(orderId)).toBe(letters);
    }
  });

  it('cancels an order whose payment is confirmed only afterwards', async () => {
    const { orderId } = await buy();
    await refundAtSquare(orderId, TOTAL_CENTS);
    for (const state of ['authorised', 'captured']) {
      await shop.database.query('UPDATE shop_order SET payment_state = $2 WHERE id = $1', [orderId, state]);
      await syncFromSquare(orderId);
    }
    expect(await readOrder(orderId)).toMatchObject({ status: 'cancelled', refunded: TOTAL_CENTS });
  });
});

const refundRows = async (orderId: string): Promise<number> =>
  (await shop.database.query<unknown[]>('SELECT FROM order_refund WHERE order_id = $1', [orderId])).length;

const syncFromSquare = async (orderId: string): Promise<void> => {
  const { attemptId, squarePaymentId } = await readOrder(orderId);
  const refunds = await listRefunds({ orders: [{ orderId }] });
  const payment = { attemptId, squarePaymentId, refunds };
  shop.fakes.answer({
    'payments.refunded-since': () => ({ payments: [payment], last: { at: new Date().toISOString(), id: 'R' } }),
  });
  await shop.app.get(RefundSyncTask).round();
};

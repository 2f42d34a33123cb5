import { randomUUID } from 'node:crypto';
import { type Cut, cuttingProxy, type CuttingProxy } from '@geodes/testing';
import { newCheckout, type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

let orders: OrdersUnderTest;
let cutter: CuttingProxy;
beforeAll(async () => {
  orders = await startOrders({ proxyDatabase: async (url) => (cutter = await cuttingProxy(url)).url });
});
afterAll(async () => {
  await orders.stop();
  await cutter.stop();
});

/** The writes of a checkout in order: single statements, and the transactions of the order and the refusal. */
const PAID = ['the attempt', 'the price', 'the order', 'the capture'];
const DECLINED = ['the attempt', 'the price', 'the refusal'];

interface Case {
  card: 'ok' | 'declined';
  /** Index of the write that is cut. */
  write: number;
  cut: Cut;
}
const CASES = (['before', 'unanswered'] as const).flatMap((cut): Case[] => [
  ...PAID.map((_, write): Case => ({ card: 'ok', write, cut })),
  ...DECLINED.map((_, write): Case => ({ card: 'declined', write, cut })),
]);

it('a checkout whose connection is cut at any of its writes becomes one order with one payment, or none', async () => {
  const cuts = new Map(CASES.map((wanted) => [randomUUID(), { ...wanted, writes: 0, isCut: false }]));
  cutter.cut(({ text, values, transaction }) => {
    const isWrite = /^(COMMIT$|INSERT INTO checkout_attempt|WITH leased AS)/.test(text);
    const ownCut = isWrite && [...cuts].find(([orderId]) => (transaction + values).includes(orderId))?.[1];
    if (!ownCut || ownCut.isCut) return undefined;
    ownCut.isCut = ownCut.writes === ownCut.write;
    ownCut.writes += 1;
    return ownCut.isCut ? ownCut.cut : undefined;
  });
  await Promise.all(
    [...cuts].map(async ([orderId, { card }]) => {
      const command = { ...newCheckout(), orderId, key: orderId, paymentToken: `cnon:card-${card}` };
      // As the gateway does, repeats the command until its outcome is known.
      const outcome = await readUntil(
        () => orders.checkout(command).catch(() => undefined),
        (outcome) => outcome !== undefined && outcome.outcome !== 'pending',
      );
      expect(outcome).toMatchObject(
        card === 'ok' ? { outcome: 'paid' } : { outcome: 'refused', error: { code: 'PAYMENT_DECLINED' } },
      );
      expect(orders.reservations.get(command.items[0]!.geodeId)).toBe(card === 'ok' ? orderId : null);
    }),
  );
  cutter.cut(() => undefined);
  for (const [orderId, { card, cut, write, isCut }] of cuts) {
    const [found] = await orders.database.query<{ attempt: string }[]>(
      'SELECT payment_attempt_id AS attempt FROM checkout_attempt WHERE order_id = $1',
      [orderId],
    );
    const rows = await orders.database.query(
      `SELECT (SELECT count(*)::int FROM shop_order WHERE id = $1 AND status = 'paid') AS orders,
              (SELECT count(*)::int FROM outbox WHERE order_id = $1) AS events`,
      [orderId],
    );
    const count = card === 'ok' ? 1 : 0;
    expect([card, cut, write, isCut, ...rows]).toEqual([card, cut, write, true, { orders: count, events: count }]);
    expect(orders.ledger.get(found!.attempt)).toBe(card === 'ok' ? 'captured' : undefined);
  }
});

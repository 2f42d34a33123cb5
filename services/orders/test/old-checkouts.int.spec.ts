import { randomUUID } from 'node:crypto';
import type { Checkout } from '@geodes/contracts';
import { Pruning } from '@geodes/kit';
import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

// Faked: catalog and payments.
let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

const DECLINED = 'cnon:card-nonce-declined';

/** A checkout as it was sent, which ended so many days ago. */
const ended = async (days: number, change: Partial<Checkout>): Promise<Partial<Checkout>> => {
  const sent = { key: randomUUID(), buyerDetails: demoBuyer(), items: [{ geodeId: randomUUID(), quantity: 1 }] };
  await shop.checkout({ ...sent, ...change });
  await shop.database.query(`UPDATE checkout_attempt SET updated_at = now() - $2 * interval '1 day' WHERE key = $1`, [
    sent.key,
    days,
  ]);
  return sent;
};
const isKept = async ({ key }: Partial<Checkout>): Promise<boolean> =>
  (await shop.database.query<unknown[]>('SELECT FROM checkout_attempt WHERE key = $1', [key])).length > 0;

describe('a checkout that was refused', () => {
  it('is forgotten, with what was typed, 90 days after it ended; its key then begins a new one', async () => {
    const [old, young] = [await ended(91, { paymentToken: DECLINED }), await ended(89, { paymentToken: DECLINED })];
    expect(await shop.app.get(Pruning).run()).toMatchObject({ checkout_attempt: 1 });
    expect([await isKept(old), await isKept(young)]).toEqual([false, true]);
    expect(await shop.checkout(young)).toMatchObject({ outcome: 'refused' });
    expect(await shop.checkout(old)).toMatchObject({ outcome: 'paid' });
  });

  it('stays where the buyer was told a number, and so does one that was paid', async () => {
    const [told, paid] = [await ended(91, { paymentToken: DECLINED, isNumberKnown: true }), await ended(91, {})];
    expect(await shop.app.get(Pruning).run()).toMatchObject({ checkout_attempt: 0 });
    expect([await isKept(told), await isKept(paid)]).toEqual([true, true]);
    const orders = await shop.bus.call('orders.lookup', { email: told.buyerDetails!.email });
    expect(orders.map(({ status }) => status)).toEqual(['cancelled']);
  });
});

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

/** Sends a checkout and dates its end back by `days`. Returns the command. */
const endedCheckout = async (days: number, change: Partial<Checkout>): Promise<Partial<Checkout>> => {
  const command = { key: randomUUID(), buyerDetails: demoBuyer(), items: [{ geodeId: randomUUID(), quantity: 1 }] };
  await shop.checkout({ ...command, ...change });
  await shop.database.query(`UPDATE checkout_attempt SET updated_at = now() - $2 * interval '1 day' WHERE key = $1`, [
    command.key,
    days,
  ]);
  return command;
};
const exists = async ({ key }: Partial<Checkout>): Promise<boolean> =>
  (await shop.database.query<unknown[]>('SELECT FROM checkout_attempt WHERE key = $1', [key])).length > 0;

describe('pruning of checkouts', () => {
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

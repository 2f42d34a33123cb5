import { randomUUID } from 'node:crypto';
import { requestContext } from '@geodes/kit';
import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

const SESSION = 'Safari on iOS 0b1c2d';
let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

const asOwner = <T>(work: () => Promise<T>, requestId: string = randomUUID()): Promise<T> =>
  requestContext.run({ requestId, session: SESSION }, work);
const auditLog = (id: string) => shop.bus.call('orders.list-changes', { id, page: 1, limit: 20 });
const buy = async () => {
  const buyerDetails = demoBuyer();
  const outcome = await shop.checkout({ buyerDetails });
  if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
  return { id: outcome.order.orderId, buyerDetails };
};

describe('the audit log of an order', () => {
  it('records the statuses that the owner sets, and the archiving', async () => {
    const { id } = await buy();
    await asOwner(() => shop.bus.call('orders.set-status', { id, status: 'shipped' }), 'ship-it');
    await asOwner(() => shop.bus.call('orders.set-status', { id, status: 'shipped' }));
    await asOwner(() => shop.bus.call('orders.archive', { id }));
    const { changes, total } = await auditLog(id);
    expect(total).toBe(2);
    expect(changes).toEqual([
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/Z$/) as string,
        action: 'archived',
        fields: [{ field: 'archived', before: false, after: true }],
        session: SESSION,
        requestId: expect.any(String) as string,
      },
      {
        id: expect.any(String) as string,
        at: expect.stringMatching(/Z$/) as string,
        action: 'edited',
        fields: [{ field: 'status', before: 'paid', after: 'shipped' }],
        session: SESSION,
        requestId: 'ship-it',
      },
    ]);
  });

  it('contains no data of the buyer and no refused commands', async () => {
    const { id, buyerDetails } = await buy();
    await expect(asOwner(() => shop.bus.call('orders.archive', { id }))).rejects.toMatchObject({
      code: 'NOT_ARCHIVABLE',
    });
    expect(await auditLog(id)).toMatchObject({ changes: [], total: 0 });
    await asOwner(() => shop.bus.call('orders.set-status', { id, status: 'completed' }));
    const rows = JSON.stringify(await shop.database.query('SELECT * FROM change WHERE entity_id = $1', [id]));
    for (const word of [buyerDetails.email, buyerDetails.lastName, buyerDetails.address])
      expect(rows).not.toContain(word);
  });

  it('is written in the transaction of the change', async () => {
    const { id } = await buy();
    await shop.database.query(
      `ALTER TABLE change ADD CONSTRAINT refuse_entries CHECK (entity_id <> '${id}') NOT VALID`,
    );
    try {
      await expect(shop.bus.call('orders.set-status', { id, status: 'shipped' })).rejects.toThrow();
    } finally {
      await shop.database.query('ALTER TABLE change DROP CONSTRAINT refuse_entries');
    }
    const [order] = await shop.database.query('SELECT status FROM shop_order WHERE id = $1', [id]);
    expect(order).toEqual({ status: 'paid' });
  });
});

import { orderNumber, type Shipment, type ShipmentResult } from '@geodes/contracts';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

const buy = async (): Promise<string> => (await shop.buy()).orderId;
const ship = async (...shipments: Shipment[]): Promise<ShipmentResult[]> =>
  (await shop.bus.call('orders.ship', { shipments })).results;
const read = async (id: string) =>
  (await shop.database.query('SELECT status, carrier, tracking_number FROM shop_order WHERE id = $1', [id]))[0];
const letters = async (id: string): Promise<number> =>
  (await shop.database.query<unknown[]>("SELECT FROM letter WHERE kind = 'order-shipped' AND order_id = $1", [id]))
    .length;

describe('the tracking of an order', () => {
  it('is stored with its status, stays if it is missing, and is cleared by null or an empty text', async () => {
    const id = await buy();
    const set = async (tracking: object) => {
      const order = await shop.bus.call('orders.set-status', { id, status: 'shipped', ...tracking });
      return [order.carrier, order.trackingNumber];
    };
    expect(await set({ carrier: 'usps', trackingNumber: ' 9400  1000\t0000 ' })).toEqual(['usps', '9400 1000 0000']);
    expect(await set({})).toEqual(['usps', '9400 1000 0000']);
    expect(await set({ carrier: 'ups', trackingNumber: '' })).toEqual(['ups', null]);
    expect(await set({ carrier: null, trackingNumber: '1Z9' })).toEqual([null, '1Z9']);
    const { changes } = await shop.bus.call('orders.list-changes', { id, page: 1, limit: 20 });
    expect(changes[1]?.fields).toEqual([
      { field: 'carrier', before: 'usps', after: 'ups' },
      { field: 'trackingNumber', before: '9400 1000 0000', after: null },
    ]);
  });

  it('does not undo a status that was set elsewhere meanwhile', async () => {
    const id = await buy();
    await shop.bus.call('orders.set-status', { id, status: 'delivered' });
    const save = (status: 'shipped' | 'delivered') =>
      shop.bus.call('orders.set-status', { id, status, expectedStatus: status, trackingNumber: '1Z9' });
    await expect(save('shipped')).rejects.toMatchObject({
      code: 'CHANGED',
      message: 'This order is delivered by now. Please look at it again.',
    });
    expect(await read(id)).toMatchObject({ status: 'delivered', tracking_number: null });
    expect(await save('delivered')).toMatchObject({ status: 'delivered', trackingNumber: '1Z9' });
  });

  it('is in the letter that the buyer gets once, when the order becomes shipped', async () => {
    const id = await buy();
    await shop.bus.call('orders.set-status', { id, status: 'paid', trackingNumber: '1' });
    expect(await letters(id)).toBe(0);
    for (const status of ['shipped', 'paid', 'shipped'] as const)
      await shop.bus.call('orders.set-status', { id, status });
    expect(await letters(id)).toBe(1);
  });
});

describe('a list of parcels', () => {
  it('ships each order for itself, and says why it refuses one', async () => {
    const [paid, unpaid, cancelled, archived, delivered] = await Promise.all([buy(), buy(), buy(), buy(), buy()]);
    await shop.database.query("UPDATE shop_order SET payment_state = 'authorised' WHERE id = $1", [unpaid]);
    await shop.database.query("UPDATE shop_order SET payment_state = 'cancelled', status = 'cancelled' WHERE id = $1", [
      cancelled,
    ]);
    await shop.bus.call('orders.set-status', { id: archived, status: 'shipped' });
    await shop.bus.call('orders.archive', { id: archived });
    await shop.bus.call('orders.set-status', { id: delivered, status: 'delivered' });
    const tracking = { carrier: 'usps', trackingNumber: '9400' } as const;
    const list = [unpaid, cancelled, archived, delivered].map((id) => ({ orderNumber: orderNumber(id), ...tracking }));
    const results = await ship(
      ...list,
      { orderNumber: '0000000G' },
      { orderNumber: '00000000' },
      { orderNumber: ` #${orderNumber(paid).toLowerCase()}`, ...tracking },
      { orderNumber: orderNumber(paid), trackingNumber: 'other' },
    );
    expect(results.map(({ outcome, message }) => [outcome, message])).toEqual([
      ['refused', 'The payment of this order is not confirmed yet.'],
      ['refused', 'This order was cancelled.'],
      ['refused', 'This order is in the archive.'],
      ['refused', 'This order is delivered already. Its tracking number can be changed in its details.'],
      ['refused', 'An order number has eight digits or letters from A to F.'],
      ['refused', 'There is no order 00000000.'],
      ['shipped', null],
      ['refused', `Order ${orderNumber(paid)} is in this list twice; only its first line counts.`],
    ]);
    expect(await read(paid)).toEqual({ status: 'shipped', carrier: 'usps', tracking_number: '9400' });
    expect(await read(unpaid)).toMatchObject({ status: 'paid', tracking_number: null });
    expect(await letters(paid)).toBe(1);
  });

  it('refuses a number that two orders have', async () => {
    const id = await buy();
    const twin = `00000000-0000-4000-8000-0000${id.slice(-8)}`;
    await shop.database.query(
      `INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
         discount_cents, total_cents, payment_attempt_id)
       SELECT $2, 'cancelled', 'cancelled', email, '', '', '', '', '', '', 0, 0, gen_random_uuid()
       FROM shop_order WHERE id = $1`,
      [id, twin],
    );
    expect(await ship({ orderNumber: orderNumber(id) })).toEqual([
      {
        orderNumber: orderNumber(id),
        outcome: 'refused',
        message: `Several orders have the number ${orderNumber(id)}. Please set this one in its details.`,
      },
    ]);
    expect((await read(id)).status).toBe('paid');
  });

  it('may be sent again: what is shipped with the same tracking stays, and other tracking is stored', async () => {
    const id = await buy();
    const parcel = { orderNumber: orderNumber(id), carrier: 'fedex', trackingNumber: '12' } as const;
    const outcomes = async (change: Partial<Shipment> = {}) =>
      (await ship({ ...parcel, ...change })).map(({ outcome }) => outcome);
    expect(await outcomes()).toEqual(['shipped']);
    expect(await outcomes()).toEqual(['unchanged']);
    expect(await outcomes({ trackingNumber: '13' })).toEqual(['shipped']);
    expect(await letters(id)).toBe(1);
    await shop.bus.call('orders.set-status', { id, status: 'delivered' });
    expect(await outcomes({ trackingNumber: '13' })).toEqual(['unchanged']);
    expect(await read(id)).toEqual({ status: 'delivered', carrier: 'fedex', tracking_number: '13' });
  });

  it('only says what would happen when it is a check', async () => {
    const id = await buy();
    const { results } = await shop.bus.call('orders.ship', {
      shipments: [{ orderNumber: orderNumber(id), trackingNumber: '9400' }, { orderNumber: '00000000' }],
      isCheck: true,
    });
    expect(results.map(({ outcome }) => outcome)).toEqual(['shipped', 'refused']);
    expect(await read(id)).toEqual({ status: 'paid', carrier: null, tracking_number: null });
  });

  it('says of a shipped order that its number is replaced, and that no second letter is sent', async () => {
    const id = await buy();
    const parcel = { orderNumber: orderNumber(id), carrier: 'ups', trackingNumber: '1ZOLD' } as const;
    expect(await ship(parcel)).toMatchObject([{ outcome: 'shipped', message: null }]);
    const check = async (change: Partial<Shipment>) => {
      const { results } = await shop.bus.call('orders.ship', { shipments: [{ ...parcel, ...change }], isCheck: true });
      return results.map(({ outcome, message }) => [outcome, message]);
    };
    const replaced = 'Its number 1ZOLD is replaced; the buyer gets no second letter.';
    const updated = 'It is shipped already. Its tracking is updated; the buyer gets no second letter.';
    expect(await check({ trackingNumber: '1ZNEW' })).toEqual([['shipped', replaced]]);
    expect(await check({ carrier: 'fedex' })).toEqual([['shipped', updated]]);
    expect(await check({})).toEqual([['unchanged', null]]);
  });

  it('goes on after an order that the database refuses', async () => {
    const [bad, good] = await Promise.all([buy(), buy()]);
    await shop.database.query(
      `ALTER TABLE letter ADD CONSTRAINT refuse_letter CHECK (subject_id <> '${bad}') NOT VALID`,
    );
    try {
      const results = await ship({ orderNumber: orderNumber(bad) }, { orderNumber: orderNumber(good) });
      expect(results.map(({ outcome }) => outcome)).toEqual(['refused', 'shipped']);
      expect(results[0]?.message).toMatch(/could not store this one/);
    } finally {
      await shop.database.query('ALTER TABLE letter DROP CONSTRAINT refuse_letter');
    }
    expect((await read(bad)).status).toBe('paid');
  });
});

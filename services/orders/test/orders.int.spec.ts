import { randomUUID } from 'node:crypto';
import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, PRICE_CENTS, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

const buy = async () => {
  const buyerDetails = demoBuyer();
  const outcome = await shop.checkout({ buyerDetails });
  if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
  return { id: outcome.order.orderId, email: buyerDetails.email };
};

describe('an order', () => {
  it('is found by email, without name, postal address and phone number', async () => {
    const { id, email } = await buy();
    const [order] = await shop.bus.call('orders.lookup', { email: ` ${email.toUpperCase()} ` });
    expect(order).toEqual({
      id,
      status: 'paid',
      createdAt: expect.any(String),
      total: '116.14',
      discount: '12.91',
      refunded: '0.00',
      carrier: null,
      trackingNumber: null,
      items: [
        {
          id: expect.any(String),
          quantity: 1,
          priceAtPurchase: PRICE_CENTS,
          geode: { title: 'Evening Amethyst', imageUrls: ['/objects/a.webp'] },
        },
      ],
    });
  });

  it('accepts every status that the owner may set', async () => {
    const { id } = await buy();
    for (const status of ['pending', 'shipped', 'delivered', 'completed', 'paid'] as const) {
      expect((await shop.bus.call('orders.set-status', { id, status })).status).toBe(status);
    }
  });

  it('refuses a new status while its payment is not captured', async () => {
    const { id } = await buy();
    await shop.database.query("UPDATE shop_order SET payment_state = 'authorised' WHERE id = $1", [id]);
    await expect(shop.bus.call('orders.set-status', { id, status: 'shipped' })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
  });

  it('is archived once, and only if it is shipped, delivered or completed', async () => {
    const { id } = await buy();
    await expect(shop.bus.call('orders.archive', { id })).rejects.toMatchObject({ code: 'NOT_ARCHIVABLE' });
    await shop.bus.call('orders.set-status', { id, status: 'shipped' });
    expect((await shop.bus.call('orders.archive', { id })).archivedAt).not.toBeNull();
    await expect(shop.bus.call('orders.archive', { id })).rejects.toMatchObject({ code: 'ALREADY_ARCHIVED' });
    await expect(shop.bus.call('orders.set-status', { id, status: 'paid' })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
    const archived = await shop.bus.call('orders.list', { archived: true, page: 1, limit: 50 });
    const open = await shop.bus.call('orders.list', { archived: false, page: 1, limit: 50 });
    expect([archived, open].map(({ orders }) => orders.some((order) => order.id === id))).toEqual([true, false]);
  });

  it('is NOT_FOUND if it does not exist', async () => {
    const id = randomUUID();
    await expect(shop.bus.call('orders.set-status', { id, status: 'paid' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(shop.bus.call('orders.archive', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows the owner its payment, postal address and items', async () => {
    const { id, email } = await buy();
    const { orders } = await shop.bus.call('orders.list', { archived: false, page: 1, limit: 1 });
    expect(orders[0]).toMatchObject({
      id,
      customerName: 'Demo Buyer',
      customerEmail: email,
      total: '116.14',
      squarePaymentId: expect.stringMatching(/^square-/),
      items: [{ price: PRICE_CENTS, quantity: 1, geode: { title: 'Evening Amethyst', crystalType: 'Amethyst' } }],
      shippingAddress: {
        addressLine1: '1 Main Street',
        locality: 'Keokuk',
        administrativeDistrictLevel1: 'IA',
        postalCode: '52632',
        country: 'US',
      },
    });
  });
});

describe('an order event', () => {
  it('is not done until its consumer confirms it', async () => {
    const { id } = await buy();
    const row = async () => (await shop.database.query('SELECT * FROM outbox WHERE order_id = $1', [id]))[0];
    const before = await row();
    expect(before.done_at).toBeNull();
    await shop.bus.call('orders.ack-event', { eventId: before.id });
    expect((await row()).done_at).not.toBeNull();
  });
});

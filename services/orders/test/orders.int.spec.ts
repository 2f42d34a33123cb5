import { randomUUID } from 'node:crypto';
import { requestContext } from '@geodes/kit';
import { demoBuyer } from '@geodes/testing';
import { type OrdersUnderTest, PRICE_CENTS, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
beforeAll(async () => {
  shop = await startOrders();
});
afterAll(() => shop.stop());

describe('an order', () => {
  it('is found by email, without name, postal address and phone number', async () => {
    const { orderId: id, email } = await shop.buy();
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

  it('is found by email among a thousand of the same buyer', async () => {
    const { orderId: id, email } = await shop.buy();
    await shop.database.query(
      `INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
           discount_cents, total_cents, payment_attempt_id, square_payment_id)
         SELECT gen_random_uuid(), 'paid', 'captured', $1, '', '', '', '', '', '', 0, 1, gen_random_uuid(), 'n'
           FROM generate_series(1, 999)`,
      [email],
    );
    const orders = await shop.bus.call('orders.lookup', { email });
    expect(orders).toHaveLength(1_000);
    expect(orders.at(-1)).toMatchObject({ id, items: [{ quantity: 1 }] });
  });

  it('accepts every status that the owner may set', async () => {
    const { orderId: id } = await shop.buy();
    for (const status of ['pending', 'shipped', 'delivered', 'completed', 'paid'] as const) {
      expect((await shop.bus.call('orders.set-status', { id, status })).status).toBe(status);
    }
  });

  it('refuses a new status while its payment is not captured', async () => {
    const { orderId: id } = await shop.buy();
    await shop.database.query("UPDATE shop_order SET payment_state = 'authorised' WHERE id = $1", [id]);
    await expect(shop.bus.call('orders.set-status', { id, status: 'shipped' })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
  });

  it('is archived once, and only if it is shipped, delivered or completed', async () => {
    const { orderId: id } = await shop.buy();
    await expect(shop.bus.call('orders.archive', { id })).rejects.toMatchObject({ code: 'NOT_ARCHIVABLE' });
    await shop.bus.call('orders.set-status', { id, status: 'shipped' });
    expect((await shop.bus.call('orders.archive', { id })).archivedAt).not.toBeNull();
    await expect(shop.bus.call('orders.archive', { id })).rejects.toMatchObject({ code: 'ALREADY_ARCHIVED' });
    await expect(shop.bus.call('orders.set-status', { id, status: 'paid' })).rejects.toMatchObject({
      code: 'STATUS_LOCKED',
    });
  });

  it('is NOT_FOUND if it does not exist', async () => {
    const id = randomUUID();
    await expect(shop.bus.call('orders.set-status', { id, status: 'paid' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await expect(shop.bus.call('orders.archive', { id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('shows the owner its payment, postal address and items', async () => {
    const { orderId: id, email } = await shop.buy();
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

describe('the audit log of an order', () => {
  const SESSION = 'Safari on iOS 0b1c2d';

  const asOwner = <T>(work: () => Promise<T>, requestId: string = randomUUID()): Promise<T> =>
    requestContext.run({ requestId, session: SESSION }, work);
  const auditLog = (id: string) => shop.bus.call('orders.list-changes', { id, page: 1, limit: 20 });

  it('records the statuses that the owner sets, and the archiving', async () => {
    const { orderId: id } = await shop.buy();
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
    const buyerDetails = demoBuyer();
    const { orderId: id } = await shop.buy({ buyerDetails });
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
    const { orderId: id } = await shop.buy();
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

describe('used pictures', () => {
  it('are those of orders, whatever their geodes show now, in every form of their URL', async () => {
    const { orderId } = await shop.buy();
    const names = ['c.webp', 'd.webp', 'e.webp', 'y', ''];
    const used = async () => (await shop.bus.call('orders.used-pictures', { names })).used.sort();
    expect(await used()).toEqual([]);
    const imageUrls = ['https://shop.example/objects/c.webp', '/objects/d.webp?w=640', 'https://x.example/y'];
    await shop.database.query('UPDATE order_item SET image_urls = $1 WHERE order_id = $2', [imageUrls, orderId]);
    expect(await used()).toEqual(['c.webp', 'd.webp']);
  });

  it('are found by an index', async () => {
    const plan = await shop.database.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off');
      return JSON.stringify(
        await manager.query(`EXPLAIN SELECT FROM order_item WHERE picture_names(image_urls) && ARRAY['a.webp']`),
      );
    });
    expect(plan).toContain('order_item_pictures');
  });
});

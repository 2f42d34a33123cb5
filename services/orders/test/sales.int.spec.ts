import { randomUUID } from 'node:crypto';
import type { RefundedPayment, ReservedGeode, Sales, SalesQuery } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { RefundSyncTask } from '../src/refunds/refund-sync.task.js';
import { SalesService } from '../src/sales/sales.service.js';
import { type OrdersUnderTest, startOrders } from './orders-app.js';
import { payOrder } from './pay-order.js';

let shop: OrdersUnderTest;
const catalogue = new Map<string, ReservedGeode>();
beforeAll(async () => {
  shop = await startOrders();
  shop.fakes.answer({
    'catalog.reserve-geodes': ({ orderId, items }) => ({
      orderId,
      items: items.map(({ geodeId }) => catalogue.get(geodeId) ?? geode({ geodeId })),
    }),
  });
});
afterAll(() => shop.stop());
beforeEach(async () => {
  await shop.database.query('TRUNCATE shop_order, order_item, discount_claim, first_paid_order');
  service().clearCache();
});

const service = () => shop.app.get(SalesService, { strict: false });
const sales = (query: Partial<SalesQuery> = {}): Promise<Sales> =>
  shop.bus.call('orders.sales', { step: 'day', ...query });

/** Returns a new geode with these features. */
const geode = (change: Partial<ReservedGeode> = {}): ReservedGeode => ({
  geodeId: randomUUID(),
  quantity: 1,
  priceCents: 10_000,
  title: 'Evening Amethyst',
  size: '4 inches',
  location: 'Keokuk, Iowa',
  crystalType: 'Amethyst',
  tier: 'A',
  imageUrl: '',
  imageUrls: [],
  ...change,
});

/** Buys geodes; dates the order back to `at` if that is given. Returns the order id. */
const buy = async (geodes: ReservedGeode[], email?: string, at?: string): Promise<string> => {
  for (const one of geodes) catalogue.set(one.geodeId, one);
  const outcome = await shop.checkout({
    buyerDetails: demoBuyer(email),
    items: geodes.map(({ geodeId }) => ({ geodeId, quantity: 1 })),
    waitMs: 10_000,
  });
  if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
  const { orderId } = outcome.order;
  if (at) await moveOrder(orderId, at);
  return orderId;
};

/** Moves an order to another time, which the shop itself never does. */
const moveOrder = async (orderId: string, at: string): Promise<void> => {
  await shop.database.query('UPDATE shop_order SET created_at = $2 WHERE id = $1', [orderId, at]);
  await shop.database.query('UPDATE order_item SET ordered_at = $2 WHERE order_id = $1', [orderId, at]);
  await shop.database.query(
    `INSERT INTO first_paid_order (email, order_id, ordered_at)
     SELECT DISTINCT ON (email) email, id, created_at FROM shop_order WHERE payment_state = 'captured'
     ORDER BY email, created_at, id
     ON CONFLICT (email) DO UPDATE SET order_id = EXCLUDED.order_id, ordered_at = EXCLUDED.ordered_at`,
  );
  service().clearCache();
};

describe('sales', () => {
  it('are empty before the first sale', async () => {
    const { total, points, firstDay, sold } = await sales();
    expect([total, firstDay, points.length]).toEqual([
      { revenue: '0.00', orders: 0, averageOrder: null, geodes: 0 },
      null,
      30,
    ]);
    expect(sold).toEqual({ crystalType: [], tier: [], location: [], priceBand: [] });
  });

  it('are summed by step, buyer and feature, and split an order among its geodes to the cent', async () => {
    await buy(
      [
        geode({ priceCents: 3_333, crystalType: 'Quartz', tier: 'S' }),
        geode({ priceCents: 3_333, tier: '' }),
        geode({ priceCents: 60_001, location: 'Hamilton, Illinois' }),
      ],
      'anna@example.com',
      '2026-05-04T17:00:00Z',
    );
    await buy([geode({ priceCents: 2_500 })], 'anna@example.com', '2026-06-30T17:00:00Z');
    const result = await sales({ step: 'month', from: '2026-05-01', to: '2026-06-30' });
    // 666.67 minus the discount of 66.67, plus 25.00
    expect(result.total).toEqual({ revenue: '625.00', orders: 2, averageOrder: '312.50', geodes: 4 });
    expect(result.firstDay).toBe('2026-05-04');
    expect(result.points).toEqual([
      { start: '2026-05-01', revenue: '600.00', orders: 1, averageOrder: '600.00' },
      { start: '2026-06-01', revenue: '25.00', orders: 1, averageOrder: '25.00' },
    ]);
    expect(result.buyers).toEqual({
      first: { revenue: '600.00', orders: 1, averageOrder: '600.00' },
      returning: { revenue: '25.00', orders: 1, averageOrder: '25.00' },
    });
    expect(result.sold.crystalType).toEqual([
      { value: 'Amethyst', geodes: 3, revenue: '595.01' },
      { value: 'Quartz', geodes: 1, revenue: '29.99' },
    ]);
    expect(result.sold.tier.map(({ value, geodes }) => [value, geodes])).toEqual([
      ['A', 2],
      ['', 1],
      ['S', 1],
    ]);
    expect(result.sold.location.map(({ value, geodes }) => [value, geodes])).toEqual([
      ['Keokuk, Iowa', 3],
      ['Hamilton, Illinois', 1],
    ]);
    expect(result.sold.priceBand.map(({ value, geodes }) => [value, geodes])).toEqual([
      ['2500', 3],
      ['50000', 1],
    ]);
    for (const slices of Object.values(result.sold))
      expect(slices.reduce((sum, { revenue }) => sum + Math.round(Number(revenue) * 100), 0)).toBe(62_500);
    const june = await sales({ from: '2026-06-01', to: '2026-06-30' });
    expect([june.total.orders, june.sold.crystalType]).toEqual([
      1,
      [{ value: 'Amethyst', geodes: 1, revenue: '25.00' }],
    ]);
  });

  it('count by the calendar day in Iowa, in summer and winter', async () => {
    await buy([geode()], undefined, '2026-01-15T05:59:59.999Z');
    await buy([geode()], undefined, '2026-01-15T06:00:00Z');
    await buy([geode()], undefined, '2026-07-15T04:59:59.999Z');
    await buy([geode()], undefined, '2026-07-15T05:00:00Z');
    const days = async (from: string, to: string) =>
      (await sales({ from, to })).points.map(({ start, orders }) => [start, orders]);
    expect(await days('2026-01-14', '2026-01-15')).toEqual([
      ['2026-01-14', 1],
      ['2026-01-15', 1],
    ]);
    expect(await days('2026-07-14', '2026-07-15')).toEqual([
      ['2026-07-14', 1],
      ['2026-07-15', 1],
    ]);
  });

  it('include archived orders of every status, and no unpaid or cancelled ones', async () => {
    const id = await buy([geode()]);
    await shop.checkout({ paymentToken: 'cnon:card-nonce-declined' });
    await shop.database.query(`UPDATE shop_order SET payment_state = 'cancelled', status = 'cancelled' WHERE id = $1`, [
      await buy([geode()]),
    ]);
    await shop.bus.call('orders.set-status', { id, status: 'delivered' });
    await shop.bus.call('orders.archive', { id });
    expect((await sales()).total).toMatchObject({ orders: 1, revenue: '90.00', geodes: 1 });
  });

  it('are cached until the next sale', async () => {
    await buy([geode()]);
    expect((await sales()).total.revenue).toBe('90.00');
    await shop.database.query('UPDATE shop_order SET total_cents = 8000');
    expect((await sales()).total.revenue).toBe('90.00');
    await buy([geode()]);
    expect((await sales()).total.revenue).toBe('170.00');
  });

  it('return a null tier for orders older than the tier column', async () => {
    await buy([geode({ tier: undefined })]);
    expect((await sales()).sold.tier).toEqual([{ value: null, geodes: 1, revenue: '90.00' }]);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'step'],
  ])('are refused for %j', async (query, field) => {
    await expect(sales(query)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field }] });
  });
});

describe('a buyer in sales', () => {
  const buyers = async () => {
    const { first, returning } = (await sales({ from: '2026-01-01', to: '2026-12-31' })).buyers;
    return [first.orders, returning.orders];
  };

  it('is new with the earliest paid order and returning with every other', async () => {
    await buy([geode()], 'anna@example.com', '2026-05-02T12:00:00Z');
    await buy([geode()], 'ben@example.com', '2026-05-02T12:00:00Z');
    expect(await buyers()).toEqual([2, 0]);
    await buy([geode()], 'ANNA@example.com ', '2026-05-01T12:00:00Z');
    expect(await buyers()).toEqual([2, 1]);
    expect((await sales({ from: '2026-05-01', to: '2026-05-01' })).buyers.first.orders).toBe(1);
  });

  it('is new with the order that was placed first, even if it was paid last', async () => {
    const early = await buy([geode()], 'anna@example.com');
    await shop.database.query(
      `UPDATE shop_order SET payment_state = 'authorised', created_at = '2026-05-01T12:00:00Z' WHERE id = $1`,
      [early],
    );
    await shop.database.query('TRUNCATE first_paid_order');
    const late = await buy([geode()], 'anna@example.com');
    await payOrder(shop, early);
    expect(await shop.database.query('SELECT order_id FROM first_paid_order')).toEqual([{ order_id: early }]);
    expect((await sales()).buyers).toMatchObject({ first: { orders: 0 }, returning: { orders: 1 } });
    expect(late).not.toBe(early);
  });

  it('is new once after concurrent orders', async () => {
    await Promise.all(Array.from({ length: 12 }, () => buy([geode()], 'carla@example.com')));
    const { first, returning } = (await sales()).buyers;
    expect([first.orders, returning.orders]).toEqual([1, 11]);
  });
});

describe('refunds in sales', () => {
  const at = new Date().toISOString();
  const known = new Map<string, RefundedPayment>();
  /** Gives Square's refunds of an order, in cents by status. */
  const refund = async (orderId: string, refunds: Record<string, [cents: number, status: string]>) => {
    const [row] = await shop.database.query(
      'SELECT payment_attempt_id, square_payment_id FROM shop_order WHERE id = $1',
      [orderId],
    );
    known.set(orderId, {
      attemptId: row.payment_attempt_id,
      squarePaymentId: row.square_payment_id,
      refundedCents: 0,
      refunds: Object.entries(refunds).map(([name, [amountCents, status]]) => ({
        squareRefundId: `${name} of ${orderId}`,
        amountCents,
        status,
        createdAt: at,
      })),
    });
    shop.fakes.answer({ 'payments.refunded-since': () => ({ payments: [...known.values()], last: { at, id: 'R' } }) });
    await shop.app.get(RefundSyncTask, { strict: false }).round();
  };
  afterAll(() => shop.fakes.answer({ 'payments.refunded-since': () => ({ payments: [], last: null }) }));

  it('reduce revenue, remove fully refunded orders, and are reverted if they fail', async () => {
    const id = await buy([geode(), geode({ crystalType: 'Quartz' })], 'anna@example.com');
    await buy([geode()], 'anna@example.com');
    await refund(id, { first: [4_001, 'COMPLETED'] });
    expect((await sales()).total).toEqual({ revenue: '239.99', orders: 2, averageOrder: '120.00', geodes: 3 });
    await refund(id, { first: [4_001, 'COMPLETED'], rest: [13_999, 'PENDING'] });
    const { total, buyers, sold } = await sales();
    expect(total).toEqual({ revenue: '100.00', orders: 1, averageOrder: '100.00', geodes: 1 });
    // The refunded order still makes the buyer a returning one.
    expect([buyers.first.orders, buyers.returning.orders]).toEqual([0, 1]);
    expect(sold.crystalType).toEqual([{ value: 'Amethyst', geodes: 1, revenue: '100.00' }]);
    await refund(id, { first: [4_001, 'FAILED'], rest: [13_999, 'FAILED'] });
    expect((await sales()).total).toMatchObject({ revenue: '280.00', orders: 2 });
  });

  it('of another payment change nothing, and never exceed the total of the order', async () => {
    const id = await buy([geode()]);
    const [{ payment_attempt_id: attemptId }] = await shop.database.query(
      'SELECT payment_attempt_id FROM shop_order WHERE id = $1',
      [id],
    );
    shop.fakes.answer({
      'payments.refunded-since': () => ({
        payments: [
          {
            attemptId,
            squarePaymentId: 'a second one',
            refundedCents: 9_000,
            refunds: [{ squareRefundId: 'S', amountCents: 9_000, status: 'COMPLETED', createdAt: at }],
          },
        ],
        last: { at, id: 'S' },
      }),
    });
    await shop.app.get(RefundSyncTask, { strict: false }).round();
    expect((await sales()).total.revenue).toBe('90.00');
    await refund(id, { first: [99_999, 'COMPLETED'] });
    expect((await sales()).total).toMatchObject({ revenue: '0.00', orders: 0 });
  });
});

import { randomUUID } from 'node:crypto';
import type { RefundedPayment, ReservedGeode, Sales, SalesQuery } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { RefundSyncTask } from '../src/refunds/refund-sync.task.js';
import { SalesService } from '../src/sales/sales.service.js';
import { type OrdersUnderTest, snapshot, startOrders } from './orders-app.js';

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
  shop.app.get(SalesService).clearCache();
});

const sales = (query: Partial<SalesQuery> = {}): Promise<Sales> =>
  shop.bus.call('orders.sales', { step: 'day', ...query });

/** Returns a new geode with these features. */
const geode = (change: Partial<ReservedGeode> = {}): ReservedGeode => ({
  ...snapshot(randomUUID()),
  priceCents: 10_000,
  location: 'Keokuk, Iowa',
  ...change,
});

/** Buys geodes; dates the order back to `at` if that is given. Returns the order id. */
const buy = async (geodes: ReservedGeode[], email?: string, at?: string): Promise<string> => {
  for (const one of geodes) catalogue.set(one.geodeId, one);
  const items = geodes.map(({ geodeId }) => ({ geodeId, quantity: 1 }));
  const { orderId } = await shop.buy({ buyerDetails: demoBuyer(email), items });
  if (at) {
    await shop.database.query('UPDATE shop_order SET created_at = $2 WHERE id = $1', [orderId, at]);
    for (const table of ['order_item', 'first_paid_order'])
      await shop.database.query(`UPDATE ${table} SET ordered_at = $2 WHERE order_id = $1`, [orderId, at]);
  }
  return orderId;
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
    for (const slices of Object.values(result.sold))
      expect(slices.reduce((sum, { revenue }) => sum + Math.round(Number(revenue) * 100), 0)).toBe(62_500);
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
});

describe('refunds in sales', () => {
  const at = new Date().toISOString();
  /** Copies Square's refunds of an order, in cents by status; by default those of the payment that paid it. */
  const refund = async (
    orderId: string,
    refunds: Record<string, [cents: number, status: string]>,
    payment?: string,
  ) => {
    const [row] = await shop.database.query(
      'SELECT payment_attempt_id, square_payment_id FROM shop_order WHERE id = $1',
      [orderId],
    );
    const refunded: RefundedPayment = {
      attemptId: row.payment_attempt_id,
      squarePaymentId: payment ?? row.square_payment_id,
      refunds: Object.entries(refunds).map(([name, [amountCents, status]]) => ({
        squareRefundId: `${name} of ${orderId}`,
        amountCents,
        status,
        createdAt: at,
      })),
    };
    shop.fakes.answer({ 'payments.refunded-since': () => ({ payments: [refunded], last: { at, id: 'R' } }) });
    await shop.app.get(RefundSyncTask).round();
  };

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
    await refund(id, { other: [9_000, 'COMPLETED'] }, 'a second payment');
    expect((await sales()).total.revenue).toBe('90.00');
    await refund(id, { first: [99_999, 'COMPLETED'] });
    expect((await sales()).total).toMatchObject({ revenue: '0.00', orders: 0 });
  });
});

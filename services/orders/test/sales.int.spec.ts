import { randomUUID } from 'node:crypto';
import type { ReservedGeode, Sales, SalesQuery } from '@geodes/contracts';
import { retried } from '@geodes/kit';
import { demoBuyer } from '@geodes/testing';
import type { DataSource } from 'typeorm';
import { RefundReader } from '../src/sales/refund-reader.js';
import { SalesKeeper } from '../src/sales/sales-keeper.js';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

let shop: OrdersUnderTest;
const catalogue = new Map<string, ReservedGeode>();
beforeAll(async () => {
  shop = await startOrders();
  shop.neighbours.answer({
    'catalog.reserve-geodes': ({ orderId, items }) => ({
      orderId,
      items: items.map(({ geodeId }) => catalogue.get(geodeId) ?? stone({ geodeId })),
    }),
  });
});
afterAll(() => shop.stop());
// again, where the keeper moves entries at that moment
beforeEach(() =>
  retried(() =>
    shop.database.query('TRUNCATE sales_day, sales_month, sales_entry, shop_order, order_item, discount_claim'),
  ),
);

const sales = (query: Partial<SalesQuery> = {}): Promise<Sales> =>
  shop.bus.call('orders.sales', { step: 'day', ...query });

/** Stones with these features; each is in the catalogue once. */
const stone = (change: Partial<ReservedGeode> = {}): ReservedGeode => ({
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

/** A purchase of these stones, from the checkout to the payment; placed at `at` where that is given. */
const buy = async (stones: ReservedGeode[], email?: string, at?: string): Promise<string> => {
  for (const one of stones) catalogue.set(one.geodeId, one);
  const outcome = await shop.checkout({
    buyerDetails: demoBuyer(email),
    items: stones.map(({ geodeId }) => ({ geodeId, quantity: 1 })),
    waitMs: 10_000,
  });
  if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
  const { orderId } = outcome.order;
  if (at) await shop.database.query('UPDATE shop_order SET created_at = $2 WHERE id = $1', [orderId, at]);
  return orderId;
};

const ONE_MOMENT = 'kind, day, value, orders, stones, cents';
/** What is counted and what the orders say, as the database adds it up: these must never differ. */
const books = async (): Promise<{ counted: unknown[]; recounted: unknown[] }> => {
  const summed = (from: string) =>
    shop.database.query<unknown[]>(
      `SELECT kind, day::text, value, sum(orders)::int AS orders, sum(stones)::int AS stones, sum(cents)::int AS cents
       FROM (${from}) AS counted GROUP BY 1, 2, 3
       HAVING (sum(orders), sum(stones), sum(cents)) <> (0, 0, 0) ORDER BY 1, 2, 3`,
    );
  const tables = `SELECT ${ONE_MOMENT} FROM sales_day UNION ALL SELECT ${ONE_MOMENT} FROM sales_entry`;
  return { counted: await summed(tables), recounted: await summed(`SELECT ${ONE_MOMENT} FROM sale_figure`) };
};
const expectSound = async (rows?: number) => {
  const { counted, recounted } = await books();
  expect(counted).toEqual(recounted);
  const months = await shop.database.query(
    `SELECT kind, month, value, sum(orders)::int, sum(stones)::int, sum(cents)::int FROM (
       SELECT kind, month, value, orders, stones, cents FROM sales_month
       UNION ALL SELECT kind, date_trunc('month', day::timestamp)::date, value, -orders, -stones, -cents FROM sales_day
     ) AS both_ways GROUP BY 1, 2, 3 HAVING (sum(orders), sum(stones), sum(cents)) <> (0, 0, 0)`,
  );
  expect(months).toEqual([]);
  if (rows !== undefined) expect(counted).toHaveLength(rows);
};
const keeper = () => shop.app.get(SalesKeeper, { strict: false });

describe('what was sold', () => {
  it('never stands in the way of a payment: what cannot be kept is counted anew', async () => {
    const renamed = (from: string, to: string) =>
      retried(() => shop.database.query(`ALTER TABLE ${from} RENAME TO ${to}`));
    await renamed('sales_entry', 'sales_entry_away');
    await buy([stone()]);
    await renamed('sales_entry_away', 'sales_entry');
    expect((await books()).counted).toEqual([]);
    await shop.database.query('SELECT recount_sales()');
    await expectSound(6);
  });

  it('is nothing before the first sale', async () => {
    const { total, points, firstDay, sold } = await sales();
    expect([total, firstDay, points.length]).toEqual([
      { revenue: '0.00', orders: 0, averageOrder: null, stones: 0 },
      null,
      30,
    ]);
    expect(sold).toEqual({ crystalType: [], tier: [], location: [], priceBand: [] });
  });

  it('is told by step, type, tier, location and price; what an order brought is shared among its stones to the cent', async () => {
    await buy(
      [
        stone({ priceCents: 3_333, crystalType: 'Quartz', tier: 'S' }),
        stone({ priceCents: 3_333, tier: '' }),
        stone({ priceCents: 60_001, location: 'Hamilton, Illinois' }),
      ],
      'anna@example.com',
      '2026-05-04T17:00:00Z',
    );
    await buy([stone({ priceCents: 2_500 })], 'anna@example.com', '2026-06-30T17:00:00Z');
    const told = await sales({ step: 'month', from: '2026-05-01', to: '2026-06-30' });
    // 666.67 less a tenth, 66.67, and 25.00
    expect(told.total).toEqual({ revenue: '625.00', orders: 2, averageOrder: '312.50', stones: 4 });
    expect(told.firstDay).toBe('2026-05-04');
    expect(told.points).toEqual([
      { start: '2026-05-01', revenue: '600.00', orders: 1, averageOrder: '600.00' },
      { start: '2026-06-01', revenue: '25.00', orders: 1, averageOrder: '25.00' },
    ]);
    expect(told.buyers).toEqual({
      first: { revenue: '600.00', orders: 1, averageOrder: '600.00' },
      returning: { revenue: '25.00', orders: 1, averageOrder: '25.00' },
    });
    expect(told.sold.crystalType).toEqual([
      { value: 'Amethyst', stones: 3, revenue: '595.01' },
      { value: 'Quartz', stones: 1, revenue: '29.99' },
    ]);
    expect(told.sold.tier.map(({ value, stones }) => [value, stones])).toEqual([
      ['A', 2],
      ['', 1],
      ['S', 1],
    ]);
    expect(told.sold.location.map(({ value, stones }) => [value, stones])).toEqual([
      ['Keokuk, Iowa', 3],
      ['Hamilton, Illinois', 1],
    ]);
    expect(told.sold.priceBand.map(({ value, stones }) => [value, stones])).toEqual([
      ['2500', 3],
      ['50000', 1],
    ]);
    for (const slices of Object.values(told.sold))
      expect(slices.reduce((sum, { revenue }) => sum + Math.round(Number(revenue) * 100), 0)).toBe(62_500);
    const june = await sales({ from: '2026-06-01', to: '2026-06-30' });
    expect([june.total.orders, june.sold.crystalType]).toEqual([
      1,
      [{ value: 'Amethyst', stones: 1, revenue: '25.00' }],
    ]);
    // whether days are added up or months, and before and after they are summed
    await keeper().move();
    for (const [from, to] of [
      ['2026-05-01', '2026-06-30'],
      ['2026-05-04', '2026-06-30'],
      ['2026-04-30', '2026-07-15'],
    ] as const)
      expect(await sales({ step: 'month', from, to })).toMatchObject({
        total: told.total,
        buyers: told.buyers,
        sold: told.sold,
      });
    await expectSound();
  });

  it('is of the calendar day in Iowa, summer and winter', async () => {
    await buy([stone()], undefined, '2026-01-15T05:59:59.999Z');
    await buy([stone()], undefined, '2026-01-15T06:00:00Z');
    await buy([stone()], undefined, '2026-07-15T04:59:59.999Z');
    await buy([stone()], undefined, '2026-07-15T05:00:00Z');
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
    await expectSound();
  });

  it('has archived orders in it, whatever their status, and none that is unpaid or cancelled', async () => {
    const id = await buy([stone()]);
    await shop.checkout({ paymentToken: 'cnon:card-nonce-declined' });
    const gone = await buy([stone()]);
    await shop.bus.call('orders.set-status', { id, status: 'delivered' });
    await shop.bus.call('orders.archive', { id });
    expect((await sales()).total.orders).toBe(2);
    await shop.database.query(`UPDATE shop_order SET payment_state = 'cancelled', status = 'cancelled' WHERE id = $1`, [
      gone,
    ]);
    const { total } = await sales();
    expect(total).toMatchObject({ orders: 1, revenue: '90.00', stones: 1 });
    await expectSound();
  });

  it('keeps orders from before the tier was kept with them apart', async () => {
    await buy([stone({ tier: undefined })]);
    expect((await sales()).sold.tier).toEqual([{ value: null, stones: 1, revenue: '90.00' }]);
  });

  it.each([
    [{ from: '2026-02-30' }, 'from'],
    [{ from: '2026-02-02', to: '2026-02-01' }, 'from'],
    [{ from: '2020-01-01', to: '2026-01-01' }, 'step'],
  ])('is refused for %j', async (query, field) => {
    await expect(sales(query)).rejects.toMatchObject({ code: 'BAD_REQUEST', details: [{ field }] });
  });
});

describe('a buyer', () => {
  const buyers = async () => {
    const { first, returning } = (await sales({ from: '2026-01-01', to: '2026-12-31' })).buyers;
    return [first.orders, returning.orders];
  };

  it('is new with the first paid order, however late it is paid, and comes back with every other', async () => {
    await buy([stone()], 'anna@example.com', '2026-05-02T12:00:00Z');
    await buy([stone()], 'ben@example.com', '2026-05-02T12:00:00Z');
    expect(await buyers()).toEqual([2, 0]);
    // placed before it, paid after it
    await buy([stone()], 'ANNA@example.com ', '2026-05-01T12:00:00Z');
    expect(await buyers()).toEqual([2, 1]);
    expect((await sales({ from: '2026-05-01', to: '2026-05-01' })).buyers.first.orders).toBe(1);
    await expectSound();
  });

  it('who pays many orders at once is new once', async () => {
    await Promise.all(Array.from({ length: 12 }, () => buy([stone()], 'carla@example.com')));
    const { first, returning } = (await sales()).buyers;
    expect([first.orders, returning.orders]).toEqual([1, 11]);
    await expectSound();
  });
});

describe('the sums of the days', () => {
  it('stay what the orders say while many pay at once and what is new is summed', async () => {
    let going = true;
    const summing = (async () => {
      while (going) await keeper().move();
    })();
    const names = ['a', 'b', 'c', 'd', 'e'].map((name) => `${name}@example.com`);
    await Promise.all(Array.from({ length: 40 }, (_, index) => buy([stone(), stone()], names[index % names.length])));
    going = false;
    await summing;
    const { total, buyers } = await sales();
    expect([total.orders, total.stones, buyers.first.orders, buyers.returning.orders]).toEqual([40, 80, 5, 35]);
    await expectSound();
    await keeper().move();
    expect(await shop.database.query('SELECT FROM sales_entry')).toHaveLength(0);
    expect((await sales()).total).toEqual(total);
    await expectSound();
  });

  it('are the same when they are counted anew, also while something is not summed yet', async () => {
    await buy([stone(), stone({ crystalType: 'Calcite' })], 'anna@example.com', '2026-05-01T12:00:00Z');
    await keeper().move();
    await buy([stone()], 'anna@example.com', '2026-05-02T12:00:00Z');
    const before = await books();
    await shop.database.query('SELECT recount_sales()');
    expect(await books()).toEqual(before);
    await shop.database.query(`UPDATE sales_day SET cents = cents + 1`);
    await shop.database.query('SELECT recount_sales()');
    await expectSound();
  });

  it('are made of the orders that were there before them, and of those paid meanwhile, once', async () => {
    await buy([stone()], 'anna@example.com');
    await shop.database.query('TRUNCATE sales_day, sales_month, sales_entry');
    await buy([stone()], 'anna@example.com');
    expect((await books()).counted).not.toEqual((await books()).recounted);
    await shop.database.query('SELECT recount_sales()');
    await expectSound();
  });
});

describe('what was refunded', () => {
  const told = new Map<string, number>();
  const refund = async (orderId: string, refundedCents: number) => {
    const [row] = await shop.database.query(
      'SELECT payment_attempt_id, square_payment_id FROM shop_order WHERE id = $1',
      [orderId],
    );
    told.set(row.payment_attempt_id, refundedCents);
    shop.neighbours.answer({
      'payments.refunded-since': () => ({
        payments: [...told].map(([attemptId, cents]) => ({
          attemptId,
          squarePaymentId: `square-${attemptId}`,
          refundedCents: cents,
        })),
        last: { at: new Date().toISOString(), id: 'R' },
      }),
    });
    await shop.app.get(RefundReader, { strict: false }).read();
  };
  afterAll(() => shop.neighbours.answer({ 'payments.refunded-since': () => ({ payments: [], last: null }) }));

  it('is not sold: a part is taken off, an order that went back in whole is no sale, one that failed counts again', async () => {
    const id = await buy([stone(), stone({ crystalType: 'Quartz' })], 'anna@example.com');
    await buy([stone()], 'anna@example.com');
    await refund(id, 4_001);
    expect((await sales()).total).toEqual({ revenue: '239.99', orders: 2, averageOrder: '120.00', stones: 3 });
    await expectSound();
    await refund(id, 18_000);
    const { total, buyers, sold } = await sales();
    expect(total).toEqual({ revenue: '100.00', orders: 1, averageOrder: '100.00', stones: 1 });
    // she has bought before, although it went back
    expect([buyers.first.orders, buyers.returning.orders]).toEqual([0, 1]);
    expect(sold.crystalType).toEqual([{ value: 'Amethyst', stones: 1, revenue: '100.00' }]);
    await expectSound();
    await refund(id, 0);
    expect((await sales()).total).toMatchObject({ revenue: '280.00', orders: 2 });
    await expectSound();
  });

  it('is read again in one look at the orders, however many were refunded, also several of one buyer', async () => {
    const { database } = shop.app.get(RefundReader, { strict: false }) as unknown as { database: DataSource };
    const { query } = database;
    const statements: string[] = [];
    const ids = [
      await buy([stone()], 'ben@example.com'),
      await buy([stone()], 'ben@example.com'),
      await buy([stone()]),
    ];
    const attempts = await shop.database.query<{ id: string }[]>('SELECT payment_attempt_id AS id FROM shop_order');
    told.clear();
    for (const { id } of attempts) told.set(id, 99_999);
    await refund(ids[0]!, 99_999);
    expect((await sales()).total).toMatchObject({ revenue: '0.00', orders: 0 });
    await expectSound(0);
    database.query = <T>(sql: string, parameters?: unknown[]) => {
      if (sql.includes('refunded_cents')) statements.push(sql);
      return query.call(database, sql, parameters) as Promise<T>;
    };
    try {
      await refund(ids[0]!, 99_999);
    } finally {
      database.query = query;
    }
    // the service's own round may come at that moment
    expect(statements.length).toBeLessThan(3);
  });

  it('of another payment than the one that paid the order changes nothing, nor does too much', async () => {
    const id = await buy([stone()]);
    const [{ payment_attempt_id: attemptId }] = await shop.database.query(
      'SELECT payment_attempt_id FROM shop_order WHERE id = $1',
      [id],
    );
    shop.neighbours.answer({
      'payments.refunded-since': () => ({
        payments: [{ attemptId, squarePaymentId: 'a second one', refundedCents: 9_000 }],
        last: { at: new Date().toISOString(), id: 'S' },
      }),
    });
    await shop.app.get(RefundReader, { strict: false }).read();
    expect((await sales()).total.revenue).toBe('90.00');
    await refund(id, 99_999);
    expect((await sales()).total).toMatchObject({ revenue: '0.00', orders: 0 });
    await expectSound(0);
  });
});

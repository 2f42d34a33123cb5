import { randomUUID } from 'node:crypto';
import { firstOrderDiscount, type ReservedGeode, type SalesQuery } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { AttemptStore } from '../src/checkout/attempt-store.js';
import type { CheckoutAttempt } from '../src/checkout/checkout-attempt.entity.js';
import { cancelOrders, recordOrder } from '../src/orders/order-records.js';
import { type SalesKind, salesPeriod, type SalesSum, salesView, shopDay } from '../src/sales/sales-view.js';
import { SalesService } from '../src/sales/sales.service.js';
import { type OrdersUnderTest, snapshot, startOrders } from './orders-app.js';

const ORDERS = 500;
const MAX_CONCURRENT = 8;
/** Midnights in Chicago: winter, summer, clock changes, ends of months and of February. */
const TIMES = [
  '2026-01-01T06:00:00Z',
  '2026-03-08T06:00:00Z',
  '2026-03-09T05:00:00Z',
  '2026-04-01T05:00:00Z',
  '2026-11-01T05:00:00Z',
  '2026-11-02T06:00:00Z',
  '2028-02-29T06:00:00Z',
  '2028-03-01T06:00:00Z',
].map((time) => Date.parse(time));
const BANDS = [0, 2_500, 5_000, 10_000, 25_000, 50_000];

let seed = 20_261_124;
/** Returns a pseudo-random integer below `end`, the same in every run. */
const below = (end: number): number => {
  seed = (seed * 48_271) % 2_147_483_647;
  return seed % end;
};
const any = <T>(values: readonly T[]): T => values[below(values.length)] as T;

interface GeneratedOrder {
  id: string;
  email: string;
  at: Date;
  lines: ReservedGeode[];
  totalCents: number;
  refundedCents: number;
  isPaid: boolean;
}

let shop: OrdersUnderTest;
const all: GeneratedOrder[] = [];
beforeAll(async () => {
  shop = await startOrders();
  for (let index = 0; index < ORDERS; index += 1) all.push(await generateOrder());
  // in any order, several at once: the order that was placed first is its buyer's first, whichever is paid first
  const paid = all.filter(({ isPaid }) => isPaid).toSorted(() => below(3) - 1);
  while (paid.length > 0) await Promise.all(paid.splice(0, MAX_CONCURRENT).map(({ id }) => payOrder(id)));
  for (const { id, isPaid, refundedCents } of all)
    if (!isPaid && below(2) > 0) await cancelOrders(shop.database.manager, [id]);
    else await shop.database.query('UPDATE shop_order SET refunded_cents = $2 WHERE id = $1', [id, refundedCents]);
});
afterAll(() => shop.stop());

/**
 * Records an authorised order of one of 120 buyers, placed within a millisecond of TIMES or anywhere in three years.
 */
const generateOrder = async (): Promise<GeneratedOrder> => {
  const id = randomUUID();
  const email = `buyer${below(120)}@example.com`;
  const lines = Array.from({ length: 1 + below(4) }, () => ({
    ...snapshot(randomUUID()),
    quantity: 1 + below(2),
    priceCents: below(2) > 0 ? any(BANDS.slice(1)) - below(2) : 1 + below(70_000),
    crystalType: any(['Quartz', 'Calcite', 'Amethyst']),
    location: any(['Keokuk, Iowa', 'Hamilton, Illinois', 'Pit 1']),
    tier: any(['S', 'A', '', undefined] as const),
  }));
  const subtotal = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const discountCents = below(3) > 0 ? 0 : firstOrderDiscount(subtotal);
  const totalCents = subtotal - discountCents;
  const at = new Date(
    below(3) > 0 ? any(TIMES) + below(3) - 1 : Date.UTC(2026, 0, 1) + below(3 * 365 * 86_400) * 1_000,
  );
  const request = { buyerDetails: demoBuyer(email) };
  const attempt = { orderId: id, paymentAttemptId: randomUUID(), request, lines, discountCents, totalCents };
  await recordOrder(shop.database.manager, attempt as unknown as CheckoutAttempt, 'authorised');
  await shop.database.query('UPDATE shop_order SET created_at = $2 WHERE id = $1', [id, at]);
  await shop.database.query('UPDATE order_item SET ordered_at = $2 WHERE order_id = $1', [id, at]);
  const isPaid = below(10) > 0;
  const refundedCents = isPaid ? any([0, 0, 0, 1, totalCents - 1, totalCents, below(totalCents + 1)]) : 0;
  return { id, email, at, lines, totalCents, refundedCents, isPaid };
};

/** Pays an authorised order with the statement that ends its checkout. */
const payOrder = async (orderId: string): Promise<void> => {
  await shop.database.query(
    `INSERT INTO checkout_attempt (order_id, key, fingerprint, state, payment_attempt_id, request, lease_token, lease_until)
     VALUES ($1, $2, '', 'authorised', gen_random_uuid(), '{}', $3, now() + interval '1 minute')
     ON CONFLICT (order_id) DO UPDATE
       SET state = 'authorised', lease_token = EXCLUDED.lease_token, lease_until = EXCLUDED.lease_until`,
    [orderId, `key of ${orderId}`, randomUUID()],
  );
  const attempts = shop.app.get(AttemptStore);
  const attempt = await attempts.find(orderId);
  if (!attempt) throw new Error(`Order ${orderId} has no attempt.`);
  await attempts.pay(attempt, `square-${orderId}`);
};

/** Sums the expected sales order by order, as a model of the SQL. */
const expectedSales = (query: SalesQuery) => {
  const period = salesPeriod(query, new Date());
  const sums = new Map<string, SalesSum>();
  const add = (kind: SalesKind, value: string, orders: number, geodes: number, cents: number) => {
    const sum = sums.get(`${kind} ${value}`) ?? { kind, value, orders: 0, geodes: 0, cents: 0 };
    sums.set(`${kind} ${value}`, {
      ...sum,
      orders: sum.orders + orders,
      geodes: sum.geodes + geodes,
      cents: sum.cents + cents,
    });
  };
  const known = new Set<string>();
  let firstDay: string | null = null;
  const paid = all.filter(({ isPaid }) => isPaid);
  for (const { email, at, lines, totalCents, refundedCents } of paid.toSorted(byTime)) {
    const isFirst = !known.has(email);
    known.add(email);
    const cents = totalCents - refundedCents;
    if (cents === 0) continue;
    const day = shopDay(at);
    firstDay ??= day;
    if (day < period.from || day > period.to) continue;
    add('all', period.starts.findLast((start) => start <= day) ?? '', 1, 0, cents);
    add('buyer', isFirst ? 'first' : 'returning', 1, 0, cents);
    const subtotal = lines.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
    let before = 0;
    for (const { priceCents, quantity, crystalType, location, tier } of lines) {
      const after = before + priceCents * quantity;
      const share = Math.floor((cents * after) / subtotal) - Math.floor((cents * before) / subtotal);
      before = after;
      add('crystal-type', crystalType, 0, quantity, share);
      add('location', location, 0, quantity, share);
      add('tier', tier ?? 'unknown', 0, quantity, share);
      add('price-band', String(BANDS.findLast((band) => band <= priceCents)), 0, quantity, share);
    }
  }
  return salesView(period, [...sums.values()], firstDay);
};
const byTime = (a: GeneratedOrder, b: GeneratedOrder): number =>
  a.at.getTime() - b.at.getTime() || (a.id < b.id ? -1 : 1);

it.each<SalesQuery>([
  { step: 'month', from: '2020-01-01', to: '2030-12-31' },
  { step: 'week', from: '2025-12-31', to: '2028-12-31' },
  { step: 'day', from: '2025-12-31', to: '2026-12-31' },
  { step: 'day', from: '2026-03-07', to: '2026-03-09' },
  { step: 'day', from: '2026-10-31', to: '2026-11-02' },
  { step: 'day', from: '2028-02-29', to: '2028-02-29' },
  { step: 'month', from: '2026-01-02', to: '2026-03-30' },
  { step: 'week', from: '2026-04-01', to: '2026-04-30' },
])('the sales of a period equal a sum over its orders, one by one: %j', async (query) => {
  const sales = await shop.app.get(SalesService).sales(query);
  expect(sales.total.orders).toBeGreaterThan(0);
  expect(sales).toEqual(expectedSales(query));
});

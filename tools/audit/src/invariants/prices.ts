import type { Order } from '../data/audit-data.js';
import { isOpen, formatMoney, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/** An order costs what its items cost less the first-order discount, a tenth, once for each email. */
export function priceFindings(shop: IndexedData): Finding[] {
  return [
    ...repeatedDiscounts(shop),
    ...staleClaims(shop),
    ...shop.data.orders.orders.flatMap((order) => wrongAmounts(shop, order)),
  ];
}

function repeatedDiscounts({ data }: IndexedData): Finding[] {
  const discounted = data.orders.orders.filter(
    ({ discountCents, status }) => discountCents > 0 && status !== 'cancelled',
  );
  return [...Map.groupBy(discounted, ({ buyer }) => buyer).values()].flatMap((orders): Finding | [] => {
    if (orders.length < 2) return [];
    const ids = orders.map(({ id }) => id).join(', ');
    return {
      kind: 'discount-taken-twice',
      message: `one address took the first-order discount in ${orders.length} orders: ${ids}`,
      ids: { order: ids },
      touched: orders.map(({ updatedAt }) => updatedAt),
    };
  });
}

function staleClaims(shop: IndexedData): Finding[] {
  return shop.data.orders.claims.flatMap(({ orderId }): Finding | [] => {
    const order = shop.orders.get(orderId);
    const attempt = shop.attempts.get(orderId);
    if (isOpen(attempt) || (order && order.status !== 'cancelled')) return [];
    const why = order ? 'is cancelled' : attempt ? `ended ${attempt.state}` : 'is not known';
    return {
      kind: 'discount-claim-stale',
      message: `the first-order discount of an address is kept for order ${orderId}, which ${why}`,
      ids: { order: orderId },
      touched: [order?.updatedAt, attempt?.updatedAt],
    };
  });
}

function wrongAmounts(shop: IndexedData, order: Order): Finding[] {
  const { id, discountCents, totalCents, updatedAt } = order;
  const items = shop.items.get(id) ?? [];
  const subtotal = items.reduce((sum, { priceCents, quantity }) => sum + priceCents * quantity, 0);
  const finding = { ids: { order: id }, touched: [updatedAt] };
  const findings: Finding[] = [];
  if (discountCents !== 0 && discountCents !== tenth(subtotal))
    findings.push({
      ...finding,
      kind: 'discount-not-a-tenth',
      message: `order ${id} has a discount of ${formatMoney(discountCents)} on ${formatMoney(subtotal)}`,
    });
  if (totalCents !== subtotal - discountCents)
    findings.push({
      ...finding,
      kind: 'order-total-wrong',
      message: `order ${id} costs ${formatMoney(totalCents)}, its items ${formatMoney(subtotal)} less ${formatMoney(discountCents)}`,
    });
  return findings;
}

/** Rounds half up to the cent (contract.md). Computed independently of the orders service to catch a wrong rule there. */
const tenth = (cents: number): number => Math.floor((cents + 5) / 10);

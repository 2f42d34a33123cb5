import { isPaid, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

const LETTERS_OF_PAID_ORDER = ['order-paid', 'new-order'];

/**
 * Every paid order has its letters, sent or not, and every letter of an order has that order. Orders older than the
 * first letter are not checked, because older versions wrote none.
 */
export function letterFindings({ data, orders }: IndexedData): Finding[] {
  const { letters } = data.orders;
  const first = letters.reduce((earliest, { firstAt }) => Math.min(earliest, firstAt.getTime()), Infinity);
  const kindsOf = new Map(letters.map(({ orderId, kinds }) => [orderId, kinds]));
  const missing = [...orders.values()].flatMap((order) => {
    if (!isPaid(order) || order.createdAt.getTime() < first) return [];
    const kinds = kindsOf.get(order.id) ?? [];
    return LETTERS_OF_PAID_ORDER.filter((kind) => !kinds.includes(kind)).map((kind): Finding => ({
      kind: 'letter-missing',
      message: `order ${order.id} has no letter ${kind}`,
      ids: { order: order.id, letter: kind },
      touched: [order.updatedAt],
    }));
  });
  const unknown = letters.flatMap(({ orderId, kinds, lastAt }): Finding | [] => {
    if (orders.has(orderId)) return [];
    return {
      kind: 'letter-without-order',
      message: `letters (${kinds.join(', ')}) tell of order ${orderId}, which does not exist`,
      ids: { order: orderId },
      touched: [lastAt],
    };
  });
  return [...missing, ...unknown];
}

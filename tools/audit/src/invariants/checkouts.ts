import { type IndexedData, isOpen, isPaid } from './indexed-data.js';
import type { Finding } from './violation.js';

/** A worker renews its lease every two seconds, and the sweep resumes attempts with an expired lease. */
const STUCK_MS = 120_000;
const LETTERS_OF_PAID_ORDER = ['order-paid', 'new-order'];

/** Every checkout ends, and its order with it. */
export function checkoutFindings(shop: IndexedData): Finding[] {
  return [...stuckAttempts(shop), ...openOrders(shop)];
}

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

function stuckAttempts({ data }: IndexedData): Finding[] {
  const since = new Date(data.at.getTime() - STUCK_MS);
  return data.orders.attempts.filter(isOpen).flatMap(({ orderId, state, leaseUntil }): Finding | [] => {
    if (leaseUntil > since) return [];
    return {
      kind: 'attempt-stuck',
      message: `checkout ${orderId} is ${state}, and nobody has worked on it since ${leaseUntil.toISOString()}`,
      ids: { order: orderId },
      touched: [leaseUntil],
    };
  });
}

function openOrders({ data, attempts }: IndexedData): Finding[] {
  return data.orders.orders.flatMap(({ id, paymentState, updatedAt }): Finding | [] => {
    const attempt = attempts.get(id);
    if ((paymentState !== 'confirming' && paymentState !== 'authorised') || isOpen(attempt)) return [];
    const why = attempt ? `its checkout ended ${attempt.state}` : 'it has no checkout';
    return {
      kind: 'order-left-open',
      message: `order ${id} is still ${paymentState}, but ${why}`,
      ids: { order: id },
      touched: [updatedAt, attempt?.updatedAt],
    };
  });
}

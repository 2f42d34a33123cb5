import { isOpen, type Shop } from './shop.js';
import type { Finding } from './violation.js';

/** A worker prolongs its lease every two seconds, and the sweep takes up what ran out; milliseconds. */
const STUCK_MS = 120_000;

/** Every checkout comes to an end, and its order with it. */
export function checkoutFindings(shop: Shop): Finding[] {
  return [...stuck(shop), ...leftOpen(shop)];
}

function stuck({ books }: Shop): Finding[] {
  const since = new Date(books.at.getTime() - STUCK_MS);
  return books.orders.attempts.filter(isOpen).flatMap(({ orderId, state, leaseUntil }): Finding[] => {
    if (leaseUntil > since) return [];
    return [
      {
        kind: 'attempt-stuck',
        message: `checkout ${orderId} is ${state}, and nobody has worked on it since ${leaseUntil.toISOString()}`,
        ids: { order: orderId },
        touched: [leaseUntil],
      },
    ];
  });
}

function leftOpen({ books, attempts }: Shop): Finding[] {
  return books.orders.orders.flatMap(({ id, paymentState, updatedAt }): Finding[] => {
    const attempt = attempts.get(id);
    if ((paymentState !== 'confirming' && paymentState !== 'authorised') || isOpen(attempt)) return [];
    const why = attempt ? `its checkout ended ${attempt.state}` : 'it has no checkout';
    return [
      {
        kind: 'order-left-open',
        message: `order ${id} is still ${paymentState}, but ${why}`,
        ids: { order: id },
        touched: [updatedAt, attempt?.updatedAt],
      },
    ];
  });
}

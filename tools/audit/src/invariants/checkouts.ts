import { isOpen, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/** A worker renews its lease every two seconds, and the sweep resumes attempts with an expired lease. */
const STUCK_MS = 120_000;

/** Every checkout ends, and its order with it. */
export function checkoutFindings(shop: IndexedData): Finding[] {
  return [...stuckAttempts(shop), ...openOrders(shop)];
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

import { type EntityManager, In } from 'typeorm';
import { dollars, type RefundOrder } from '@geodes/contracts';
import { AppError, badRequest } from '@geodes/kit';
import { appendAuditEntry } from '@geodes/kit/audit-log';
import type { Order } from '../orders/order.entity.js';
import { lockOrder } from '../orders/order-status.js';
import { OrderItem } from '../orders/order-item.entity.js';
import { OrderRefund } from './order-refund.entity.js';

/** The request that records a refund tries it; others wait this long before they do. */
const CLAIM_SECONDS = 20;

/**
 * Records what the owner wants to refund, before Square is called. A repeated command returns the recorded refund. Locks
 * the order, so that two refunds at once cannot give back more than was paid. Throws NOT_FOUND, BAD_REQUEST, KEY_REUSED
 * and NOT_REFUNDABLE.
 */
export const recordRefund = async (manager: EntityManager, command: RefundOrder): Promise<OrderRefund> => {
  const order = await lockOrder(manager, command.orderId);
  const known = await manager.findOneBy(OrderRefund, { idempotencyKey: command.key });
  if (known) return sameRefund(known, command);
  if (order.paymentState !== 'captured') throw new AppError('NOT_REFUNDABLE', whyNot(order));
  const restock = await checkRestock(manager, command);
  const leftCents = await readLeft(manager, order);
  const amountCents = command.amountCents ?? leftCents;
  if (amountCents > leftCents || leftCents === 0) throw new AppError('NOT_REFUNDABLE', tooMuch(leftCents));
  await manager.query(
    `INSERT INTO order_refund (id, order_id, idempotency_key, amount_cents, reason, restock, state, next_try_at)
     VALUES ($1, $2, $3, $4, $5, $6, 'requested', now() + interval '${CLAIM_SECONDS} seconds')`,
    [command.refundId, order.id, command.key, amountCents, command.reason || null, restock],
  );
  await appendAuditEntry(manager, {
    entity: 'order',
    entityId: order.id,
    action: 'edited',
    before: { refund: null },
    after: { refund: dollars(amountCents) },
  });
  return manager.findOneByOrFail(OrderRefund, { id: command.refundId });
};

const sameRefund = (refund: OrderRefund, { orderId, amountCents, reason, restock = [] }: RefundOrder): OrderRefund => {
  const isSame =
    refund.orderId === orderId &&
    (amountCents === undefined || refund.amountCents === amountCents) &&
    (refund.reason ?? '') === (reason ?? '') &&
    refund.restock.toSorted().join() === restock.toSorted().join();
  if (!isSame) throw new AppError('KEY_REUSED', 'This Idempotency-Key was used for another refund.');
  return refund;
};

const checkRestock = async (manager: EntityManager, { orderId, restock = [] }: RefundOrder): Promise<string[]> => {
  const found = await manager.countBy(OrderItem, { orderId, geodeId: In(restock) });
  if (found !== restock.length)
    throw badRequest({ field: 'restock', reason: 'Only geodes of this order can go back on sale.' });
  return restock;
};

/** Returns the cents that can still be given back. Refunds made in Square may be known by their sum only. */
const readLeft = async (manager: EntityManager, order: Order): Promise<number> => {
  const [{ requested, returned }] = await manager.query<[{ requested: number; returned: number }]>(
    `SELECT coalesce(sum(amount_cents) FILTER (WHERE state = 'requested'), 0)::int AS requested,
            coalesce(sum(amount_cents) FILTER (WHERE state IN ('pending', 'completed')), 0)::int AS returned
       FROM order_refund WHERE order_id = $1`,
    [order.id],
  );
  return Math.max(0, order.totalCents - requested - Math.max(returned, order.refundedCents));
};

const whyNot = ({ status }: Order): string =>
  status === 'cancelled'
    ? 'This order was cancelled; nothing of it is left to give back.'
    : 'The payment of this order is not confirmed yet; it can be given back after that.';

const tooMuch = (leftCents: number): string =>
  leftCents === 0
    ? 'The whole amount of this order was given back already.'
    : `Only $${dollars(leftCents)} of this order can still be given back.`;

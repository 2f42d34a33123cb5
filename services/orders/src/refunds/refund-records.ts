import { randomUUID } from 'node:crypto';
import { type EntityManager, In } from 'typeorm';
import { dollars, type OrderRefund as SquareRefund, type RefundOrder, refundStatus } from '@geodes/contracts';
import { AppError, badRequest } from '@geodes/kit';
import { appendAuditEntry } from '@geodes/kit/audit-log';
import { insertLetters } from '../letters/letter-store.js';
import { type Order, OrderItem } from '../orders/order.entity.js';
import { lockOrder } from '../orders/order-status.js';
import { OrderRefund } from './order-refund.entity.js';

/** The request that records a refund tries it; others wait this long before they do. */
const CLAIM_SECONDS = 20;

/** Square often completes a refund within seconds. */
const RECHECK_SECONDS = 2;
/** A refund that Square completed before this, such as one of a time before letters, sends none when it is first seen. */
const LETTER_DAYS = 1;

/** What Square has of one order's payment. `own`: the refund of this shop that Square has as `squareRefundId`. */
interface RefundsAtSquare {
  orderId: string;
  refunds: Omit<SquareRefund, 'orderId'>[];
  own?: { id: string; squareRefundId: string };
}

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

/** Marks a requested refund ($1) as the one that Square has as $2. */
const ACCEPT = `
  UPDATE order_refund SET state = 'pending', square_refund_id = $2, updated_at = now(),
    next_try_at = now() + interval '${RECHECK_SECONDS} seconds'
  WHERE id = $1 AND state = 'requested'`;

/**
 * Copies Square's refunds ($2) of an order ($1). Returns those that this statement completed, which were pending or are new:
 * EXISTS sees the table as it was before.
 */
const COPY = `
  WITH copied AS (
    INSERT INTO order_refund AS known (id, order_id, square_refund_id, amount_cents, state, created_at)
    SELECT given.id, $1, square_refund_id, amount_cents, state, created_at
      FROM jsonb_to_recordset($2) AS given
        (id uuid, square_refund_id text, amount_cents integer, state text, created_at timestamptz)
     WHERE amount_cents > 0
       AND NOT EXISTS (SELECT FROM order_refund WHERE order_id = $1 AND state = 'requested')
    ON CONFLICT (square_refund_id) DO UPDATE SET state = EXCLUDED.state, updated_at = now(),
        next_try_at = CASE EXCLUDED.state WHEN 'completed' THEN date_trunc('milliseconds', now()) ELSE known.next_try_at END
     WHERE known.state = 'pending' OR (known.state = 'completed' AND EXCLUDED.state = 'failed')
    RETURNING id, state)
  SELECT id, EXISTS (SELECT FROM order_refund WHERE order_refund.id = copied.id) AS "wasPending"
    FROM copied WHERE state = 'completed'`;

/** Writes a letter for each completed refund of an order ($1) that the shop made, that is new, or that was pending ($2). */
const WRITE_LETTERS = insertLetters(
  `SELECT 'refund', id::text, order_id FROM order_refund
    WHERE order_id = $1 AND state = 'completed'
      AND (idempotency_key IS NOT NULL OR created_at > now() - interval '${LETTER_DAYS} days' OR id = ANY ($2))`,
);

/** Sums the refunds of an order ($1); cancels it, if $2, once the whole amount went back before it was shipped. */
const SUM_OR_CANCEL = `
  WITH sum AS (
    SELECT coalesce(sum(amount_cents) FILTER (WHERE state IN ('pending', 'completed')), 0) AS given,
           coalesce(sum(amount_cents) FILTER (WHERE state = 'completed'), 0) AS completed
      FROM order_refund WHERE order_id = $1),
  cancelled AS (
    UPDATE shop_order SET status = 'cancelled', refunded_cents = total_cents, updated_at = now()
      FROM sum
     WHERE id = $1 AND $2 AND status IN ('pending', 'paid') AND completed >= total_cents
    RETURNING id),
  discount AS (DELETE FROM discount_claim USING cancelled WHERE discount_claim.order_id = cancelled.id),
  summed AS (
    UPDATE shop_order SET refunded_cents = least(given, total_cents) FROM sum
     WHERE id = $1 AND refunded_cents <> least(given, total_cents)
       AND NOT EXISTS (SELECT FROM cancelled)
    RETURNING id)
  SELECT EXISTS (SELECT FROM cancelled) OR EXISTS (SELECT FROM summed) AS changed`;

/**
 * Copies Square's refunds of a captured order, its sum and what follows from it: a letter for each completed refund, and the
 * cancellation if the whole amount went back before the order was shipped. Only a refund that completes in this call cancels,
 * because the owner may set the status freely later. Safe to repeat. While a refund of this shop has no known outcome, none
 * is copied: it may be that refund. Returns whether sum or status of the order changed. The caller opens the transaction.
 */
export const settleRefunds = async (
  manager: EntityManager,
  { orderId, refunds, own }: RefundsAtSquare,
): Promise<boolean> => {
  const captured: unknown[] = await manager.query(
    "SELECT FROM shop_order WHERE id = $1 AND payment_state = 'captured' FOR UPDATE",
    [orderId],
  );
  if (captured.length === 0) return false;
  if (own) await manager.query(ACCEPT, [own.id, own.squareRefundId]);
  const completed: { id: string; wasPending: boolean }[] = await manager.query(COPY, [
    orderId,
    JSON.stringify(refunds.map(toRow)),
  ]);
  const settling = completed.filter(({ wasPending }) => wasPending).map(({ id }) => id);
  await manager.query(WRITE_LETTERS, [orderId, settling]);
  const [settled]: [{ changed: boolean }] = await manager.query(SUM_OR_CANCEL, [orderId, completed.length > 0]);
  return settled.changed;
};

const toRow = ({ squareRefundId, amountCents, status, createdAt }: RefundsAtSquare['refunds'][number]) => ({
  id: randomUUID(),
  square_refund_id: squareRefundId,
  amount_cents: amountCents,
  state: refundStatus(status),
  created_at: createdAt,
});

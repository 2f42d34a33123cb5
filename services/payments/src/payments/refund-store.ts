import { Inject, Injectable } from '@nestjs/common';
import type { OrderRefund, RefundedPayment, RefundedPayments, RefundedSince, RefundsOf } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { DataSource, type Repository } from 'typeorm';
import { type DifferenceDetails, Differences } from '../differences/differences.js';
import { SquareFailure } from '../square/square-failure.js';
import { hasFailed, type SquareRefund } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import type { PaymentState } from './payment.entity.js';
import { PaymentStore } from './payment-store.js';
import { Refund } from './refund.entity.js';

const REFRESH_BATCH_SIZE = 100;

/** Records and reads Square's refunds of the shop's payments. */
@Injectable()
export class RefundStore {
  private readonly refunds: Repository<Refund>;

  constructor(
    private readonly database: DataSource,
    private readonly square: SquarePayments,
    private readonly payments: PaymentStore,
    private readonly differences: Differences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {
    this.refunds = database.getRepository(Refund);
  }

  /**
   * Records the newest state of each refund; a final state never becomes pending again. Ignores refunds of foreign
   * payments. `attemptId`: the attempt of the refunded payment, if known.
   */
  async recordAll(refunds: SquareRefund[], attemptId?: string): Promise<void> {
    if (refunds.length === 0) return;
    const recorded = (await this.database.query(
      `WITH given AS (
         SELECT DISTINCT ON (id) * FROM jsonb_to_recordset($1) AS refund (id text, "squarePaymentId" text,
           "amountCents" integer, status text, "createdAt" timestamptz, "updatedAt" timestamptz)
         ORDER BY id, "updatedAt" DESC),
       kept AS (
         INSERT INTO refund (id, payment_id, square_payment_id, amount_cents, status, created_at, updated_at)
         SELECT given.id, coalesce(known.payment_id, $2::uuid, payment.id), "squarePaymentId", "amountCents",
           given.status, "createdAt", "updatedAt"
         FROM given
         LEFT JOIN refund AS known ON known.id = given.id
         LEFT JOIN payment ON payment.square_payment_id = "squarePaymentId"
         WHERE coalesce(known.payment_id, $2::uuid, payment.id) IS NOT NULL
         ORDER BY given.id
         ON CONFLICT (id) DO UPDATE SET amount_cents = excluded.amount_cents, status = excluded.status,
           updated_at = excluded.updated_at,
           noted_at = CASE WHEN (refund.amount_cents, refund.status) = (excluded.amount_cents, excluded.status)
             THEN refund.noted_at ELSE clock_timestamp() END
         WHERE refund.updated_at <= excluded.updated_at AND (refund.status = 'PENDING' OR excluded.status <> 'PENDING')
         RETURNING id, payment_id, square_payment_id, amount_cents, status)
       SELECT kept.id AS "refundId", payment_id AS "attemptId", kept.square_payment_id AS "squarePaymentId",
         order_id AS "orderId", kept.amount_cents AS "amountCents", status, payment.state AS "paymentState"
       FROM kept JOIN payment ON payment.id = payment_id`,
      [JSON.stringify(refunds), attemptId ?? null],
    )) as (DifferenceDetails & { squarePaymentId: string; status: string; paymentState: PaymentState })[];
    for (const { status, paymentState, ...refund } of recorded) {
      if (!hasFailed({ status })) continue;
      const details = { ...refund, note: status };
      // once settled, a failure comes back only while the money is owed, not whenever the refund is listed again
      if (paymentState === 'owed' || !(await this.differences.isRecorded('refund-failed', details)))
        await this.differences.report('refund-failed', details);
    }
    if (recorded.length > 0) await this.updatePayments(recorded.map(({ squarePaymentId }) => squarePaymentId));
  }

  /** Moves the attempts of these payments to match their recorded refunds. */
  async updatePayments(squarePaymentIds: string[]): Promise<void> {
    for (const id of await this.payments.applyRefunds(squarePaymentIds))
      await this.differences.settle(id, ['refund-failed']);
  }

  /**
   * Rereads a refund from Square. Skips refunds of foreign payments, of which the owner's till may have many. Throws
   * SquareFailure if Square does not respond.
   */
  async refresh(refundId: string, squarePaymentId: string): Promise<void> {
    const rows = await this.database.query<unknown[]>(
      `SELECT FROM payment WHERE square_payment_id = $1 UNION ALL SELECT FROM refund WHERE square_payment_id = $1 LIMIT 1`,
      [squarePaymentId],
    );
    if (rows.length > 0) await this.recordAll([await this.square.getRefund(refundId)]);
  }

  /** Rereads pending refunds, whose webhooks may be lost. A refund that Square refuses to show does not stop the others. */
  async refreshPending(): Promise<void> {
    const pending = await this.refunds.find({
      where: { status: 'PENDING' },
      order: { updatedAt: 'ASC', id: 'ASC' },
      take: REFRESH_BATCH_SIZE,
    });
    for (const { id, paymentId } of pending) {
      try {
        await this.recordAll([await this.square.getRefund(id)], paymentId);
      } catch (error) {
        if (!(error instanceof SquareFailure && error.refused)) throw error;
        this.logger.warn({ refundId: id, reason: String(error) }, 'pending refund not read');
      }
    }
  }

  /** Lists the refunds of each order's payment, oldest first. */
  async listByOrder({ orders }: RefundsOf): Promise<OrderRefund[]> {
    const rows = (await this.database.query(
      `WITH wanted AS (
         SELECT * FROM unnest($1::uuid[], $2::text[]) AS wanted (order_id, square_payment_id)),
       found AS (
         SELECT wanted.order_id, refund.* FROM wanted JOIN refund USING (square_payment_id)
         UNION ALL
         SELECT wanted.order_id, refund.* FROM wanted
           JOIN payment ON payment.order_id = wanted.order_id JOIN refund ON refund.payment_id = payment.id
         WHERE wanted.square_payment_id IS NULL)
       SELECT order_id AS "orderId", id AS "squareRefundId", amount_cents AS "amountCents", status,
         created_at AS "createdAt"
       FROM found ORDER BY created_at, id`,
      [orders.map(({ orderId }) => orderId), orders.map(({ squarePaymentId }) => squarePaymentId ?? null)],
    )) as (Omit<OrderRefund, 'createdAt'> & { createdAt: Date })[];
    return rows.map((refund) => ({ ...refund, createdAt: refund.createdAt.toISOString() }));
  }

  /**
   * Lists payments whose refunds changed since `after`. Callers should overlap their reads a little: `noted_at` is set
   * shortly before the row becomes visible.
   */
  async refundedSince({ after, limit }: RefundedSince): Promise<RefundedPayments> {
    const rows = (await this.database.query(
      `SELECT id, noted_at AS at, payment_id AS "attemptId", square_payment_id AS "squarePaymentId",
         (SELECT json_agg(json_build_object('squareRefundId', one.id, 'amountCents', amount_cents, 'status', status,
             'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY created_at, one.id)
           FROM refund AS one WHERE one.square_payment_id = refund.square_payment_id) AS refunds
       FROM refund WHERE $1::timestamptz IS NULL OR (noted_at, id) > ($1::timestamptz, $2)
       ORDER BY noted_at, id LIMIT $3`,
      [after?.at ?? null, after?.id ?? '', limit],
    )) as (RefundedPayment & { id: string; at: Date })[];
    const last = rows.at(-1);
    return {
      payments: rows.map(({ id: _id, at: _at, ...payment }) => payment),
      last: last ? { at: last.at.toISOString(), id: last.id } : null,
    };
  }
}

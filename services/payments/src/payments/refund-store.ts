import { Inject, Injectable } from '@nestjs/common';
import type { OrderRefund, RefundedPayments, RefundedSince, RefundsOf } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { DataSource, type Repository } from 'typeorm';
import { Differences } from '../differences/differences.js';
import { SquareFailure } from '../square/square-failure.js';
import { hasFailed, type SquareRefund } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { PaymentStore } from './payment-store.js';
import { Refund } from './refund.entity.js';

const REFRESH_BATCH_SIZE = 100;

interface RefundRow {
  id: string;
  payment_id: string;
  square_payment_id: string;
  order_id: string | null;
  amount_cents: number;
  status: string;
}

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

  /** `attemptId`: the attempt of the refunded payment, if known. */
  record(refund: SquareRefund, attemptId?: string): Promise<void> {
    return this.recordAll([refund], attemptId);
  }

  /**
   * Records the newest state of each refund; a final state never becomes pending again. Ignores refunds of foreign
   * payments.
   */
  async recordAll(refunds: SquareRefund[], attemptId?: string): Promise<void> {
    if (refunds.length === 0) return;
    const recorded = (await this.database.query(
      `WITH given AS (
         SELECT DISTINCT ON (id) * FROM unnest($1::text[], $2::text[], $3::integer[], $4::text[], $5::timestamptz[],
           $6::timestamptz[]) AS refund (id, square_payment_id, amount_cents, status, created_at, updated_at)
         ORDER BY id, updated_at DESC),
       kept AS (
         INSERT INTO refund (id, payment_id, square_payment_id, amount_cents, status, created_at, updated_at)
         SELECT given.id, coalesce(known.payment_id, $7::uuid, payment.id), given.square_payment_id,
           given.amount_cents, given.status, given.created_at, given.updated_at
         FROM given
         LEFT JOIN refund AS known ON known.id = given.id
         LEFT JOIN payment ON payment.square_payment_id = given.square_payment_id
         WHERE coalesce(known.payment_id, $7::uuid, payment.id) IS NOT NULL
         ORDER BY given.id
         ON CONFLICT (id) DO UPDATE SET amount_cents = excluded.amount_cents, status = excluded.status,
           updated_at = excluded.updated_at,
           noted_at = CASE WHEN (refund.amount_cents, refund.status) = (excluded.amount_cents, excluded.status)
             THEN refund.noted_at ELSE clock_timestamp() END
         WHERE refund.updated_at <= excluded.updated_at AND (refund.status = 'PENDING' OR excluded.status <> 'PENDING')
         RETURNING id, payment_id, square_payment_id, amount_cents, status)
       SELECT kept.id, kept.payment_id, kept.square_payment_id, kept.amount_cents, kept.status, payment.order_id FROM kept JOIN payment ON payment.id = kept.payment_id`,
      [
        refunds.map(({ id }) => id),
        refunds.map(({ squarePaymentId }) => squarePaymentId),
        refunds.map(({ amountCents }) => amountCents),
        refunds.map(({ status }) => status),
        refunds.map(({ createdAt }) => createdAt),
        refunds.map(({ updatedAt }) => updatedAt),
        attemptId ?? null,
      ],
    )) as RefundRow[];
    for (const refund of recorded) if (hasFailed(refund)) await this.reportFailed(refund);
    if (recorded.length > 0) await this.updatePayments(recorded.map(({ square_payment_id }) => square_payment_id));
  }

  /** Moves the attempts of these payments to match their recorded refunds. */
  async updatePayments(squarePaymentIds: string[]): Promise<void> {
    for (const id of await this.payments.applyRefunds(squarePaymentIds)) await this.differences.settleRefusedRefund(id);
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
    if (rows.length > 0) await this.record(await this.square.getRefund(refundId));
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
        await this.record(await this.square.getRefund(id), paymentId);
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
       SELECT order_id, id, amount_cents, status, created_at FROM found ORDER BY created_at, id`,
      [orders.map(({ orderId }) => orderId), orders.map(({ squarePaymentId }) => squarePaymentId ?? null)],
    )) as (Pick<RefundRow, 'id' | 'amount_cents' | 'status'> & { order_id: string; created_at: Date })[];
    return rows.map(({ order_id, id, amount_cents, status, created_at }) => ({
      orderId: order_id,
      squareRefundId: id,
      amountCents: amount_cents,
      status,
      createdAt: created_at.toISOString(),
    }));
  }

  /**
   * Lists payments whose refunds changed since `after`, with the total refunded or pending. Callers should overlap their
   * reads a little: `noted_at` is set shortly before the row becomes visible.
   */
  async refundedSince({ after, limit }: RefundedSince): Promise<RefundedPayments> {
    const rows = (await this.database.query(
      `SELECT id, noted_at, payment_id, square_payment_id,
         (SELECT coalesce(sum(amount_cents), 0)::int FROM refund AS one
           WHERE one.square_payment_id = refund.square_payment_id AND one.status NOT IN ('FAILED', 'REJECTED')) AS cents,
         (SELECT json_agg(json_build_object('squareRefundId', one.id, 'amountCents', amount_cents, 'status', status,
             'createdAt', to_char(created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) ORDER BY created_at, one.id)
           FROM refund AS one WHERE one.square_payment_id = refund.square_payment_id) AS refunds
       FROM refund WHERE $1::timestamptz IS NULL OR (noted_at, id) > ($1::timestamptz, $2)
       ORDER BY noted_at, id LIMIT $3`,
      [after?.at ?? null, after?.id ?? '', limit],
    )) as {
      id: string;
      noted_at: Date;
      payment_id: string;
      square_payment_id: string;
      cents: number;
      refunds: Omit<OrderRefund, 'orderId'>[];
    }[];
    const last = rows.at(-1);
    return {
      payments: rows.map(({ payment_id, square_payment_id, cents, refunds }) => ({
        attemptId: payment_id,
        squarePaymentId: square_payment_id,
        refundedCents: cents,
        refunds,
      })),
      last: last ? { at: last.noted_at.toISOString(), id: last.id } : null,
    };
  }

  private async reportFailed({
    id,
    payment_id,
    square_payment_id,
    order_id,
    amount_cents,
    status,
  }: RefundRow): Promise<void> {
    await this.differences.report('refund-failed', {
      refundId: id,
      squarePaymentId: square_payment_id,
      attemptId: payment_id,
      orderId: order_id,
      amountCents: amount_cents,
      note: status,
    });
  }
}

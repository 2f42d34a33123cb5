import { Injectable } from '@nestjs/common';
import type { CaptureOutcome } from '@geodes/contracts';
import { failpoint } from '@geodes/kit';
import { Between, DataSource, In, IsNull, type Repository } from 'typeorm';
import { moneyTaken, paymentOutcomes } from '../metrics.js';
import type { CreateRequest, SquarePayment } from '../square/square-payment.js';
import { assertTransition, Payment, type PaymentState } from './payment.entity.js';

type PaymentDetails = Partial<Record<'squarePaymentId' | 'declineCode' | 'declineMessage', string | undefined>>;

/** The result of a capture; undefined while the payment is not final. */
type CaptureResult = Exclude<CaptureOutcome, { outcome: 'unknown' }> | undefined;

/** An attempt whose create request may be sent. */
export type RecordedRequest = Pick<Payment, 'id' | 'request' | 'authoriseStartedAt'>;

export type StuckPayment = Pick<Payment, 'id' | 'state'>;

/** Reads and writes payments. Every change of state is one compare-and-set statement, outside a transaction. */
@Injectable()
export class PaymentStore {
  private readonly payments: Repository<Payment>;

  constructor(database: DataSource) {
    this.payments = database.getRepository(Payment);
  }

  find(id: string): Promise<Payment | null> {
    return this.payments.findOneBy({ id });
  }

  /** Throws if there is no such attempt. This service never deletes one. */
  get(id: string): Promise<Payment> {
    return this.payments.findOneByOrFail({ id });
  }

  findAll(ids: string[]): Promise<Payment[]> {
    return this.payments.findBy({ id: In(ids) });
  }

  findBySquareId(squarePaymentId: string): Promise<Payment | null> {
    return this.payments.findOneBy({ squarePaymentId });
  }

  /** Records the create request of a new attempt. Returns null if the attempt is known: its first request is kept. */
  async recordRequest(id: string, request: CreateRequest, orderId?: string): Promise<RecordedRequest | null> {
    const [recorded] = (await this.payments.query(
      `INSERT INTO payment (id, state, amount_cents, request, order_id, authorise_started_at, version)
       VALUES ($1, 'authorising', $2, $3, $4, now(), 1)
       ON CONFLICT DO NOTHING RETURNING authorise_started_at`,
      [id, request.amountCents, request, orderId ?? null],
    )) as { authorise_started_at: Date }[];
    return recorded ? { id, request, authoriseStartedAt: recorded.authorise_started_at } : null;
  }

  /** Records an unknown attempt as voided, so that it is never authorised. Returns false if the attempt is known. */
  async recordTombstone(id: string): Promise<boolean> {
    const rows = (await this.payments.query(
      `INSERT INTO payment (id, state, version) VALUES ($1, 'voided', 1) ON CONFLICT DO NOTHING RETURNING id`,
      [id],
    )) as unknown[];
    if (rows.length > 0) paymentOutcomes.inc({ outcome: 'voided' });
    return rows.length > 0;
  }

  /**
   * Sets the state `to` if the attempt is in one of the states `from`; otherwise returns null. Removes the card's token
   * and the email address, which only `authorising` sends. The sweep retries the refund of an `owed` attempt after a
   * minute. Throws on a transition that the table of states does not allow.
   */
  async move(
    id: string,
    from: readonly PaymentState[],
    to: PaymentState,
    details: PaymentDetails = {},
  ): Promise<Pick<Payment, 'squarePaymentId'> | null> {
    assertTransition(from, to);
    const [[moved]] = (await this.payments.query(
      `UPDATE payment
          SET state = $3, square_payment_id = coalesce($4, square_payment_id),
              decline_code = coalesce($5, decline_code), decline_message = coalesce($6, decline_message),
              request = request - 'sourceId' - 'buyerEmailAddress', version = version + 1, updated_at = now(),
              sweeps = CASE $3 WHEN 'owed' THEN 0 ELSE sweeps END,
              sweep_after = CASE $3 WHEN 'owed' THEN now() + interval '1 minute' ELSE sweep_after END
        WHERE id = $1 AND state = ANY($2)
        RETURNING amount_cents, square_payment_id`,
      [id, from, to, details.squarePaymentId, details.declineCode, details.declineMessage],
    )) as [{ amount_cents: number | null; square_payment_id: string | null }[], number];
    if (!moved) return null;
    paymentOutcomes.inc({ outcome: to });
    if (to === 'captured') moneyTaken.inc(moved.amount_cents ?? 0);
    return { squarePaymentId: moved.square_payment_id };
  }

  /** Records the result of a capture as Square shows it. */
  async recordCaptureResult(id: string, squarePayment: SquarePayment): Promise<CaptureResult> {
    switch (squarePayment.status) {
      case 'COMPLETED':
        await this.move(id, ['capturing'], 'captured');
        await failpoint('payments.captured.after');
        return { outcome: 'captured', squarePaymentId: squarePayment.id };
      case 'CANCELED':
      case 'FAILED':
        await this.move(id, ['capturing'], 'voided');
        return { outcome: 'gone' };
      default:
        return undefined;
    }
  }

  /** True if the attempt was captured as this Square payment for this amount, and the payment has no unsettled difference. */
  async isSettled(payment: { attemptId: string; squarePaymentId: string; amountCents: number }): Promise<boolean> {
    const rows = (await this.payments.query(
      `SELECT FROM payment WHERE id = $1 AND state = 'captured' AND square_payment_id = $2 AND amount_cents = $3
         AND NOT EXISTS (SELECT FROM difference WHERE square_payment_id = $2 AND state IN ('open', 'seen'))`,
      [payment.attemptId, payment.squarePaymentId, payment.amountCents],
    )) as unknown[];
    return rows.length > 0;
  }

  /** Stops the sweep from retrying the refund of an `owed` attempt: Square failed it and accepts no second one. */
  async stopRefundRetries(id: string): Promise<void> {
    await this.payments.update({ id, state: 'owed' }, { sweepAfter: null });
  }

  /**
   * Moves attempts between `refunded` and `owed` to match their recorded refunds. Returns Square's payment ids of those
   * that became `refunded`.
   */
  async applyRefunds(squarePaymentIds: string[]): Promise<string[]> {
    const [rows] = (await this.payments.query(
      `UPDATE payment SET state = refunds.state, sweep_after = NULL, version = version + 1, updated_at = now()
       FROM (SELECT square_payment_id,
               CASE WHEN bool_and(status IN ('FAILED', 'REJECTED')) THEN 'owed' ELSE 'refunded' END AS state
             FROM refund WHERE square_payment_id = ANY($1) GROUP BY square_payment_id) AS refunds
       WHERE payment.square_payment_id = refunds.square_payment_id AND payment.state IN ('refunded', 'owed')
         AND payment.state <> refunds.state
       RETURNING payment.square_payment_id, payment.state`,
      [squarePaymentIds],
    )) as [{ square_payment_id: string; state: PaymentState }[], number];
    for (const { state } of rows) paymentOutcomes.inc({ outcome: state });
    return rows.flatMap(({ square_payment_id, state }) => (state === 'refunded' ? square_payment_id : []));
  }

  /** Records the attempt's Square payment, unless one is recorded. */
  async setSquarePaymentId(id: string, squarePaymentId: string): Promise<void> {
    await this.payments.update({ id, squarePaymentId: IsNull() }, { squarePaymentId });
  }

  /** Lists Square's ids of payments recorded as authorised, capturing or captured, by the creation of their attempts. */
  async findAuthorisedOrCaptured(from: Date, to: Date): Promise<string[]> {
    const rows = await this.payments.find({
      select: { squarePaymentId: true },
      where: { createdAt: Between(from, to), state: In(['authorised', 'capturing', 'captured']) },
      order: { createdAt: 'ASC', id: 'ASC' },
    });
    return rows.flatMap(({ squarePaymentId }) => squarePaymentId ?? []);
  }

  /**
   * Claims stuck attempts: `voiding` for 5 s or more, or `authorising` for 15 minutes, when no create can follow. A claim
   * excludes other instances for 5 to 30 s, longer with each sweep. An `owed` attempt is claimed six times within a day.
   */
  async claimStuck(limit: number): Promise<StuckPayment[]> {
    const [rows] = (await this.payments.query(
      `WITH stuck AS MATERIALIZED (
         SELECT id FROM payment
         WHERE state IN ('authorising', 'voiding', 'owed')
           AND CASE state
             WHEN 'owed' THEN sweep_after < now() AND sweeps < 6
             WHEN 'voiding' THEN updated_at < now() - interval '5 seconds'
             ELSE updated_at < now() - interval '15 minutes' END
           AND (sweep_after IS NULL OR sweep_after < now())
         ORDER BY updated_at LIMIT $1 FOR UPDATE SKIP LOCKED)
       UPDATE payment SET sweeps = sweeps + 1,
         sweep_after = now() + CASE state
           WHEN 'owed' THEN 4 ^ (sweeps + 1) * interval '1 minute'
           ELSE least(30, 5 * 2 ^ least(sweeps, 3)) * interval '1 second' END
       FROM stuck WHERE payment.id = stuck.id RETURNING payment.id, payment.state`,
      [limit],
    )) as [StuckPayment[], number];
    return rows;
  }
}

import { Inject, Injectable } from '@nestjs/common';
import { type RefundPart as RefundPartCommand, type RefundPartOutcome, refundStatus } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { DataSource } from 'typeorm';
import { Differences } from '../differences/differences.js';
import { accountFault } from '../square/create-outcome.js';
import { asSquareFailure, type SquareFailure } from '../square/square-failure.js';
import { SquarePayments } from '../square/square-payments.js';
import { PaymentStore } from './payment-store.js';
import { isRefusal, REFUND_TIMEOUT_MS } from './refund-payment.js';
import { RefundStore } from './refund-store.js';

/** A request without a response may reach Square this long after it was sent. */
const IN_FLIGHT_SECONDS = 10;

/**
 * Refunds a part of a paid order. Safe to run twice and concurrently: the refund's id is Square's idempotency key, one
 * request is in flight at a time, and a refusal stays.
 */
@Injectable()
export class RefundPart {
  constructor(
    private readonly database: DataSource,
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly refunds: RefundStore,
    private readonly differences: Differences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ refundId, attemptId, amountCents, reason }: RefundPartCommand): Promise<RefundPartOutcome> {
    const { state, squarePaymentId } = await this.store.get(attemptId);
    if (state !== 'captured' || !squarePaymentId) return { outcome: 'unknown' };
    if (!(await this.begin(refundId))) return this.knownOutcome(refundId);
    try {
      const request = { key: refundId, squarePaymentId, amountCents, reason };
      const refund = await this.square.refundPart(request, REFUND_TIMEOUT_MS);
      await this.refunds.recordAll([refund], attemptId);
      await this.end(refundId);
      return { outcome: 'accepted', squareRefundId: refund.id, status: refundStatus(refund.status) };
    } catch (error) {
      const failure = asSquareFailure(error);
      this.logger.warn({ attemptId, ...failure.summary }, 'partial refund not made');
      const refusal = isFinalRefusal(failure) ? failure.textWithout([reason]) : null;
      if (failure.status !== undefined) await this.end(refundId, refusal);
      if (refusal !== null) return { outcome: 'refused', message: refusal };
      const fault = accountFault(failure);
      if (fault) await this.differences.reportAccountFault(attemptId, fault.code, failure);
      return { outcome: 'unknown' };
    }
  }

  /** Returns false if another request of this refund is in flight, or one was refused. */
  private async begin(refundId: string): Promise<boolean> {
    const rows = await this.database.query<unknown[]>(
      `INSERT INTO refund_request AS known (id, in_flight_until)
       VALUES ($1, now() + interval '${IN_FLIGHT_SECONDS} seconds')
       ON CONFLICT (id) DO UPDATE SET in_flight_until = EXCLUDED.in_flight_until
        WHERE known.in_flight_until <= now() AND known.refusal IS NULL
       RETURNING id`,
      [refundId],
    );
    return rows.length > 0;
  }

  /** `refusal`: Square's words, if it refused the refund. No request follows then. */
  private async end(refundId: string, refusal: string | null = null): Promise<void> {
    await this.database.query('UPDATE refund_request SET in_flight_until = now(), refusal = $2 WHERE id = $1', [
      refundId,
      refusal,
    ]);
  }

  private async knownOutcome(refundId: string): Promise<RefundPartOutcome> {
    const [known] = await this.database.query<{ refusal: string | null }[]>(
      'SELECT refusal FROM refund_request WHERE id = $1',
      [refundId],
    );
    return known?.refusal ? { outcome: 'refused', message: known.refusal } : { outcome: 'unknown' };
  }
}

/** True if Square never makes this refund. While another one is pending, or the token is refused, it may later. */
const isFinalRefusal = (error: SquareFailure): boolean => isRefusal(error) && !error.tokenRefused;

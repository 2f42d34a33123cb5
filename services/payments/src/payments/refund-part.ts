import { Inject, Injectable } from '@nestjs/common';
import { type RefundPart as RefundPartCommand, type RefundPartOutcome, refundStatus } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { SquareFailure } from '../square/square-failure.js';
import { SquarePayments } from '../square/square-payments.js';
import { PaymentStore } from './payment-store.js';
import { RefundStore } from './refund-store.js';

const TIMEOUT_MS = 5_000;

/** Refunds a part of a paid order. Safe to run twice and concurrently: the refund's id is Square's idempotency key. */
@Injectable()
export class RefundPart {
  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly refunds: RefundStore,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  async execute({ refundId, attemptId, amountCents, reason }: RefundPartCommand): Promise<RefundPartOutcome> {
    const { state, squarePaymentId } = await this.store.get(attemptId);
    if (state !== 'captured' || !squarePaymentId) return { outcome: 'unknown' };
    try {
      const refund = await this.square.refundPart({ key: refundId, squarePaymentId, amountCents, reason }, TIMEOUT_MS);
      await this.refunds.record(refund, attemptId);
      return { outcome: 'accepted', squareRefundId: refund.id, status: refundStatus(refund.status) };
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      const { operation, status, reasons } = error;
      this.logger.warn({ attemptId, operation, status, reasons }, 'partial refund not made');
      return isRefusal(error) ? { outcome: 'refused', message: error.textWithout([reason]) } : { outcome: 'unknown' };
    }
  }
}

/** True if Square never makes this refund. While another one is pending, or the token is refused, it may later. */
const isRefusal = (error: SquareFailure): boolean =>
  error.refused && !error.tokenRefused && !error.reasons.some(({ code }) => code === 'REFUND_ALREADY_PENDING');

import { Inject, Injectable } from '@nestjs/common';
import type { GiveBackOutcome } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { Differences } from '../reconciliation/differences.js';
import { RefundStore } from '../refunds/refund-store.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment, SquareRefund } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import type { Payment } from './payment.entity.js';
import type { PaymentState } from './payment-states.js';
import { PaymentStore } from './payment-store.js';

const REFUND_REASON = 'The order was not completed';
const READ_LIMIT_MS = 3_000;
const REFUND_LIMIT_MS = 5_000;

/** Gives back what was taken for an attempt that no order stands for. Safe to run twice and at the same time. */
@Injectable()
export class GiveBack {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(RefundStore) private readonly refunds: RefundStore,
    @Inject(Differences) private readonly differences: Differences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * On the word of the orders service that no order will ever stand for this captured attempt: the owner captured it
   * in Square, or the orders were restored from a backup. Nobody else may say so.
   */
  async execute(attemptId: string): Promise<GiveBackOutcome> {
    const ours = await this.store.get(attemptId);
    if (ours.state === 'refunded') return refunded;
    if (ours.state !== 'captured' || !ours.squarePaymentId) return unknown;
    try {
      const theirs = await this.square.get(ours.squarePaymentId, READ_LIMIT_MS);
      if (theirs.status === 'COMPLETED') await this.refund(theirs, ours, ['captured'], REFUND_LIMIT_MS);
      else if (theirs.status === 'CANCELED' || theirs.status === 'FAILED')
        await this.store.move(attemptId, ['captured'], 'refunded');
      else return unknown;
      return refunded;
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      const { operation, status, reasons } = error;
      this.logger.warn({ attemptId, operation, status, reasons }, 'refund without a clear answer');
      return unknown;
    }
  }

  /**
   * Refunds the payment in full, once: what the owner has begun to give back in Square is left to him. The attempt is
   * refunded where it is in one of the states `from`. Throws SquareFailure where Square does not take the refund.
   */
  async refund(theirs: SquarePayment, ours: Payment, from: readonly PaymentState[], limitMs: number): Promise<void> {
    const { id: squarePaymentId, amountCents, currency } = theirs;
    const differing = { squarePaymentId, attemptId: ours.id, orderId: ours.orderId, amountCents, currency };
    if (!theirs.hasRefund) {
      let refund: SquareRefund;
      try {
        refund = await this.square.refund(theirs, REFUND_REASON, limitMs);
      } catch (error) {
        if (isRefusal(error)) await this.differences.report('refund-failed', differing);
        throw error;
      }
      await this.refunds.record(refund, ours.id);
    }
    await this.differences.mended('refunded', differing);
    await this.store.move(ours.id, from, 'refunded', { squarePaymentId });
  }
}

/** Square will not give it back; that another refund of it is on its way is no refusal. */
const isRefusal = (error: unknown): boolean =>
  error instanceof SquareFailure &&
  error.refused &&
  !error.reasons.some(({ code }) => code === 'REFUND_ALREADY_PENDING');

const refunded = { outcome: 'refunded' } as const;
const unknown = { outcome: 'unknown' } as const;

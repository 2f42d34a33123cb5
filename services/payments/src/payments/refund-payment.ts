import { Inject, Injectable } from '@nestjs/common';
import type { GiveBackOutcome } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { Differences, type Differing } from '../reconciliation/differences.js';
import { RefundStore } from '../refunds/refund-store.js';
import { SquareFailure } from '../square/square-failure.js';
import { hasFailed, type SquarePayment, type SquareRefund } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import type { Payment } from './payment.entity.js';
import type { PaymentState } from './payment-states.js';
import { PaymentStore } from './payment-store.js';

const REFUND_REASON = 'The order was not completed';
const READ_TIMEOUT_MS = 3_000;
const REFUND_TIMEOUT_MS = 5_000;

/** `refunded`: the money went back or is on its way. `owed`: Square has refused or failed the refund; the owner knows. */
export type RefundOutcome = 'refunded' | 'owed';

/** Gives back what was taken for an attempt that no order stands for. Safe to run twice and at the same time. */
@Injectable()
export class RefundPayment {
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
    if (ours.state === 'refunded' || ours.state === 'owed') return { outcome: ours.state };
    if (ours.state !== 'captured') return unknown;
    return this.give(ours);
  }

  /** Asks once more for the refund of an `owed` attempt. */
  async retry(attemptId: string): Promise<GiveBackOutcome> {
    const ours = await this.store.get(attemptId);
    return ours.state === 'owed' ? this.give(ours) : unknown;
  }

  private async give(ours: Payment): Promise<GiveBackOutcome> {
    const { id: attemptId, squarePaymentId, state } = ours;
    if (!squarePaymentId) return unknown;
    try {
      const theirs = await this.square.get(squarePaymentId, READ_TIMEOUT_MS);
      if (theirs.status === 'COMPLETED')
        return { outcome: await this.refund(theirs, ours, [state], REFUND_TIMEOUT_MS) };
      if (theirs.status !== 'CANCELED' && theirs.status !== 'FAILED') return unknown;
      await this.store.move(attemptId, [state], 'refunded');
      return { outcome: 'refunded' };
    } catch (error) {
      if (!(error instanceof SquareFailure)) throw error;
      const { operation, status, reasons } = error;
      this.logger.warn({ attemptId, operation, status, reasons }, 'refund without a clear answer');
      return unknown;
    }
  }

  /**
   * Refunds the payment in full, once: what the owner has begun to give back in Square is left to him. The attempt
   * follows where it is in one of the states `from`. Throws SquareFailure where it is not known whether Square has taken
   * the refund.
   */
  async refund(
    theirs: SquarePayment,
    ours: Payment,
    from: readonly PaymentState[],
    limitMs: number,
  ): Promise<RefundOutcome> {
    const { id: squarePaymentId, amountCents, currency } = theirs;
    const differing = { squarePaymentId, attemptId: ours.id, orderId: ours.orderId, amountCents, currency };
    const refunds = await this.askedRefunds(theirs, differing, limitMs);
    if (refunds === 'refused') {
      await this.owe(ours.id, squarePaymentId, from);
      return 'owed';
    }
    await this.refunds.recordAll(refunds, ours.id);
    if (refunds.length > 0 && refunds.every(hasFailed)) {
      await this.owe(ours.id, squarePaymentId, from);
      await this.store.leaveOwed(ours.id);
      return 'owed';
    }
    await this.differences.mended('refunded', differing);
    await this.differences.settleRefusedRefund(squarePaymentId);
    await this.store.move(ours.id, from, 'refunded', { squarePaymentId });
    // Square may have failed it since it was recorded
    await this.refunds.follow([squarePaymentId]);
    return 'refunded';
  }

  /** The refunds that Square has of the payment, else the new one; `refused` where Square takes none. */
  private async askedRefunds(
    theirs: SquarePayment,
    differing: Differing,
    limitMs: number,
  ): Promise<SquareRefund[] | 'refused'> {
    if (theirs.hasRefund) return Promise.all(theirs.refundIds.map((id) => this.square.getRefund(id, limitMs)));
    try {
      return [await this.square.refund(theirs, REFUND_REASON, limitMs)];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.differences.report('refund-failed', { ...differing, note: error.wordsWithout([]) });
      const { status, reasons } = error;
      this.logger.error({ attemptId: differing.attemptId, status, reasons }, 'refund refused by Square');
      return 'refused';
    }
  }

  private async owe(id: string, squarePaymentId: string, from: readonly PaymentState[]): Promise<void> {
    const others = from.filter((state) => state !== 'owed');
    if (others.length > 0) await this.store.move(id, others, 'owed', { squarePaymentId });
  }
}

/** Square will not give it back; that another refund of it is on its way is no refusal. */
const isRefusal = (error: unknown): error is SquareFailure =>
  error instanceof SquareFailure &&
  error.refused &&
  !error.reasons.some(({ code }) => code === 'REFUND_ALREADY_PENDING');

const unknown = { outcome: 'unknown' } as const;

import { Inject, Injectable } from '@nestjs/common';
import type { GiveBackOutcome } from '@geodes/contracts';
import { LOGGER, type Logger } from '@geodes/kit';
import { Differences, type DifferenceDetails } from '../differences/differences.js';
import { asSquareFailure, SquareFailure } from '../square/square-failure.js';
import { hasFailed, type SquarePayment, type SquareRefund } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { PaymentStore } from './payment-store.js';
import type { Payment, PaymentState } from './payment.entity.js';
import { RefundStore } from './refund-store.js';

const REFUND_REASON = 'The order was not completed';
const READ_TIMEOUT_MS = 3_000;
export const REFUND_TIMEOUT_MS = 5_000;

/** `refunded`: the refund is complete or pending. `owed`: Square refused or failed it, and the owner is alerted. */
type RefundOutcome = 'refunded' | 'owed';

/** Refunds the payment of an attempt that has no order. Safe to run twice and concurrently. */
@Injectable()
export class RefundPayment {
  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly refunds: RefundStore,
    private readonly differences: Differences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Refunds a captured attempt. Only the orders service may call this, once it is sure that the attempt will never have an
   * order: the owner captured it in Square, or the orders were restored from a backup.
   */
  async execute(attemptId: string): Promise<GiveBackOutcome> {
    const payment = await this.store.get(attemptId);
    if (payment.state === 'refunded' || payment.state === 'owed') return { outcome: payment.state };
    if (payment.state !== 'captured') return unknown;
    return this.refundCaptured(payment);
  }

  /** Retries the refund of an `owed` attempt. */
  async retry(attemptId: string): Promise<GiveBackOutcome> {
    const payment = await this.store.get(attemptId);
    return payment.state === 'owed' ? this.refundCaptured(payment) : unknown;
  }

  private async refundCaptured(payment: Payment): Promise<GiveBackOutcome> {
    const { id: attemptId, squarePaymentId, state } = payment;
    if (!squarePaymentId) return unknown;
    try {
      const squarePayment = await this.square.get(squarePaymentId, READ_TIMEOUT_MS);
      if (squarePayment.status === 'COMPLETED')
        return { outcome: await this.refund(squarePayment, payment, [state], REFUND_TIMEOUT_MS) };
      if (squarePayment.status !== 'CANCELED' && squarePayment.status !== 'FAILED') return unknown;
      await this.store.move(attemptId, [state], 'refunded');
      return { outcome: 'refunded' };
    } catch (error) {
      this.logger.warn({ attemptId, ...asSquareFailure(error).summary }, 'refund outcome unknown');
      return unknown;
    }
  }

  /**
   * Refunds the payment in full, once. Adds nothing to a refund that the owner began in Square. Moves the attempt if it is
   * in one of the states `from`. Throws SquareFailure if it is unknown whether Square accepted the refund.
   */
  async refund(
    squarePayment: SquarePayment,
    payment: Payment,
    from: readonly PaymentState[],
    timeoutMs: number,
  ): Promise<RefundOutcome> {
    const { id: squarePaymentId, amountCents, currency } = squarePayment;
    const details = { squarePaymentId, attemptId: payment.id, orderId: payment.orderId, amountCents, currency };
    const refunds = await this.findOrCreateRefunds(squarePayment, details, timeoutMs);
    if (refunds === 'refused') {
      await this.markOwed(payment.id, squarePaymentId, from);
      return 'owed';
    }
    await this.refunds.recordAll(refunds, payment.id);
    if (refunds.length > 0 && refunds.every(hasFailed)) {
      await this.markOwed(payment.id, squarePaymentId, from);
      await this.store.stopRefundRetries(payment.id);
      return 'owed';
    }
    await this.differences.recordRepair('refunded', details);
    await this.differences.settle(squarePaymentId, ['refund-failed']);
    await this.store.move(payment.id, from, 'refunded', { squarePaymentId });
    // Square may have failed the refund since it was recorded
    await this.refunds.updatePayments([squarePaymentId]);
    return 'refunded';
  }

  /** Returns Square's refunds of the payment, or creates one. Returns `refused` if Square rejects it. */
  private async findOrCreateRefunds(
    squarePayment: SquarePayment,
    details: DifferenceDetails,
    timeoutMs: number,
  ): Promise<SquareRefund[] | 'refused'> {
    if (squarePayment.hasRefund)
      return Promise.all(squarePayment.refundIds.map((id) => this.square.getRefund(id, timeoutMs)));
    try {
      return [await this.square.refund(squarePayment, REFUND_REASON, timeoutMs)];
    } catch (error) {
      if (!isRefusal(error)) throw error;
      await this.differences.report('refund-failed', { ...details, note: error.textWithout([]) });
      this.logger.error({ attemptId: details.attemptId, ...error.summary }, 'refund refused by Square');
      return 'refused';
    }
  }

  private async markOwed(id: string, squarePaymentId: string, from: readonly PaymentState[]): Promise<void> {
    const others = from.filter((state) => state !== 'owed');
    if (others.length > 0) await this.store.move(id, others, 'owed', { squarePaymentId });
  }
}

/** True if Square rejects the refund. A pending refund of the same payment is no rejection. */
export const isRefusal = (error: unknown): error is SquareFailure =>
  error instanceof SquareFailure &&
  error.refused &&
  !error.reasons.some(({ code }) => code === 'REFUND_ALREADY_PENDING');

const unknown = { outcome: 'unknown' } as const;

import { Injectable } from '@nestjs/common';
import { cutText, geodesInNote } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import type { ReportedKind } from '../differences/difference.entity.js';
import { type DifferenceDetails, Differences } from '../differences/differences.js';
import { PaymentStore } from '../payments/payment-store.js';
import type { Payment } from '../payments/payment.entity.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { SquareFailure } from '../square/square-failure.js';
import { attemptIdOf, type SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { needsOwner, classifyDifference } from './classify-difference.js';

const TIMEOUT_MS = 5_000;
const MAX_NOTE_LENGTH = 1_000;

/**
 * Withdraws the geodes of an order that was lost in a restore from sale, so that they are not sold twice: the note of its
 * payment names them. Returns the note with their titles. Throws UNAVAILABLE if the catalogue does not respond, CHANGED
 * while a checkout has one; the next run retries.
 */
export const withdrawGeodes = async (
  bus: Bus,
  { id, note }: Pick<SquarePayment, 'id' | 'note'>,
): Promise<string | undefined> => {
  const named = geodesInNote(note);
  if (named.length === 0) return note;
  const command = { references: named, squarePaymentId: id };
  const { geodes } = await bus.call('catalog.withdraw-geodes', command, { timeoutMs: TIMEOUT_MS });
  if (geodes.length === 0) return note;
  return cutText(`${note} (${geodes.map(({ title }) => title).join(', ')})`, MAX_NOTE_LENGTH);
};

/** Square's report that an attempt's payment was captured in full, in US cents, and not refunded. */
export interface CaptureReport {
  attemptId: string;
  amountCents: number;
}

/** The result of examining a payment; `reported` if a difference waits for the owner. */
export type Finding = 'none' | 'repaired' | 'reported';

/** Repairs or reports the difference between one Square payment and its record. Safe to run twice and concurrently. */
@Injectable()
export class Repair {
  constructor(
    private readonly store: PaymentStore,
    private readonly square: SquarePayments,
    private readonly refundPayment: RefundPayment,
    private readonly differences: Differences,
    private readonly bus: Bus,
  ) {}

  /**
   * Reads the payment from Square and repairs or reports its difference. Skips the read if the record already agrees with
   * what Square `reported`. Ignores foreign payments. Throws SquareFailure if Square does not respond; the next run
   * retries.
   */
  async examine(squarePaymentId: string, reported?: CaptureReport): Promise<Finding> {
    if (reported && (await this.store.isSettled({ squarePaymentId, ...reported }))) return 'none';
    const squarePayment = await this.read(squarePaymentId);
    if (squarePayment === 'missing') return this.reportMissing(squarePaymentId);
    const attemptId = attemptIdOf(squarePayment);
    if (!attemptId) return 'none';
    const payment = await this.store.find(attemptId);
    if (!payment) return this.reportUnknown(squarePayment, attemptId);
    if (!needsOwner(classifyDifference(squarePayment, payment))) return this.repair(squarePayment, payment);
    // a capture may have come between the two reads: read Square again before reporting
    const again = await this.read(squarePaymentId);
    return again === 'missing' ? 'none' : this.repair(again, payment);
  }

  /**
   * Reports a payment whose attempt has no record, as after a restore. Does not touch the payment, but withdraws its
   * geodes from sale.
   */
  async reportUnknown(squarePayment: SquarePayment, attemptId: string): Promise<Finding> {
    if (squarePayment.status === 'CANCELED' || squarePayment.status === 'FAILED') {
      await this.differences.settle(squarePayment.id);
      return 'none';
    }
    const details = { ...detailsOf(squarePayment), attemptId };
    if (await this.differences.isRecorded('unknown-attempt', details)) return this.report('unknown-attempt', details);
    const note = await withdrawGeodes(this.bus, squarePayment);
    return this.report('unknown-attempt', { ...details, note });
  }

  private async repair(squarePayment: SquarePayment, payment: Payment): Promise<Finding> {
    const classification = classifyDifference(squarePayment, payment);
    const details = { ...detailsOf(squarePayment), attemptId: payment.id, orderId: payment.orderId };
    if (!needsOwner(classification)) await this.differences.settle(squarePayment.id);
    switch (classification) {
      case 'none':
        return 'none';
      case 'adopt':
        return this.recordAs('authorised', details);
      case 'record-captured':
        return this.recordAs('captured', details);
      case 'record-voided':
        return this.recordAs('voided', details);
      case 'cancel':
        await this.square.cancel(squarePayment.id, TIMEOUT_MS);
        await this.differences.recordRepair('cancelled', details);
        return 'repaired';
      case 'refund':
        return this.refund(squarePayment, payment, details);
      case 'report-amount':
        return this.report('amount', { ...details, expectedCents: payment.amountCents });
      case 'report-not-captured':
        return this.report('not-captured', details);
    }
  }

  /** Refunds the payment, unless Square refused its refund before: only the sweep retries that. */
  private async refund(squarePayment: SquarePayment, payment: Payment, details: DifferenceDetails): Promise<Finding> {
    if (await this.differences.isRecorded('refund-failed', details)) return this.report('refund-failed', details);
    const outcome = await this.refundPayment.refund(
      squarePayment,
      payment,
      ['voided', 'declined', 'refused'],
      TIMEOUT_MS,
    );
    return outcome === 'refunded' ? 'repaired' : 'reported';
  }

  private async recordAs(
    state: 'authorised' | 'captured' | 'voided',
    details: DifferenceDetails & { squarePaymentId: string },
  ): Promise<Finding> {
    const { attemptId, squarePaymentId } = details;
    const from = state === 'authorised' ? (['authorising'] as const) : (['authorised', 'capturing'] as const);
    if (!(await this.store.move(attemptId, from, state, { squarePaymentId }))) return 'none';
    await this.differences.recordRepair(state, details);
    return 'repaired';
  }

  private async reportMissing(squarePaymentId: string): Promise<Finding> {
    const payment = await this.store.findBySquareId(squarePaymentId);
    if (!payment) return 'none';
    const { id: attemptId, orderId, amountCents } = payment;
    return this.report('missing', { squarePaymentId, attemptId, orderId, amountCents: amountCents ?? 0 });
  }

  private async report(kind: ReportedKind, details: DifferenceDetails): Promise<Finding> {
    return (await this.differences.report(kind, details)) ? 'reported' : 'none';
  }

  private async read(squarePaymentId: string): Promise<SquarePayment | 'missing'> {
    try {
      return await this.square.get(squarePaymentId);
    } catch (error) {
      if (error instanceof SquareFailure && error.notFound) return 'missing';
      throw error;
    }
  }
}

const detailsOf = ({ id, amountCents, currency }: SquarePayment) => ({ squarePaymentId: id, amountCents, currency });

import { Inject, Injectable } from '@nestjs/common';
import { RefundPayment } from '../payments/refund-payment.js';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentStore } from '../payments/payment-store.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { type Differing, Differences } from './differences.js';
import type { ReportedKind } from './difference-texts.js';
import { LostOrders } from './lost-orders.js';
import { isReport, classifyDifference } from './classify-difference.js';
import { attemptOf } from './attempt-reference.js';

const TIMEOUT_MS = 5_000;

/** That an attempt's payment was captured in whole, in US cents, and nothing of it given back. */
export interface Captured {
  attemptId: string;
  amountCents: number;
}

/** What looking at a payment came to; `reported` where it waits for the owner. */
export type Finding = 'none' | 'repaired' | 'reported';

/** Brings one payment and our row of it together again. Safe to run twice and at the same time. */
@Injectable()
export class Repair {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(RefundPayment) private readonly giveBack: RefundPayment,
    @Inject(Differences) private readonly differences: Differences,
    @Inject(LostOrders) private readonly lostOrders: LostOrders,
  ) {}

  /**
   * Reads the payment from Square, compares and mends; not where our books say already what Square has `said` of it.
   * Touches only payments whose marker is an attempt of ours. Throws SquareFailure where Square does not answer; the next
   * comparison tries again.
   */
  async examine(squarePaymentId: string, said?: Captured): Promise<Finding> {
    if (said && (await this.store.isSettled({ squarePaymentId, ...said }))) return 'none';
    const theirs = await this.read(squarePaymentId);
    if (theirs === 'missing') return this.reportMissing(squarePaymentId);
    const attemptId = attemptOf(theirs);
    if (!attemptId) return 'none';
    const ours = await this.store.find(attemptId);
    if (!ours) return this.reportUnknown(theirs, attemptId);
    if (!isReport(classifyDifference(theirs, ours))) return this.mend(theirs, ours);
    // their word may be older than ours: a capture may have come between the two
    const again = await this.read(squarePaymentId);
    return again === 'missing' ? 'none' : this.mend(again, ours);
  }

  /** A marked payment of an attempt that we do not know, as after a restore. The machine leaves it alone, but takes its stones off sale. */
  async reportUnknown(theirs: SquarePayment, attemptId: string): Promise<Finding> {
    if (theirs.status === 'CANCELED' || theirs.status === 'FAILED') {
      await this.differences.settle(theirs.id);
      return 'none';
    }
    const differing = { ...described(theirs), attemptId };
    if (await this.differences.isKept('unknown-attempt', differing)) return this.report('unknown-attempt', differing);
    const note = await this.lostOrders.withdrawStones(theirs);
    return this.report('unknown-attempt', { ...differing, note });
  }

  private async mend(theirs: SquarePayment, ours: Payment): Promise<Finding> {
    const judgement = classifyDifference(theirs, ours);
    const differing = { ...described(theirs), attemptId: ours.id, orderId: ours.orderId };
    if (!isReport(judgement)) await this.differences.settle(theirs.id);
    switch (judgement) {
      case 'none':
        return 'none';
      case 'adopt':
        return this.recordAs('authorised', differing);
      case 'record-captured':
        return this.recordAs('captured', differing);
      case 'record-voided':
        return this.recordAs('voided', differing);
      case 'cancel':
        await this.square.cancel(theirs.id, TIMEOUT_MS);
        await this.differences.mended('cancelled', differing);
        return 'repaired';
      case 'refund':
        return this.refund(theirs, ours, differing);
      case 'report-amount':
        return this.report('amount', { ...differing, expectedCents: ours.amountCents });
      case 'report-not-captured':
        return this.report('not-captured', differing);
    }
  }

  /** A refund that Square has refused is not asked for again here. */
  private async refund(theirs: SquarePayment, ours: Payment, differing: Differing): Promise<Finding> {
    if (await this.differences.isKept('refund-failed', differing)) return this.report('refund-failed', differing);
    const outcome = await this.giveBack.refund(theirs, ours, ['voided', 'declined', 'refused'], TIMEOUT_MS);
    return outcome === 'refunded' ? 'repaired' : 'reported';
  }

  private async recordAs(
    state: 'authorised' | 'captured' | 'voided',
    differing: Differing & { squarePaymentId: string },
  ): Promise<Finding> {
    const { attemptId, squarePaymentId } = differing;
    const from = state === 'authorised' ? (['authorising'] as const) : (['authorised', 'capturing'] as const);
    if (!(await this.store.move(attemptId, from, state, { squarePaymentId }))) return 'none';
    await this.differences.mended(state, differing);
    return 'repaired';
  }

  private async reportMissing(squarePaymentId: string): Promise<Finding> {
    const ours = await this.store.findBySquareId(squarePaymentId);
    if (!ours) return 'none';
    const { id: attemptId, orderId, amountCents } = ours;
    return this.report('missing', { squarePaymentId, attemptId, orderId, amountCents: amountCents ?? 0 });
  }

  private async report(kind: ReportedKind, differing: Differing): Promise<Finding> {
    return (await this.differences.report(kind, differing)) ? 'reported' : 'none';
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

const described = ({ id, amountCents, currency }: SquarePayment) => ({ squarePaymentId: id, amountCents, currency });

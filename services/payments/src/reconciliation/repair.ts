import { Inject, Injectable } from '@nestjs/common';
import type { Payment } from '../payments/payment.entity.js';
import { PaymentStore } from '../payments/payment-store.js';
import { RefundStore } from '../refunds/refund-store.js';
import { SquareFailure } from '../square/square-failure.js';
import type { SquarePayment } from '../square/square-payment.js';
import { SquarePayments } from '../square/square-payments.js';
import { Differences } from './differences.js';
import { isReport, judge } from './judgement.js';
import { attemptOf } from './marker.js';

const LIMIT_MS = 5_000;
const REFUND_REASON = 'The order was not completed';

/** Brings one payment and our row of it together again. Safe to run twice and at the same time. */
@Injectable()
export class Repair {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(SquarePayments) private readonly square: SquarePayments,
    @Inject(RefundStore) private readonly refunds: RefundStore,
    @Inject(Differences) private readonly differences: Differences,
  ) {}

  /**
   * Reads the payment from Square, compares and mends. Touches only payments whose marker is an attempt of ours.
   * Throws SquareFailure where Square does not answer; the next comparison tries again.
   */
  async examine(squarePaymentId: string): Promise<void> {
    const theirs = await this.read(squarePaymentId);
    const attemptId = theirs && attemptOf(theirs);
    if (!attemptId) return;
    const ours = await this.store.find(attemptId);
    if (!ours) return this.differences.report('unknown-attempt', theirs.id, attemptId);
    const judgement = judge(theirs, ours);
    // their word may be older than ours: a capture may have come between the two
    const again = isReport(judgement) ? await this.read(squarePaymentId) : theirs;
    if (again) await this.mend(again, ours);
  }

  private async mend(theirs: SquarePayment, { id, ...ours }: Payment): Promise<void> {
    const judgement = judge(theirs, ours);
    switch (judgement) {
      case 'none':
        return;
      case 'adopt':
        return this.recordAs('authorised', id, theirs);
      case 'record-captured':
        return this.recordAs('captured', id, theirs);
      case 'record-voided':
        return this.recordAs('voided', id, theirs);
      case 'cancel':
        await this.square.cancel(theirs.id, LIMIT_MS);
        return this.differences.mended('cancelled', theirs.id, id);
      case 'refund':
        return this.refund(id, theirs);
      default:
        this.differences.report(judgement.replace('report-', ''), theirs.id, id);
    }
  }

  private async recordAs(
    state: 'authorised' | 'captured' | 'voided',
    id: string,
    theirs: SquarePayment,
  ): Promise<void> {
    const from = state === 'authorised' ? (['authorising'] as const) : (['authorised', 'capturing'] as const);
    const moved = await this.store.move(id, from, state, { squarePaymentId: theirs.id });
    if (moved) this.differences.mended(state, theirs.id, id);
  }

  private async refund(id: string, theirs: SquarePayment): Promise<void> {
    const refund = await this.square.refund(theirs, REFUND_REASON, LIMIT_MS);
    await this.refunds.record(refund, id);
    await this.store.move(id, ['voided', 'declined'], 'refunded', { squarePaymentId: theirs.id });
    this.differences.mended('refunded', theirs.id, id);
  }

  private async read(squarePaymentId: string): Promise<SquarePayment | undefined> {
    try {
      return await this.square.get(squarePaymentId);
    } catch (error) {
      if (!(error instanceof SquareFailure) || !error.notFound) throw error;
      const ours = await this.store.findBySquareId(squarePaymentId);
      if (ours) this.differences.report('missing', squarePaymentId, ours.id);
      return undefined;
    }
  }
}

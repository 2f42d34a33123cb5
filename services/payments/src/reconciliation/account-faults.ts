import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { PaymentStore } from '../payments/payment-store.js';
import type { SquareFailure } from '../square/square-failure.js';
import { Differences } from './differences.js';

/** Payments that Square refuses for a reason of the shop's own account, settings or requests. */
@Injectable()
export class AccountFaults {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(Differences) private readonly differences: Differences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Logs it for the operator and alerts the owner, once for each code until marked as seen. Never throws. */
  async report(attemptId: string, code: string, failure: SquareFailure): Promise<void> {
    const { status, reasons } = failure;
    this.logger.error({ attemptId, status, reasons }, 'payment refused by Square: check its account and settings');
    try {
      const { amountCents, request } = await this.store.get(attemptId);
      const note = failure.wordsWithout([request?.buyerEmailAddress, request?.sourceId]);
      const differing = { squarePaymentId: null, attemptId, amountCents: amountCents ?? 0, code, note };
      await this.differences.report('account-refused', differing);
    } catch (error) {
      this.logger.warn({ attemptId, code, reason: String(error) }, 'owner not alerted');
    }
  }
}

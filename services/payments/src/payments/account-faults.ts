import { Inject, Injectable } from '@nestjs/common';
import { LOGGER, type Logger } from '@geodes/kit';
import { Differences } from '../differences/differences.js';
import type { SquareFailure } from '../square/square-failure.js';
import { PaymentStore } from './payment-store.js';

/** Reports payments that Square refuses because of the shop's account, settings or requests. */
@Injectable()
export class AccountFaults {
  constructor(
    private readonly store: PaymentStore,
    private readonly differences: Differences,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /** Logs the refusal for the operator and alerts the owner once per code until it is acknowledged. Never throws. */
  async report(attemptId: string, code: string, failure: SquareFailure): Promise<void> {
    const { status, reasons } = failure;
    this.logger.error({ attemptId, status, reasons }, 'payment refused by Square: check its account and settings');
    try {
      const { amountCents, request } = await this.store.get(attemptId);
      const note = failure.textWithout([request?.buyerEmailAddress, request?.sourceId]);
      const details = { squarePaymentId: null, attemptId, amountCents: amountCents ?? 0, code, note };
      await this.differences.report('account-refused', details);
    } catch (error) {
      this.logger.warn({ attemptId, code, reason: String(error) }, 'owner not alerted');
    }
  }
}

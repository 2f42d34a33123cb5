import { Inject, Injectable } from '@nestjs/common';
import type { CaptureOutcome } from '@geodes/contracts';
import { failpoint } from '@geodes/kit';
import type { SquarePayment } from '../square/square-payment.js';
import { PaymentStore } from './payment-store.js';

/** Draws the conclusion from what Square says about a payment that is being captured. */
@Injectable()
export class CaptureResolver {
  constructor(@Inject(PaymentStore) private readonly store: PaymentStore) {}

  /** `unknown` while it is neither captured nor gone. */
  async conclude(id: string, payment: SquarePayment): Promise<CaptureOutcome> {
    switch (payment.status) {
      case 'COMPLETED':
        await this.store.move(id, ['capturing'], 'captured');
        await failpoint('payments.captured.after');
        return { outcome: 'captured', squarePaymentId: payment.id };
      case 'CANCELED':
      case 'FAILED':
        await this.store.move(id, ['capturing'], 'voided');
        return { outcome: 'gone' };
      default:
        return { outcome: 'unknown' };
    }
  }
}

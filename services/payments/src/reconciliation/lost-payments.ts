import { Inject, Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import { PaymentStore } from '../payments/payment-store.js';
import { Difference } from './difference.entity.js';
import { Repair } from './repair.js';

/** Payments of checkouts that the backup had half done: it knows the checkout and not its money. */
@Injectable()
export class LostPayments {
  constructor(
    @Inject(DataSource) private readonly database: DataSource,
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(Repair) private readonly repair: Repair,
  ) {}

  /**
   * Gives back what a comparison found of a checkout that has been voided since. True where money went back. Throws
   * SquareFailure where Square does not answer: then its stones must stay reserved.
   */
  async giveBack(attemptId: string): Promise<boolean> {
    const told = await this.database.getRepository(Difference).findOneBy({ attemptId, kind: 'unknown-attempt' });
    if (!told) return false;
    // also where another comparison is at it already: it may not have come to its refund
    await this.repair.examine(told.squarePaymentId);
    return (await this.store.get(attemptId)).state === 'refunded';
  }
}

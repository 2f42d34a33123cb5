import { Injectable } from '@nestjs/common';
import { PaymentStore, type StuckPayment } from '../payments/payment-store.js';
import { RefundPayment } from '../payments/refund-payment.js';
import { VoidPayment } from '../payments/void-payment.js';

const MAX_CONCURRENT = 4;
const BATCH_SIZE = 20;

/** Finishes stuck attempts that no caller retries: unfinished voids and refunds, abandoned authorisations. */
@Injectable()
export class Sweep {
  constructor(
    private readonly store: PaymentStore,
    private readonly voidPayment: VoidPayment,
    private readonly refundPayment: RefundPayment,
  ) {}

  /** Returns how many attempts it claimed. Instances share the work by row, and each row backs off after each try. */
  async run(): Promise<number> {
    const stuck = await this.store.claimStuck(BATCH_SIZE);
    for (let start = 0; start < stuck.length; start += MAX_CONCURRENT)
      await Promise.all(stuck.slice(start, start + MAX_CONCURRENT).map((each) => this.finish(each)));
    return stuck.length;
  }

  private finish({ id, state }: StuckPayment): Promise<unknown> {
    return state === 'owed' ? this.refundPayment.retry(id) : this.voidPayment.execute(id);
  }
}

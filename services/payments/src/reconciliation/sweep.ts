import { Inject, Injectable } from '@nestjs/common';
import { RefundPayment } from '../payments/refund-payment.js';
import { PaymentStore, type Stuck } from '../payments/payment-store.js';
import { VoidPayment } from '../payments/void.js';

const AT_ONCE = 4;
const BATCH = 20;

/** Finishes what no caller asks for any more: voids and refunds without an end, authorisations that were given up. */
@Injectable()
export class Sweep {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(VoidPayment) private readonly voidPayment: VoidPayment,
    @Inject(RefundPayment) private readonly giveBack: RefundPayment,
  ) {}

  /** How many attempts were taken up. Instances share the work by row; each row waits longer after each try. */
  async run(): Promise<number> {
    const stuck = await this.store.claimStuck(BATCH);
    for (let start = 0; start < stuck.length; start += AT_ONCE)
      await Promise.all(stuck.slice(start, start + AT_ONCE).map((each) => this.finish(each)));
    return stuck.length;
  }

  private finish({ id, state }: Stuck): Promise<unknown> {
    return state === 'owed' ? this.giveBack.retry(id) : this.voidPayment.execute(id);
  }
}

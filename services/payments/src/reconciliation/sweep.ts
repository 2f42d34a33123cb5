import { Inject, Injectable } from '@nestjs/common';
import { PaymentStore } from '../payments/payment-store.js';
import { VoidPayment } from '../payments/void.js';

const AT_ONCE = 4;
const BATCH = 20;

/** Finishes what nobody asks for any more: voids that came to no end, authorisations that were given up. */
@Injectable()
export class Sweep {
  constructor(
    @Inject(PaymentStore) private readonly store: PaymentStore,
    @Inject(VoidPayment) private readonly voidPayment: VoidPayment,
  ) {}

  /** How many attempts were taken up. Instances share the work by row; each row waits longer after each try. */
  async run(): Promise<number> {
    const ids = await this.store.claimStuck(BATCH);
    for (let start = 0; start < ids.length; start += AT_ONCE)
      await Promise.all(ids.slice(start, start + AT_ONCE).map((id) => this.voidPayment.execute(id)));
    return ids.length;
  }
}

import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type BuyerInPayments, type Nothing, PaymentsOfBuyer } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { BuyerPayments } from './buyer-payments.js';

/** Takes ids of orders, because this service does not know buyers. */
@Controller()
export class BuyerController {
  constructor(private readonly payments: BuyerPayments) {}

  @Handles('payments.export-buyer')
  export(@Payload() query: PaymentsOfBuyer): Promise<BuyerInPayments> {
    return this.payments.export(query);
  }

  @Handles('payments.erase-buyer')
  async erase(@Payload() command: PaymentsOfBuyer): Promise<Nothing> {
    await this.payments.erase(command);
    return {};
  }
}

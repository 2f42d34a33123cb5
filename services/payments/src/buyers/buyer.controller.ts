import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import { type BuyerInPayments, type Nothing, PaymentsOfBuyer } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { eraseBuyerPayments, exportBuyerPayments } from './buyer-payments.js';

/** Exports and erases a buyer's data in payments. Takes ids of orders, because this service does not know buyers. */
@Controller()
export class BuyerController {
  constructor(private readonly database: DataSource) {}

  @Handles('payments.export-buyer')
  export(@Payload() { orderIds }: PaymentsOfBuyer): Promise<BuyerInPayments> {
    return exportBuyerPayments(this.database, orderIds);
  }

  @Handles('payments.erase-buyer')
  async erase(@Payload() { orderIds }: PaymentsOfBuyer): Promise<Nothing> {
    await eraseBuyerPayments(this.database, orderIds);
    return {};
  }
}

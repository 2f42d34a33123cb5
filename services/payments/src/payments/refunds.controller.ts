import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type OrderRefund, type RefundedPayments, RefundedSince, RefundsOf } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { RefundStore } from './refund-store.js';

@Controller()
export class RefundsController {
  constructor(private readonly refunds: RefundStore) {}

  @Handles('payments.list-refunds')
  listRefunds(@Payload() query: RefundsOf): Promise<OrderRefund[]> {
    return this.refunds.listByOrder(query);
  }

  @Handles('payments.refunded-since')
  refundedSince(@Payload() query: RefundedSince): Promise<RefundedPayments> {
    return this.refunds.refundedSince(query);
  }
}

import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type PlacedRefund, RefundOrder } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { RefundsService } from './refunds.service.js';

@Controller()
export class RefundsController {
  constructor(private readonly refunds: RefundsService) {}

  @Handles('orders.refund')
  refund(@Payload() command: RefundOrder): Promise<PlacedRefund> {
    return this.refunds.refund(command);
  }
}

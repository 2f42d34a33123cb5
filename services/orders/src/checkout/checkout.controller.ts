import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  Checkout as CheckoutCommand,
  CheckoutKey,
  type CheckoutOutcome,
  EmailQuery,
  type FirstTime,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { CheckoutService } from './checkout.service.js';

@Controller()
export class CheckoutController {
  constructor(private readonly service: CheckoutService) {}

  @Handles('orders.checkout')
  checkout(@Payload() command: CheckoutCommand): Promise<CheckoutOutcome> {
    return this.service.checkout(command);
  }

  @Handles('orders.check-key')
  checkKey(@Payload() { key }: CheckoutKey): Promise<{ isKnown: boolean }> {
    return this.service.checkKey(key);
  }

  @Handles('orders.check-first-time')
  checkFirstTime(@Payload() query: EmailQuery): Promise<FirstTime> {
    return this.service.checkFirstTime(query);
  }
}

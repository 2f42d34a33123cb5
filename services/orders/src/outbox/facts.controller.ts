import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  ConfirmOrderFact,
  DropOrderFact,
  FailedOrderFact,
  type Nothing,
  OrderFactId,
  type OrderFactList,
  OrderFactQuery,
  type OrderFactView,
  RetryOrderFact,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { FactsService } from './facts.service.js';

@Controller()
export class FactsController {
  constructor(private readonly service: FactsService) {}

  @Handles('orders.confirm-fact')
  async confirm(@Payload() fact: ConfirmOrderFact): Promise<Nothing> {
    await this.service.confirm(fact);
    return {};
  }

  @Handles('orders.fact-failed')
  async fail(@Payload() fact: FailedOrderFact): Promise<Nothing> {
    await this.service.fail(fact);
    return {};
  }

  @Handles('orders.facts')
  list(@Payload() query: OrderFactQuery): Promise<OrderFactList> {
    return this.service.list(query);
  }

  @Handles('orders.fact')
  get(@Payload() query: OrderFactId): Promise<OrderFactView> {
    return this.service.get(query);
  }

  @Handles('orders.retry-fact')
  retry(@Payload() command: RetryOrderFact): Promise<{ retried: number }> {
    return this.service.retry(command);
  }

  @Handles('orders.drop-fact')
  drop(@Payload() command: DropOrderFact): Promise<OrderFactView> {
    return this.service.drop(command);
  }
}

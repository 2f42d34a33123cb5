import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  AckOrderEvent,
  DropOrderEvent,
  EntityId,
  FailOrderEvent,
  type Nothing,
  type OrderEventList,
  OrderEventQuery,
  type OrderEventView,
  RetryOrderEvent,
} from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { OutboxService } from './outbox.service.js';

@Controller()
export class OutboxController {
  constructor(private readonly service: OutboxService) {}

  @Handles('orders.ack-event')
  async confirm(@Payload() event: AckOrderEvent): Promise<Nothing> {
    await this.service.confirm(event);
    return {};
  }

  @Handles('orders.fail-event')
  async fail(@Payload() event: FailOrderEvent): Promise<Nothing> {
    await this.service.fail(event);
    return {};
  }

  @Handles('orders.list-events')
  list(@Payload() query: OrderEventQuery): Promise<OrderEventList> {
    return this.service.list(query);
  }

  @Handles('orders.get-event')
  get(@Payload() query: EntityId): Promise<OrderEventView> {
    return this.service.get(query);
  }

  @Handles('orders.retry-event')
  retry(@Payload() command: RetryOrderEvent): Promise<{ retried: number }> {
    return this.service.retry(command);
  }

  @Handles('orders.drop-event')
  drop(@Payload() command: DropOrderEvent): Promise<OrderEventView> {
    return this.service.drop(command);
  }
}

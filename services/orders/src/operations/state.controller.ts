import { Controller } from '@nestjs/common';
import type { OrdersState } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { OrdersStateReader } from './orders-state.js';

@Controller()
export class StateController {
  constructor(private readonly reader: OrdersStateReader) {}

  @Handles('orders.state')
  state(): Promise<OrdersState> {
    return this.reader.read();
  }
}

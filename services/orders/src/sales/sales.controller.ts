import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Nothing, type Sales, SalesQuery } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { SalesKeeper } from './sales-keeper.js';
import { SalesService } from './sales.service.js';

@Controller()
export class SalesController {
  constructor(
    private readonly service: SalesService,
    private readonly keeper: SalesKeeper,
  ) {}

  @Handles('orders.sales')
  sales(@Payload() query: SalesQuery): Promise<Sales> {
    return this.service.sales(query);
  }

  @Handles('orders.recount-sales')
  async recount(): Promise<Nothing> {
    await this.keeper.recount();
    return {};
  }
}

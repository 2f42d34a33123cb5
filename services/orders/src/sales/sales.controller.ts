import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { type Sales, SalesQuery } from '@geodes/contracts';
import { Handles } from '@geodes/kit';
import { SalesService } from './sales.service.js';

@Controller()
export class SalesController {
  constructor(private readonly service: SalesService) {}

  @Handles('orders.sales')
  sales(@Payload() query: SalesQuery): Promise<Sales> {
    return this.service.sales(query);
  }
}

import { Controller, Get, Query } from '@nestjs/common';
import { type Analytics, SalesQuery } from '@geodes/contracts';
import { Bus } from '@geodes/kit';

/** Sales, and the age of the inventory. */
@Controller('api/admin/analytics')
export class AnalyticsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  async read(@Query() query: SalesQuery): Promise<Analytics> {
    const [sales, onSale] = await Promise.all([
      this.bus.call('orders.sales', query),
      this.bus.call('catalog.get-inventory-age', {}),
    ]);
    return { ...sales, onSale };
  }
}

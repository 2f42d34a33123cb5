import { Controller, Get, Param, Query } from '@nestjs/common';
import { type HistoryPage, HistoryQuery } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';

/** The audit log of a geode, order or showcase item, newest first, even if the item is deleted. */
@Controller('api/admin')
export class HistoryController {
  constructor(private readonly bus: Bus) {}

  @Get('geodes/:id/history')
  ofGeode(@Param('id', UuidParamPipe) id: string, @Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('catalog.list-geode-changes', { id, page, limit });
  }

  @Get('orders/:id/history')
  ofOrder(@Param('id', UuidParamPipe) id: string, @Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('orders.list-changes', { id, page, limit });
  }

  @Get('showcase/:id/history')
  ofShowcaseItem(@Param('id', UuidParamPipe) id: string, @Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('catalog.list-showcase-changes', { id, page, limit });
  }
}

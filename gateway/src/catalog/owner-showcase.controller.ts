import { Body, Controller, Delete, Get, HttpCode, Param, Post, Put, Query } from '@nestjs/common';
import {
  CreateShowcaseItemBody,
  type HistoryPage,
  HistoryQuery,
  type ShowcaseItem,
  UpdateShowcaseItemBody,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { ResponseCache } from '../http/response-cache.js';

/** The owner's showcase items, which are not for sale. */
@Controller('api/admin/showcase')
export class OwnerShowcaseController {
  constructor(
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
  ) {}

  @Post()
  create(@Body() body: CreateShowcaseItemBody): Promise<ShowcaseItem> {
    return this.cache.clearAfter(this.bus.call('catalog.create-showcase-item', body));
  }

  @Put(':id')
  update(@Param('id', UuidParamPipe) id: string, @Body() changes: UpdateShowcaseItemBody): Promise<ShowcaseItem> {
    return this.cache.clearAfter(this.bus.call('catalog.update-showcase-item', { id, changes }));
  }

  /** The audit log of an item, newest first, even if the item is deleted. */
  @Get(':id/history')
  history(@Param('id', UuidParamPipe) id: string, @Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('catalog.list-showcase-changes', { id, page, limit });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', UuidParamPipe) id: string): Promise<void> {
    await this.cache.clearAfter(this.bus.call('catalog.delete-showcase-item', { id }));
  }
}

import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CreateShowcaseItemBody, type ShowcaseItem, UpdateShowcaseItemBody } from '@geodes/contracts';
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

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', UuidParamPipe) id: string): Promise<void> {
    await this.cache.clearAfter(this.bus.call('catalog.delete-showcase-item', { id }));
  }
}

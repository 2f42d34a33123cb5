import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CreateShowcaseItemBody, type ShowcaseItem, UpdateShowcaseItemBody } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/uuid-param.pipe.js';
import { ResponseCache } from '../http/response-cache.js';

/** The owner's own collection. The session is checked before a request gets here. */
@Controller('api/admin/showcase')
export class ShowcaseAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly replies: ResponseCache,
  ) {}

  @Post()
  create(@Body() body: CreateShowcaseItemBody): Promise<ShowcaseItem> {
    return this.changing(this.bus.call('catalog.create-showcase-item', body));
  }

  @Put(':id')
  update(@Param('id', UuidParamPipe) id: string, @Body() changes: UpdateShowcaseItemBody): Promise<ShowcaseItem> {
    return this.changing(this.bus.call('catalog.update-showcase-item', { id, changes }));
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', UuidParamPipe) id: string): Promise<void> {
    await this.changing(this.bus.call('catalog.delete-showcase-item', { id }));
  }

  private async changing<T>(call: Promise<T>): Promise<T> {
    try {
      return await call;
    } finally {
      this.replies.drop();
    }
  }
}

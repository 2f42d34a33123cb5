import { Body, Controller, Delete, HttpCode, Param, Post, Put } from '@nestjs/common';
import { CreateShowcaseItemBody, type ShowcaseItem, UpdateShowcaseItemBody } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { KnownIdPipe } from '../http/known-id.pipe.js';
import { ReadyReplies } from '../http/ready-replies.js';

/** The owner's own collection. The session is checked before a request gets here. */
@Controller('api/admin/showcase')
export class ShowcaseAdminController {
  constructor(
    private readonly bus: Bus,
    private readonly replies: ReadyReplies,
  ) {}

  @Post()
  create(@Body() body: CreateShowcaseItemBody): Promise<ShowcaseItem> {
    return this.changing(this.bus.call('catalog.create-showcase-item', body));
  }

  @Put(':id')
  update(@Param('id', KnownIdPipe) id: string, @Body() changes: UpdateShowcaseItemBody): Promise<ShowcaseItem> {
    return this.changing(this.bus.call('catalog.update-showcase-item', { id, changes }));
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', KnownIdPipe) id: string): Promise<void> {
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

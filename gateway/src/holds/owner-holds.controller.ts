import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { OpenHolds } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/uuid-param.pipe.js';
import { ResponseCache } from '../http/response-cache.js';

/** Holds as the owner sees them. The session is checked before a request gets here. */
@Controller('api/admin/holds')
export class OwnerHoldsController {
  constructor(
    private readonly bus: Bus,
    private readonly replies: ResponseCache,
  ) {}

  /** Asked again by an open panel whenever stones are held or freed: that does not keep an owner who has left logged in. */
  @Get()
  @RouteConfig({ isBackground: true })
  list(): Promise<OpenHolds> {
    return this.bus.call('catalog.list-holds', {});
  }

  @Delete(':id')
  @HttpCode(204)
  async end(@Param('id', UuidParamPipe) holdId: string): Promise<void> {
    await this.bus.call('catalog.end-hold-for-owner', { holdId });
    this.replies.drop();
  }
}

import { Controller, Delete, Get, HttpCode, Param } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { OpenHolds } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { ResponseCache } from '../http/response-cache.js';

/** The open holds, for the owner. */
@Controller('api/admin/holds')
export class OwnerHoldsController {
  constructor(
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
  ) {}

  /** The open panel refetches this after each change of availability, which must not renew the session. */
  @Get()
  @RouteConfig({ isBackground: true })
  list(): Promise<OpenHolds> {
    return this.bus.call('catalog.list-holds', {});
  }

  @Delete(':id')
  @HttpCode(204)
  async end(@Param('id', UuidParamPipe) holdId: string): Promise<void> {
    await this.bus.call('catalog.end-hold-for-owner', { holdId });
    this.cache.clear();
  }
}

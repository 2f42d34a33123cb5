import { Body, Controller, Delete, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  CreateGeodeBody,
  FeatureGeodeBody,
  type Geode,
  type HistoryPage,
  HistoryQuery,
  InventoryQuery,
  ScheduleGeodes,
  UpdateGeodeBody,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { asPage, sendAll } from '../http/owner-lists.js';
import { ResponseCache } from '../http/response-cache.js';

/** Many geodes are changed in one transaction. */
const SCHEDULE_TIMEOUT_MS = 30_000;

/** The owner's inventory. */
@Controller('api/admin/geodes')
export class OwnerInventoryController {
  constructor(
    private readonly bus: Bus,
    private readonly cache: ResponseCache,
  ) {}

  @Get()
  async list(@Query() query: InventoryQuery, @Res() reply: FastifyReply): Promise<void> {
    const { ids } = query;
    const page = asPage(query);
    if (page) return void reply.send(await this.bus.call('catalog.list-inventory', { ...page, ids }));
    if (ids) return void reply.send((await this.bus.call('catalog.list-inventory', { ids })).geodes);
    await sendAll(reply, (after) => this.bus.call('catalog.export-geodes', { after }));
  }

  @Post()
  create(@Body() body: CreateGeodeBody): Promise<Geode> {
    return this.cache.clearAfter(this.bus.call('catalog.create-geode', body));
  }

  /** When geodes go on sale, and whether they are drafts. */
  @Patch('schedule')
  schedule(@Body() body: ScheduleGeodes): Promise<{ changed: number }> {
    return this.cache.clearAfter(this.bus.call('catalog.schedule-geodes', body, { timeoutMs: SCHEDULE_TIMEOUT_MS }));
  }

  @Put(':id')
  update(@Param('id', UuidParamPipe) id: string, @Body() changes: UpdateGeodeBody): Promise<Geode> {
    return this.cache.clearAfter(this.bus.call('catalog.update-geode', { id, changes }));
  }

  @Patch(':id/featured')
  feature(@Param('id', UuidParamPipe) id: string, @Body() changes: FeatureGeodeBody): Promise<Geode> {
    return this.cache.clearAfter(this.bus.call('catalog.update-geode', { id, changes }));
  }

  /** The audit log of a geode, newest first, even if the geode is deleted. */
  @Get(':id/history')
  history(@Param('id', UuidParamPipe) id: string, @Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('catalog.list-geode-changes', { id, page, limit });
  }

  @Delete(':id')
  @HttpCode(204)
  async delete(@Param('id', UuidParamPipe) id: string): Promise<void> {
    await this.cache.clearAfter(this.bus.call('catalog.delete-geode', { id }));
  }
}

import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DropEventBody, type OrderEventList, type OrderEventView } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';

const MAX_LISTED = 100;

/** Order events that the catalogue has not applied, failed or waiting. The operator has `npm run ops -- events`. */
@Controller('api/admin/failed-events')
export class FailedEventsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  list(): Promise<OrderEventList> {
    return this.bus.call('orders.list-events', { all: false, limit: MAX_LISTED });
  }

  /** Retries all failed events. */
  @Post('retry')
  @HttpCode(200)
  retryAll(): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-event', {});
  }

  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Param('id', UuidParamPipe) id: string): Promise<OrderEventView> {
    await this.bus.call('orders.retry-event', { id });
    return this.bus.call('orders.get-event', { id });
  }

  @Post(':id/drop')
  @HttpCode(200)
  drop(
    @Param('id', UuidParamPipe) id: string,
    @Body() { reason }: DropEventBody,
    @Req() { ownerSession }: FastifyRequest,
  ): Promise<OrderEventView> {
    return this.bus.call('orders.drop-event', { id, reason, by: `owner, ${ownerSession ?? 'unknown session'}` });
  }
}

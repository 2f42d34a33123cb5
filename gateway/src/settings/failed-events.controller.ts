import { Body, Controller, Get, HttpCode, Param, Post, Req } from '@nestjs/common';
import type { FastifyRequest } from 'fastify';
import { DropEventBody, type OrderFactList, type OrderFactView } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { KnownIdPipe } from '../http/known-id.pipe.js';

const MOST_LISTED = 100;

/**
 * Order events that the catalogue has not applied: those that were given up, and those that wait. What the operator does
 * with `npm run ops -- facts`. The session is checked before a request gets here.
 */
@Controller('api/admin/failed-events')
export class FailedEventsController {
  constructor(private readonly bus: Bus) {}

  @Get()
  list(): Promise<OrderFactList> {
    return this.bus.call('orders.facts', { all: false, limit: MOST_LISTED });
  }

  /** Tries all again that were given up. */
  @Post('retry')
  @HttpCode(200)
  retryAll(): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-fact', {});
  }

  @Post(':id/retry')
  @HttpCode(200)
  async retry(@Param('id', KnownIdPipe) id: string): Promise<OrderFactView> {
    await this.bus.call('orders.retry-fact', { id });
    return this.bus.call('orders.fact', { id });
  }

  @Post(':id/drop')
  @HttpCode(200)
  drop(
    @Param('id', KnownIdPipe) id: string,
    @Body() { reason }: DropEventBody,
    @Req() { ownerSession }: FastifyRequest,
  ): Promise<OrderFactView> {
    return this.bus.call('orders.drop-fact', { id, reason, by: `owner, ${ownerSession ?? 'unknown session'}` });
  }
}

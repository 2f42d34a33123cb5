import { Body, Controller, Get, HttpCode, Param, Post, Query, Req } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyRequest } from 'fastify';
import {
  type Analytics,
  type DeclinedCards,
  DropEventBody,
  type LetterList,
  type OrderEventList,
  type OrderEventView,
  SalesQuery,
  type ShopHealth,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { orUnavailable } from '../connections.js';
import { DeclineCounts } from '../declines/decline-counts.js';
import { UuidParamPipe } from '../http/request-params.js';
import { ShopHealthReader } from './shop-health.js';

/** Failed events or letters in a list. */
const MAX_LISTED = 100;

/** What the panel shows besides geodes and orders: sales, the shop's health, and what went wrong. */
@Controller('api/admin')
export class PanelController {
  constructor(
    private readonly bus: Bus,
    private readonly declines: DeclineCounts,
    private readonly shopHealth: ShopHealthReader,
  ) {}

  /** Sales, and the age of the inventory. */
  @Get('analytics')
  async analytics(@Query() query: SalesQuery): Promise<Analytics> {
    const [sales, onSale] = await Promise.all([
      this.bus.call('orders.sales', query),
      this.bus.call('catalog.get-inventory-age', {}),
    ]);
    return { ...sales, onSale };
  }

  /** Shows whether somebody tries stolen cards. The open panel polls this, which must not renew the session. */
  @Get('declined-cards')
  @RouteConfig({ isBackground: true })
  declinedCards(): Promise<DeclinedCards> {
    return orUnavailable(this.declines.read(), 'declined cards');
  }

  /** Version and health of every part of the shop. */
  @Get('health')
  health(): Promise<ShopHealth> {
    return this.shopHealth.read();
  }

  /** Order events that the catalogue has not applied, failed or waiting. The operator has `npm run ops -- events`. */
  @Get('failed-events')
  listEvents(): Promise<OrderEventList> {
    return this.bus.call('orders.list-events', { all: false, limit: MAX_LISTED });
  }

  /** Retries all failed events. */
  @Post('failed-events/retry')
  @HttpCode(200)
  retryEvents(): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-event', {});
  }

  @Post('failed-events/:id/retry')
  @HttpCode(200)
  async retryEvent(@Param('id', UuidParamPipe) id: string): Promise<OrderEventView> {
    await this.bus.call('orders.retry-event', { id });
    return this.bus.call('orders.get-event', { id });
  }

  @Post('failed-events/:id/drop')
  @HttpCode(200)
  dropEvent(
    @Param('id', UuidParamPipe) id: string,
    @Body() { reason }: DropEventBody,
    @Req() { ownerSession }: FastifyRequest,
  ): Promise<OrderEventView> {
    return this.bus.call('orders.drop-event', { id, reason, by: `owner, ${ownerSession ?? 'unknown session'}` });
  }

  /** Letters that were not sent. */
  @Get('letters')
  listLetters(): Promise<LetterList> {
    return this.bus.call('orders.list-letters', { limit: MAX_LISTED });
  }

  /** Sends all letters again that failed or had no mail server. */
  @Post('letters/retry')
  @HttpCode(200)
  retryLetters(): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-letter', {});
  }

  @Post('letters/:id/retry')
  @HttpCode(200)
  retryLetter(@Param('id', UuidParamPipe) id: string): Promise<{ retried: number }> {
    return this.bus.call('orders.retry-letter', { id });
  }
}

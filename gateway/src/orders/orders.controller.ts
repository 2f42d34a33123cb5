import { setTimeout as pause } from 'node:timers/promises';
import { Body, Controller, Get, type OnModuleDestroy, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { CreateOrderBody, EmailQuery, type FirstTime, type LookupOrder, type PlacedOrder } from '@geodes/contracts';
import { Bus, failpoint } from '@geodes/kit';
import { BrowserCookie } from '../holds/browser-cookie.js';
import { IdempotencyKey } from '../http/idempotency-key.js';
import { orderKey, type OrderKey } from './order-key.js';
import { placeOrder, ensureOrderRecorded, type PlaceOrderDeps, type Wanted } from './place-order.js';

const MAX_PENDING_RECORDS = 200;

/** What guests do with orders. */
@Controller('api/orders')
export class OrdersController implements OnModuleDestroy {
  private stopping = false;
  /** Orders whose numbers buyers were told though no orders process may have them. */
  private readonly pendingRecords = new Set<string>();
  private readonly around: PlaceOrderDeps;

  constructor(
    private readonly bus: Bus,
    private readonly browser: BrowserCookie,
  ) {
    this.around = {
      checkout: (command, options) => bus.call('orders.checkout', command, options),
      now: () => performance.now(),
      pause: (ms) => pause(ms),
      isStopping: () => this.stopping,
    };
  }

  onModuleDestroy(): void {
    this.stopping = true;
  }

  @Post('square')
  @RouteConfig({ limit: 'orders' })
  async place(
    @Body() body: CreateOrderBody,
    @IdempotencyKey() header: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PlacedOrder> {
    await failpoint('gateway.place-order.before');
    const key = orderKey(header);
    const browserId = this.browser.read(request);
    const wanted = { ...body, ...(browserId ? { browserId } : {}) };
    const { status, order, isUnconfirmed: isUnheard } = await placeOrder(wanted, key, this.around);
    if (isUnheard) void this.seeTo(wanted, key);
    await failpoint('gateway.place-order.after');
    void reply.status(status);
    return order;
  }

  /** Once at a time for an order, and for so many at most: a shop that is slow is not made slower. */
  private async seeTo(body: Wanted, key: OrderKey): Promise<void> {
    const { orderId } = key;
    if (this.pendingRecords.has(orderId) || this.pendingRecords.size >= MAX_PENDING_RECORDS) return;
    this.pendingRecords.add(orderId);
    await ensureOrderRecorded(body, key, this.around);
    this.pendingRecords.delete(orderId);
  }

  @Get('check-first-time')
  @RouteConfig({ limit: 'lookups' })
  checkFirstTime(@Query() query: EmailQuery): Promise<FirstTime> {
    return this.bus.call('orders.check-first-time', query);
  }

  @Get('lookup')
  @RouteConfig({ limit: 'lookups' })
  lookup(@Query() query: EmailQuery): Promise<LookupOrder[]> {
    return this.bus.call('orders.lookup', query);
  }
}

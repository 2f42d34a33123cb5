import { Body, Controller, Get, Post, Query, Req, Res } from '@nestjs/common';
import { RouteConfig } from '@nestjs/platform-fastify';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { EmailQuery, type FirstTime, type LookupOrder, type PlacedOrder, PlaceOrderBody } from '@geodes/contracts';
import { Bus, failpoint } from '@geodes/kit';
import { DeclineLimits, identitiesOf } from '../declines/decline-limits.js';
import { Networks } from '../http/networks.js';
import { BrowserCookie } from '../http/cookies.js';
import { IdempotencyKey } from '../http/request-params.js';
import { OrderPlacement } from './order-placement.js';
import { orderKey } from './place-order.js';

/** What buyers do with orders. */
@Controller('api/orders')
export class OrdersController {
  constructor(
    private readonly bus: Bus,
    private readonly browserCookie: BrowserCookie,
    private readonly networks: Networks,
    private readonly placement: OrderPlacement,
    private readonly declines: DeclineLimits,
  ) {}

  @Post('square')
  @RouteConfig({ limit: 'orders' })
  async place(
    @Body() { challenge, ...body }: PlaceOrderBody,
    @IdempotencyKey() header: string | undefined,
    @Req() request: FastifyRequest,
    @Res({ passthrough: true }) reply: FastifyReply,
  ): Promise<PlacedOrder> {
    await failpoint('gateway.place-order.before');
    const key = orderKey(header);
    const browserId = this.browserCookie.read(request);
    const network = await this.networks.find(request.ip);
    const identities = identitiesOf({ ip: request.ip, browserId, email: body.buyerDetails.email });
    const { status, order } = await this.declines.run({ ...key, identities, challenge }, () =>
      this.placement.place({ ...body, browserId, network }, key),
    );
    await failpoint('gateway.place-order.after');
    void reply.status(status);
    return order;
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

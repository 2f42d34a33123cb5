import { Body, Controller, Get, Param, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type AdminOrder, OrderStatusBody, PageQuery, type RefundableOrder } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { KnownIdPipe } from '../http/known-id.pipe.js';
import { asPage, sendWhole } from '../http/owner-lists.js';
import { refundsReader } from './order-refunds.js';

/** The owner's orders. The session is checked before a request gets here. */
@Controller('api/admin/orders')
export class AdminOrdersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  list(@Query() query: PageQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, false, reply);
  }

  @Get('archived')
  listArchived(@Query() query: PageQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, true, reply);
  }

  @Put(':id/status')
  async setStatus(
    @Param('id', KnownIdPipe) id: string,
    @Body() { status }: OrderStatusBody,
  ): Promise<RefundableOrder | undefined> {
    return this.whole(await this.bus.call('orders.set-status', { id, status }));
  }

  @Put(':id/archive')
  async archive(@Param('id', KnownIdPipe) id: string): Promise<RefundableOrder | undefined> {
    return this.whole(await this.bus.call('orders.archive', { id }));
  }

  private async send(query: PageQuery, archived: boolean, reply: FastifyReply): Promise<void> {
    const withRefunds = refundsReader(this.bus);
    const page = asPage(query);
    if (page) {
      const list = await this.bus.call('orders.list', { archived, ...page });
      return void reply.send({ ...list, orders: await withRefunds(list.orders) });
    }
    await sendWhole(reply, async (page, limit) => {
      const { orders, total } = await this.bus.call('orders.list', { archived, page, limit });
      return { rows: await withRefunds(orders), total };
    });
  }

  private async whole(order: AdminOrder): Promise<RefundableOrder | undefined> {
    const [whole] = await refundsReader(this.bus)([order]);
    return whole;
  }
}

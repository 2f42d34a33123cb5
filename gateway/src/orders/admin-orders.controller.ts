import { Body, Controller, Get, Param, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { type AdminOrder, OrderStatusBody, PageQuery } from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { KnownIdPipe } from '../http/known-id.pipe.js';
import { asPage, sendWhole } from '../http/owner-lists.js';

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
  setStatus(@Param('id', KnownIdPipe) id: string, @Body() { status }: OrderStatusBody): Promise<AdminOrder> {
    return this.bus.call('orders.set-status', { id, status });
  }

  @Put(':id/archive')
  archive(@Param('id', KnownIdPipe) id: string): Promise<AdminOrder> {
    return this.bus.call('orders.archive', { id });
  }

  private async send(query: PageQuery, archived: boolean, reply: FastifyReply): Promise<void> {
    const page = asPage(query);
    if (page) return void reply.send(await this.bus.call('orders.list', { archived, ...page }));
    await sendWhole(reply, async (page, limit) => {
      const { orders: rows, total } = await this.bus.call('orders.list', { archived, page, limit });
      return { rows, total };
    });
  }
}

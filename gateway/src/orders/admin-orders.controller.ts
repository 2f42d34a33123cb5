import { Body, Controller, Get, Param, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  type AdminOrder,
  type OrderFilter,
  OrderQuery,
  OrderStatusBody,
  type RefundableOrder,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/uuid-param.pipe.js';
import { asPage, sendWhole } from '../http/owner-lists.js';
import { refundsReader } from './order-refunds.js';

/** The owner's orders. The session is checked before a request gets here. */
@Controller('api/admin/orders')
export class AdminOrdersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  list(@Query() query: OrderQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, false, reply);
  }

  @Get('archived')
  listArchived(@Query() query: OrderQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, true, reply);
  }

  @Put(':id/status')
  async setStatus(
    @Param('id', UuidParamPipe) id: string,
    @Body() { status }: OrderStatusBody,
  ): Promise<RefundableOrder | undefined> {
    return this.whole(await this.bus.call('orders.set-status', { id, status }));
  }

  @Put(':id/archive')
  async archive(@Param('id', UuidParamPipe) id: string): Promise<RefundableOrder | undefined> {
    return this.whole(await this.bus.call('orders.archive', { id }));
  }

  private async send({ page, limit, ...filter }: OrderQuery, archived: boolean, reply: FastifyReply): Promise<void> {
    const withRefunds = refundsReader(this.bus);
    const wanted = asPage(isSet(filter) ? { page: page ?? 1, limit } : { page, limit });
    if (wanted) {
      const list = await this.bus.call('orders.list', { ...filter, archived, ...wanted });
      return void reply.send({ ...list, orders: await withRefunds(list.orders) });
    }
    await sendWhole(reply, async (page, limit) => {
      const { orders } = await this.bus.call('orders.list', { archived, page, limit });
      // a long list is not counted to the last order: it ends where no more come
      return { rows: await withRefunds(orders), total: Number.POSITIVE_INFINITY };
    });
  }

  private async whole(order: AdminOrder): Promise<RefundableOrder | undefined> {
    const [whole] = await refundsReader(this.bus)([order]);
    return whole;
  }
}

const isSet = ({ view, status, search }: OrderFilter): boolean => [view, status, search].some(Boolean);

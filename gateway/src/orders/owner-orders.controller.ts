import { Body, Controller, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import {
  type AdminOrder,
  type OrderFilter,
  OrderQuery,
  OrderStatusBody,
  type RefundableOrder,
  type ShipmentResult,
  ShipOrders,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { UuidParamPipe } from '../http/request-params.js';
import { asPage, sendAll } from '../http/owner-lists.js';
import { refundsReader } from './order-refunds.js';

/** Covers what orders takes for its longest list. */
export const SHIP_TIMEOUT_MS = 30_000;

/** The orders, for the owner. */
@Controller('api/admin/orders')
export class OwnerOrdersController {
  constructor(private readonly bus: Bus) {}

  @Get()
  list(@Query() query: OrderQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, false, reply);
  }

  @Get('archived')
  listArchived(@Query() query: OrderQuery, @Res() reply: FastifyReply): Promise<void> {
    return this.send(query, true, reply);
  }

  /** Ships each order for itself; the results say what became of it. */
  @Post('ship')
  @HttpCode(200)
  ship(@Body() command: ShipOrders): Promise<{ results: ShipmentResult[] }> {
    return this.bus.call('orders.ship', command, { timeoutMs: SHIP_TIMEOUT_MS });
  }

  @Put(':id/status')
  async setStatus(
    @Param('id', UuidParamPipe) id: string,
    @Body() body: OrderStatusBody,
  ): Promise<RefundableOrder | undefined> {
    return this.withRefunds(await this.bus.call('orders.set-status', { ...body, id }));
  }

  @Patch(':id/status')
  patchStatus(@Param('id', UuidParamPipe) id: string, @Body() body: OrderStatusBody) {
    return this.setStatus(id, body);
  }

  @Put(':id/archive')
  async archive(@Param('id', UuidParamPipe) id: string): Promise<RefundableOrder | undefined> {
    return this.withRefunds(await this.bus.call('orders.archive', { id }));
  }

  private async send({ page, limit, ...filter }: OrderQuery, archived: boolean, reply: FastifyReply): Promise<void> {
    const addRefunds = refundsReader(this.bus);
    const paging = asPage(hasFilter(filter) ? { page: page ?? 1, limit } : { page, limit });
    if (paging) {
      const list = await this.bus.call('orders.list', { ...filter, archived, ...paging });
      return void reply.send({ ...list, orders: await addRefunds(list.orders) });
    }
    await sendAll(reply, async (page, limit) => {
      const { orders } = await this.bus.call('orders.list', { archived, page, limit });
      // no total: counting long lists is slow, and a short page ends the list
      return { rows: await addRefunds(orders), total: Number.POSITIVE_INFINITY };
    });
  }

  private async withRefunds(order: AdminOrder): Promise<RefundableOrder | undefined> {
    const [refundable] = await refundsReader(this.bus)([order]);
    return refundable;
  }
}

const hasFilter = ({ view, status, search }: OrderFilter): boolean => [view, status, search].some(Boolean);

import { Body, Controller, Get, HttpCode, Param, Patch, Post, Put, Query, Res } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import { v5 as uuidv5 } from 'uuid';
import {
  type AdminOrder,
  type HistoryPage,
  HistoryQuery,
  type OrderFilter,
  OrderQuery,
  OrderStatusBody,
  type PlacedRefund,
  RefundBody,
  type RefundableOrder,
  type ShipmentResult,
  ShipOrders,
} from '@geodes/contracts';
import { Bus } from '@geodes/kit';
import { asPage, sendAll } from '../http/owner-lists.js';
import { IdempotencyKey, UuidParamPipe } from '../http/request-params.js';
import { refundsReader } from './order-refunds.js';
import { orderKey } from './place-order.js';

/** Covers what orders takes for its longest list. */
export const SHIP_TIMEOUT_MS = 30_000;

/** Orders waits for payments, and payments for Square; what is unknown by then is a pending refund. */
const REFUND_TIMEOUT_MS = 20_000;
const REFUND_NAMESPACE = '0d7d9c52-53b1-4a52-9d0e-6f0f8a4c2b17';

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

  /** Gives money back. Without the Idempotency-Key each call makes another refund. */
  @Post(':id/refunds')
  refund(
    @Param('id', UuidParamPipe) orderId: string,
    @Body() { amount, reason, restock }: RefundBody,
    @IdempotencyKey() header: string | undefined,
  ): Promise<PlacedRefund> {
    const { key } = orderKey(header);
    const command = {
      orderId,
      // keys of different orders are different refunds
      refundId: uuidv5(`${orderId} ${key}`, REFUND_NAMESPACE),
      key: `${orderId} ${key}`,
      ...(amount ? { amountCents: Math.round(Number(amount) * 100) } : {}),
      ...(reason ? { reason } : {}),
      ...(restock ? { restock } : {}),
    };
    return this.bus.call('orders.refund', command, { timeoutMs: REFUND_TIMEOUT_MS });
  }

  /** The audit log of an order, newest first. */
  @Get(':id/history')
  history(@Param('id', UuidParamPipe) id: string, @Query() { page, limit }: HistoryQuery): Promise<HistoryPage> {
    return this.bus.call('orders.list-changes', { id, page, limit });
  }

  private async send({ page, limit, ...filter }: OrderQuery, archived: boolean, reply: FastifyReply): Promise<void> {
    const addRefunds = refundsReader(this.bus);
    const paging = asPage(hasFilter(filter) ? { page: page ?? 1, limit } : { page, limit });
    if (paging) {
      const list = await this.bus.call('orders.list', { ...filter, archived, ...paging });
      return void reply.send({ ...list, orders: await addRefunds(list.orders) });
    }
    await sendAll(reply, async (after) => {
      const { rows, next } = await this.bus.call('orders.export', { after, archived });
      return { rows: await addRefunds(rows), next };
    });
  }

  private async withRefunds(order: AdminOrder): Promise<RefundableOrder | undefined> {
    const [refundable] = await refundsReader(this.bus)([order]);
    return refundable;
  }
}

const hasFilter = ({ view, status, search }: OrderFilter): boolean => [view, status, search].some(Boolean);

import { Controller, Get, Req, Res } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ExportCursor, ExportPage, RefundableOrder } from '@geodes/contracts';
import { Bus, unavailable } from '@geodes/kit';
import { refundsReader } from '../orders/order-refunds.js';
import { Exports } from './exports.js';
import { geodeColumns } from './geode-columns.js';
import { orderColumns } from './order-columns.js';

/** The owner's tables as CSV. The session is checked before a request gets here. */
@Controller('api/admin')
export class ExportsController {
  constructor(
    private readonly bus: Bus,
    private readonly exports: Exports,
  ) {}

  @Get('orders.csv')
  orders(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = (after: ExportCursor | null) => this.ordersBehind(after);
    return this.exports.send(request, reply, { name: 'orders', columns: orderColumns, read });
  }

  @Get('geodes.csv')
  geodes(@Req() request: FastifyRequest, @Res() reply: FastifyReply): Promise<void> {
    const read = (after: ExportCursor | null) => this.bus.call('catalog.export-geodes', { after });
    return this.exports.send(request, reply, { name: 'inventory', columns: geodeColumns, read });
  }

  /** A file of money has no gaps: where refunds cannot be read, neither can the orders. */
  private async ordersBehind(after: ExportCursor | null): Promise<ExportPage<RefundableOrder>> {
    const { rows, next } = await this.bus.call('orders.export', { after });
    const orders = await refundsReader(this.bus)(rows);
    if (orders.some(({ refundedTotal }) => refundedTotal === null)) throw unavailable('payments');
    return { rows: orders, next };
  }
}

import { AsyncLocalStorage } from 'node:async_hooks';
import { Inject, Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import {
  type ExportCursor,
  type ExportPage,
  type RefundableOrder,
  type AdminOrderItem,
  CARRIER_NAMES,
  dollars,
  SHOP_TIME_ZONE,
} from '@geodes/contracts';
import { AppError, Bus, type Logger, LOGGER, unavailable } from '@geodes/kit';
import { type ReadPage, readPages } from '../http/owner-lists.js';
import { refundsReader } from '../orders/order-refunds.js';
import { type Column, toCsv, timeCell } from './csv.js';
import { geodeColumns } from './geode-columns.js';

/** In one gateway. Each session may run one. */
const MAX_CONCURRENT_EXPORTS = 4;
/** An export that the client stops reading is ended after this. */
const STALL_TIMEOUT_MS = 120_000;

interface Export<T> {
  /** Part of the file name. */
  name: string;
  columns: readonly Column<T>[];
  read: ReadPage<T>;
}

/** Sends whole tables as CSV files, with one page of a table in memory at a time. */
@Injectable()
export class Exports {
  private readonly running = new Set<string>();

  constructor(
    private readonly bus: Bus,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  sendOrders(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const read = (after: ExportCursor | null) => this.readOrders(after);
    return this.send(request, reply, { name: 'orders', columns: orderColumns, read });
  }

  sendInventory(request: FastifyRequest, reply: FastifyReply): Promise<void> {
    const read = (after: ExportCursor | null) => this.bus.call('catalog.export-geodes', { after });
    return this.send(request, reply, { name: 'inventory', columns: geodeColumns, read });
  }

  /** Throws UNAVAILABLE without refunds: amounts in a file must be complete. */
  private async readOrders(after: ExportCursor | null): Promise<ExportPage<RefundableOrder>> {
    const { rows, next } = await this.bus.call('orders.export', { after });
    const orders = await refundsReader(this.bus)(rows);
    if (orders.some(({ refundedTotal }) => refundedTotal === null)) throw unavailable('payments');
    return { rows: orders, next };
  }

  /**
   * Throws TOO_MANY_REQUESTS while the session runs another export, and the error of the first page. A later error cuts
   * the connection, so that no browser takes the file for complete. HEAD tells whether GET would start.
   */
  private async send<T>(request: FastifyRequest, reply: FastifyReply, table: Export<T>): Promise<void> {
    const session = request.ownerSession ?? '';
    if (this.running.has(session) || this.running.size >= MAX_CONCURRENT_EXPORTS) throw busy();
    this.running.add(session);
    let isStarted = false;
    try {
      const first = await table.read(null);
      void reply.type('text/csv; charset=utf-8');
      void reply.header('Content-Disposition', `attachment; filename="${fileName(table.name)}"`);
      if (request.method === 'HEAD') return void reply.send('');
      void reply.send(this.start(session, table, first));
      isStarted = true;
    } finally {
      if (!isStarted) this.running.delete(session);
    }
  }

  private start<T>(session: string, { name, columns, read }: Export<T>, first: ExportPage<T>) {
    // the rows are read later, in the context of the request
    const readInContext = AsyncLocalStorage.bind(read);
    const stallTimer = setTimeout(() => csv.destroy(new Error('the client stopped reading')), STALL_TIMEOUT_MS);
    let rows = 0;
    const csv = toCsv(
      columns,
      (async function* () {
        for await (const page of readPages(first, readInContext))
          for (const row of page) {
            rows += 1;
            stallTimer.refresh();
            yield row;
          }
      })(),
    );
    const startedAt = performance.now();
    csv.once('close', () => {
      clearTimeout(stallTimer);
      this.running.delete(session);
      const fields = { name, session, rows, ms: Math.round(performance.now() - startedAt) };
      if (csv.readableEnded) this.logger.info(fields, 'exported');
      else this.logger.warn({ ...fields, reason: csv.errored?.message }, 'export broken off');
    });
    return csv;
  }
}

/** Days begin and end in the shop's time zone. */
const dayFormat = new Intl.DateTimeFormat('en-CA', { timeZone: SHOP_TIME_ZONE, dateStyle: 'short' });
const fileName = (name: string): string => `midwest-geodes-${name}-${dayFormat.format(new Date())}.csv`;

const busy = () =>
  new AppError('TOO_MANY_REQUESTS', 'An export is still running. Please start this one when it has ended.', {
    retryAfterSeconds: 10,
  });

const itemText = ({ geode, quantity, price }: AdminOrderItem): string =>
  `${quantity} × ${geode.title} (${dollars(price)})`;

/** One line per order, so that amounts can be summed. */
export const orderColumns: readonly Column<RefundableOrder>[] = [
  { header: 'Order', of: ({ orderNumber }) => orderNumber },
  { header: 'Placed (UTC)', of: ({ createdAt }) => timeCell(createdAt) },
  { header: 'Status', of: ({ status }) => status },
  { header: 'Archived (UTC)', of: ({ archivedAt }) => timeCell(archivedAt) },
  { header: 'Customer', of: ({ customerName }) => customerName },
  { header: 'Email', of: ({ customerEmail }) => customerEmail },
  { header: 'Phone', of: ({ customerPhone }) => customerPhone },
  { header: 'Address', of: ({ shippingAddress }) => shippingAddress.addressLine1 },
  { header: 'City', of: ({ shippingAddress }) => shippingAddress.locality },
  { header: 'State', of: ({ shippingAddress }) => shippingAddress.administrativeDistrictLevel1 },
  { header: 'Zip code', of: ({ shippingAddress }) => shippingAddress.postalCode },
  { header: 'Country', of: ({ shippingAddress }) => shippingAddress.country },
  { header: 'Items', of: ({ items }) => items.map(itemText).join('; ') },
  { header: 'Units', of: ({ items }) => items.reduce((units, { quantity }) => units + quantity, 0) },
  { header: 'Discount', of: ({ discount }) => discount },
  { header: 'Total', of: ({ total }) => total },
  { header: 'Refunded', of: ({ refundedTotal }) => refundedTotal },
  { header: 'Carrier', of: ({ carrier }) => carrier && CARRIER_NAMES[carrier] },
  { header: 'Tracking number', of: ({ trackingNumber }) => trackingNumber },
  { header: 'Square payment', of: ({ squarePaymentId }) => squarePaymentId },
  { header: 'Id', of: ({ id }) => id },
];

import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import {
  type AdminOrder,
  type AdminOrderPage,
  EmailQuery,
  EntityId,
  type ExportPage,
  ExportQuery,
  type HistoryPage,
  ListAuditEntries,
  type LookupOrder,
  OrderList,
  SetOrderStatus,
  type ShipmentResult,
  ShipOrders,
  UsedPictures,
} from '@geodes/contracts';
import { AppError, failpoint, Handles } from '@geodes/kit';
import { listAuditEntries, appendAuditEntry } from '@geodes/kit/audit-log';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { appendOutboxEvent } from '../outbox/append-event.js';
import { adminOrder, lookupOrder, Order, SENT } from './order.entity.js';
import { OrderLists } from './order-lists.js';
import { loadForOwner, loadItems } from './order-records.js';
import { auditFields, lockOrder, setOrderStatuses } from './order-status.js';
import { Shipping } from './shipping.js';

const LOOKUP_LIMIT = 1_000;

/** Order lookup for guests; status, archive and audit log for the owner. */
@Controller()
export class OrdersController {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxRelay,
    private readonly lists: OrderLists,
    private readonly shipping: Shipping,
  ) {}

  @Handles('orders.list')
  list(@Payload() query: OrderList): Promise<AdminOrderPage> {
    return this.lists.list(query);
  }

  @Handles('orders.export')
  export(@Payload() query: ExportQuery): Promise<ExportPage<AdminOrder>> {
    return this.lists.export(query);
  }

  @Handles('orders.lookup')
  async lookup(@Payload() { email }: EmailQuery): Promise<LookupOrder[]> {
    const orders = await this.database.getRepository(Order).find({
      where: { email },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: LOOKUP_LIMIT,
    });
    return (await loadItems(this.database, orders)).map(lookupOrder);
  }

  /** Throws NOT_FOUND, CHANGED; STATUS_LOCKED if the payment is not captured or the order is cancelled or archived. */
  @Handles('orders.set-status')
  async setStatus(@Payload() { id, ...change }: SetOrderStatus): Promise<AdminOrder> {
    await this.database.transaction(async (manager) =>
      setOrderStatuses(manager, [{ order: await lockOrder(manager, id), change }]),
    );
    return adminOrder(await this.get(id));
  }

  @Handles('orders.ship')
  async ship(@Payload() command: ShipOrders): Promise<{ results: ShipmentResult[] }> {
    return { results: await this.shipping.ship(command) };
  }

  /** Throws NOT_FOUND, ALREADY_ARCHIVED; NOT_ARCHIVABLE unless the status is shipped, delivered or completed. */
  @Handles('orders.archive')
  async archive(@Payload() { id }: EntityId): Promise<AdminOrder> {
    const event = await this.database.transaction(async (manager) => {
      const order = await lockOrder(manager, id);
      if (order.archivedAt) throw new AppError('ALREADY_ARCHIVED', 'This order is already in the archive.');
      if (!SENT.includes(order.status) || order.paymentState !== 'captured') {
        throw new AppError('NOT_ARCHIVABLE', 'Only shipped, delivered and completed orders can be archived.');
      }
      await manager.update(Order, { id }, { archivedAt: () => 'now()' });
      const recorded = await appendOutboxEvent(manager, 'order.archived', id);
      const before = auditFields(order);
      const after = { ...before, archived: true };
      await appendAuditEntry(manager, { entity: 'order', entityId: id, action: 'archived', before, after });
      await failpoint('orders.archive.inside');
      return recorded;
    });
    await failpoint('orders.archive.after');
    if (event) this.outbox.publish(event);
    return adminOrder(await this.get(id));
  }

  /** Returns the pictures that orders show: items are snapshots and keep pictures that their geode no longer has. */
  @Handles('orders.used-pictures')
  async usedPictures(@Payload() { names }: UsedPictures): Promise<{ used: string[] }> {
    const rows = await this.database.query<{ name: string }[]>(
      `SELECT DISTINCT name FROM order_item, unnest(picture_names(image_urls)) AS name
       WHERE picture_names(image_urls) && $1 AND name = ANY ($1)`,
      [names],
    );
    return { used: rows.map(({ name }) => name) };
  }

  /** Returns the audit log of an order, newest first. */
  @Handles('orders.list-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'order', query);
  }

  private async get(id: string): Promise<Order> {
    const order = await this.database.getRepository(Order).findOneBy({ id });
    if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
    await loadForOwner(this.database, [order]);
    return order;
  }
}

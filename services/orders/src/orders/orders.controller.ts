import { Controller } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { DataSource } from 'typeorm';
import {
  type AdminOrder,
  type AdminOrderPage,
  EmailQuery,
  EntityId,
  ExportOrders,
  type ExportPage,
  type HistoryPage,
  ListAuditEntries,
  type LookupOrder,
  OrderList,
  SetOrderStatus,
  type ShipmentResult,
  ShipOrders,
  UsedPictures,
} from '@geodes/contracts';
import { failpoint, Handles } from '@geodes/kit';
import { listAuditEntries } from '@geodes/kit/audit-log';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { adminOrder, Order } from './order.entity.js';
import { OrderLists } from './order-lists.js';
import { loadItemsAndRefunds } from './order-records.js';
import { archiveOrder, lockOrder, setOrderStatuses } from './order-status.js';
import { Shipping } from './shipping.js';

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
  export(@Payload() query: ExportOrders): Promise<ExportPage<AdminOrder>> {
    return this.lists.export(query);
  }

  @Handles('orders.lookup')
  lookup(@Payload() query: EmailQuery): Promise<LookupOrder[]> {
    return this.lists.lookup(query);
  }

  /** Throws NOT_FOUND, CHANGED; STATUS_LOCKED if the payment is not captured or the order is cancelled or archived. */
  @Handles('orders.set-status')
  async setStatus(@Payload() { id, ...change }: SetOrderStatus): Promise<AdminOrder> {
    await this.database.transaction(async (manager) =>
      setOrderStatuses(manager, [{ order: await lockOrder(manager, id), change }]),
    );
    return this.view(id);
  }

  @Handles('orders.ship')
  async ship(@Payload() command: ShipOrders): Promise<{ results: ShipmentResult[] }> {
    return { results: await this.shipping.ship(command) };
  }

  @Handles('orders.archive')
  async archive(@Payload() { id }: EntityId): Promise<AdminOrder> {
    const event = await this.database.transaction((manager) => archiveOrder(manager, id));
    await failpoint('orders.archive.after');
    if (event) this.outbox.publish(event);
    return this.view(id);
  }

  @Handles('orders.used-pictures')
  usedPictures(@Payload() query: UsedPictures): Promise<{ used: string[] }> {
    return this.lists.usedPictures(query);
  }

  /** Returns the audit log of an order, newest first. */
  @Handles('orders.list-changes')
  listChanges(@Payload() query: ListAuditEntries): Promise<HistoryPage> {
    return listAuditEntries(this.database, 'order', query);
  }

  private async view(id: string): Promise<AdminOrder> {
    const order = await this.database.getRepository(Order).findOneByOrFail({ id });
    await loadItemsAndRefunds(this.database, [order]);
    return adminOrder(order);
  }
}

import { Injectable } from '@nestjs/common';
import { DataSource, In, IsNull, Not } from 'typeorm';
import type {
  AdminOrder,
  AdminOrderPage,
  EmailQuery,
  LookupOrder,
  OrderId,
  OrderList,
  OwnerStatus,
  SetOrderStatus,
} from '@geodes/contracts';
import { AppError, failpoint } from '@geodes/kit';
import { OutboxRelay } from '../outbox/outbox-relay.js';
import { recordFact } from '../outbox/record-fact.js';
import { Order } from './order.entity.js';
import { OrderItem } from './order-item.entity.js';
import { adminOrder, lookupOrder } from './order-views.js';

const ARCHIVABLE: readonly string[] = ['shipped', 'delivered', 'completed'] satisfies OwnerStatus[];
const LOOKUP_LIMIT = 100;

/** Orders as guests and the owner see them, and what the owner may do with them. */
@Injectable()
export class OrdersService {
  constructor(
    private readonly database: DataSource,
    private readonly outbox: OutboxRelay,
  ) {}

  async lookup({ email }: EmailQuery): Promise<LookupOrder[]> {
    const orders = await this.database.getRepository(Order).find({
      where: { email },
      order: { createdAt: 'DESC', id: 'DESC' },
      take: LOOKUP_LIMIT,
    });
    return (await this.withItems(orders)).map(lookupOrder);
  }

  /** One page, newest first, with or without the archived ones. */
  async list({ archived, page, limit }: OrderList): Promise<AdminOrderPage> {
    const repository = this.database.getRepository(Order);
    const where = { archivedAt: archived ? Not(IsNull()) : IsNull() };
    const [orders, total] = await Promise.all([
      repository.find({ where, order: { createdAt: 'DESC', id: 'DESC' }, skip: (page - 1) * limit, take: limit }),
      repository.countBy(where),
    ]);
    const full = await this.withItems(orders);
    return { orders: full.map(adminOrder), page, limit, total, totalPages: Math.ceil(total / limit) };
  }

  /** Throws NOT_FOUND, or STATUS_LOCKED while the money is not captured and for cancelled and archived orders. */
  async setStatus({ id, status }: SetOrderStatus): Promise<AdminOrder> {
    const repository = this.database.getRepository(Order);
    const { affected } = await repository.update({ id, paymentState: 'captured', archivedAt: IsNull() }, { status });
    const order = await this.get(id);
    if (affected === 1) return adminOrder(order);
    throw new AppError('STATUS_LOCKED', whyLocked(order));
  }

  /** Throws NOT_FOUND, ALREADY_ARCHIVED, or NOT_ARCHIVABLE unless it was shipped, delivered or completed. */
  async archive({ id }: OrderId): Promise<AdminOrder> {
    await this.database.transaction(async (manager) => {
      const order = await manager.findOne(Order, { where: { id }, lock: { mode: 'pessimistic_write' } });
      if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
      if (order.archivedAt) throw new AppError('ALREADY_ARCHIVED', 'This order is already in the archive.');
      if (!ARCHIVABLE.includes(order.status) || order.paymentState !== 'captured') {
        throw new AppError('NOT_ARCHIVABLE', 'Only shipped, delivered and completed orders can be archived.');
      }
      await manager.update(Order, { id }, { archivedAt: () => 'now()' });
      await recordFact(manager, 'order.archived', id);
      await failpoint('orders.archive.inside');
    });
    await failpoint('orders.archive.after');
    this.outbox.poke();
    return adminOrder(await this.get(id));
  }

  private async get(id: string): Promise<Order> {
    const order = await this.database.getRepository(Order).findOneBy({ id });
    if (!order) throw new AppError('NOT_FOUND', 'There is no such order.');
    const [full = order] = await this.withItems([order]);
    return full;
  }

  private async withItems(orders: Order[]): Promise<Order[]> {
    if (orders.length === 0) return orders;
    const items = await this.database.getRepository(OrderItem).find({
      where: { orderId: In(orders.map(({ id }) => id)) },
      order: { position: 'ASC' },
    });
    const byOrder = Map.groupBy(items, ({ orderId }) => orderId);
    for (const order of orders) order.items = byOrder.get(order.id) ?? [];
    return orders;
  }
}

const whyLocked = (order: Order): string => {
  if (order.archivedAt) return 'This order is in the archive; its status can no longer be changed.';
  if (order.status === 'cancelled') return 'This order was cancelled; its status can no longer be changed.';
  return 'The payment of this order is not confirmed yet; its status can be changed after that.';
};

import { type DataSource, In } from 'typeorm';
import type { Order } from './order.entity.js';
import { OrderItem } from './order-item.entity.js';

/** Reads the items of orders, in one query. */
export const loadItems = async (database: DataSource, orders: Order[]): Promise<Order[]> => {
  if (orders.length === 0) return orders;
  const items = await database.getRepository(OrderItem).find({
    where: { orderId: In(orders.map(({ id }) => id)) },
    order: { position: 'ASC' },
  });
  const byOrder = Map.groupBy(items, ({ orderId }) => orderId);
  for (const order of orders) order.items = byOrder.get(order.id) ?? [];
  return orders;
};

import { In, type EntityManager } from 'typeorm';
import { MAX_ROWS_OF_BUYER } from '@geodes/contracts';
import { CheckoutAttempt } from '../checkout/checkout-attempt.entity.js';
import { Order } from '../orders/order.entity.js';
import { OrderRefund } from '../refunds/order-refund.entity.js';

/** Orders and attempts of one email, oldest first, at most MAX_ROWS_OF_BUYER + 1 of each; the refunds of these orders. */
export interface BuyerRows {
  orders: Order[];
  attempts: CheckoutAttempt[];
  refunds: OrderRefund[];
}

/** Repeats the expression of the index literally, or PostgreSQL would not use it. */
const OF_BUYER = `request #>> '{buyerDetails,email}' = $1`;

/**
 * Reads a buyer's rows; `email` is trimmed and lower case. With `locked` it locks them until the transaction ends,
 * attempts before orders, like every transaction here, so that none deadlock. An order's lock also keeps new refunds out.
 */
export const buyerRows = async (
  manager: EntityManager,
  email: string,
  { locked = false }: { locked?: boolean } = {},
): Promise<BuyerRows> => {
  const lock = locked ? { lock: { mode: 'pessimistic_write' as const } } : {};
  const page = { take: MAX_ROWS_OF_BUYER + 1, ...lock };
  const ids: { order_id: string }[] = await manager.query(
    `SELECT order_id FROM checkout_attempt WHERE ${OF_BUYER} ORDER BY created_at LIMIT ${MAX_ROWS_OF_BUYER + 1}`,
    [email],
  );
  const attempts = await manager.find(CheckoutAttempt, {
    where: { orderId: In(ids.map(({ order_id }) => order_id)) },
    order: { createdAt: 'ASC', orderId: 'ASC' },
    ...lock,
  });
  const orders = await manager.find(Order, { where: { email }, order: { createdAt: 'ASC', id: 'ASC' }, ...page });
  const refunds = await manager.findBy(OrderRefund, { orderId: In(orders.map(({ id }) => id)) });
  return { orders, attempts, refunds };
};

import { In, type EntityManager } from 'typeorm';
import { MAX_ROWS_OF_BUYER } from '@geodes/contracts';
import { CheckoutAttempt } from '../checkout/checkout-attempt.entity.js';
import { Order } from '../orders/order.entity.js';

/** The orders and checkouts of one address, oldest first; one more than may be handled in one go. */
export interface BuyerRows {
  orders: Order[];
  attempts: CheckoutAttempt[];
}

/** In the words of its index, or that would not be used. */
const OF_BUYER = `request #>> '{buyerDetails,email}' = $1`;

/** `email` is trimmed and in lower case. With `locked` nobody changes them before the transaction ends: the attempts first, as everywhere. */
export const buyerRows = async (
  manager: EntityManager,
  email: string,
  { locked = false }: { locked?: boolean } = {},
): Promise<BuyerRows> => {
  const lock = locked ? { lock: { mode: 'pessimistic_write' as const } } : {};
  const some = { take: MAX_ROWS_OF_BUYER + 1, ...lock };
  const ids: { order_id: string }[] = await manager.query(
    `SELECT order_id FROM checkout_attempt WHERE ${OF_BUYER} ORDER BY created_at LIMIT ${MAX_ROWS_OF_BUYER + 1}`,
    [email],
  );
  const attempts = await manager.find(CheckoutAttempt, {
    where: { orderId: In(ids.map(({ order_id }) => order_id)) },
    order: { createdAt: 'ASC', orderId: 'ASC' },
    ...lock,
  });
  const orders = await manager.find(Order, { where: { email }, order: { createdAt: 'ASC', id: 'ASC' }, ...some });
  return { orders, attempts };
};

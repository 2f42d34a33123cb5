import { type DataSource, type EntityManager, In } from 'typeorm';
import type { CheckoutAttempt } from '../checkout/checkout-attempt.entity.js';
import { type Order, OrderItem, type PaymentState } from './order.entity.js';
import { OrderRefund } from '../refunds/order-refund.entity.js';

/**
 * Writes the order of an attempt: at the pivot, or earlier if the response shows its number. A repeated call updates an
 * order that is confirming. Returns false, and changes nothing, if the order is authorised, captured or cancelled.
 */
export const recordOrder = async (
  manager: EntityManager,
  attempt: CheckoutAttempt,
  paymentState: Extract<PaymentState, 'confirming' | 'authorised'>,
): Promise<boolean> => {
  const { email, firstName, lastName, address, city, state, zipCode, phone } = attempt.request.buyerDetails;
  const lines = attempt.lines ?? [];
  const recorded: unknown[] = await manager.query(
    `WITH recorded AS (
       INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
         phone, discount_cents, total_cents, payment_attempt_id, item_titles)
       VALUES ($1, 'pending', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14)
       ON CONFLICT (id) DO UPDATE SET payment_state = EXCLUDED.payment_state, discount_cents = EXCLUDED.discount_cents,
         total_cents = EXCLUDED.total_cents, item_titles = EXCLUDED.item_titles, updated_at = now()
       WHERE shop_order.payment_state = 'confirming'
       RETURNING id, created_at
     ), items AS (
       INSERT INTO order_item (id, order_id, ordered_at, geode_id, position, before_cents, title, size, location, crystal_type,
         tier, image_urls, quantity, price_cents)
       SELECT gen_random_uuid(), recorded.id, created_at, "geodeId", position,
         sum("priceCents" * quantity) OVER (ORDER BY position) - "priceCents" * quantity, title, size, location,
         "crystalType", tier, "imageUrls", quantity, "priceCents"
       FROM recorded, jsonb_to_recordset($15) AS line (
         position integer, "geodeId" uuid, title text, size text, location text, "crystalType" text, tier text,
         "imageUrls" text[], quantity integer, "priceCents" integer)
       ON CONFLICT DO NOTHING
     )
     SELECT id FROM recorded`,
    [
      attempt.orderId,
      paymentState,
      email,
      firstName,
      lastName,
      address,
      city,
      state,
      zipCode,
      phone ?? null,
      attempt.discountCents ?? 0,
      attempt.totalCents ?? 0,
      attempt.paymentAttemptId,
      lines.map(({ title }) => title).join(' '),
      JSON.stringify(lines.map((line, position) => ({ ...line, position }))),
    ],
  );
  return recorded.length > 0;
};

/** Frees the first-order discounts of orders that charged nothing, and cancels those that were recorded. */
export const cancelOrders = async (manager: EntityManager, orderIds: string[]): Promise<void> => {
  await manager.query(
    `WITH returned AS (DELETE FROM discount_claim WHERE order_id = ANY ($1))
     UPDATE shop_order SET payment_state = 'cancelled', status = 'cancelled', updated_at = now()
     WHERE id = ANY ($1) AND payment_state IN ('confirming', 'authorised')`,
    [orderIds],
  );
};

/** Reads the items of orders in one query and sets them on the orders. */
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

/** Reads the items and refunds of orders and sets them on the orders. */
export const loadItemsAndRefunds = async (database: DataSource, orders: Order[]): Promise<Order[]> => {
  const [refunds] = await Promise.all([
    database.getRepository(OrderRefund).find({
      where: { orderId: In(orders.map(({ id }) => id)) },
      order: { createdAt: 'ASC', id: 'ASC' },
    }),
    loadItems(database, orders),
  ]);
  const byOrder = Map.groupBy(refunds, ({ orderId }) => orderId);
  for (const order of orders) order.refunds = byOrder.get(order.id) ?? [];
  return orders;
};

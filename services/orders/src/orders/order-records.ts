import type { EntityManager } from 'typeorm';
import type { ReservedGeode } from '@geodes/contracts';
import type { CheckoutAttempt } from '../checkout/checkout-attempt.entity.js';
import type { PaymentState } from './order.entity.js';
import type { OrderItem } from './order-item.entity.js';
import { orderVector } from './order-search.js';

const itemOf = (line: ReservedGeode, position: number): Omit<OrderItem, 'order' | 'id' | 'orderId'> => ({
  geodeId: line.geodeId,
  position,
  title: line.title,
  size: line.size,
  location: line.location,
  crystalType: line.crystalType,
  tier: line.tier ?? null,
  imageUrls: line.imageUrls.length > 0 ? line.imageUrls : [line.imageUrl].filter(Boolean),
  quantity: line.quantity,
  priceCents: line.priceCents,
});

/**
 * Writes the order of an attempt: at the pivot, or before a buyer is told its number. A repeated call brings the row
 * up to date; an order that was captured or cancelled is left as it is. Returns false there.
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
         phone, discount_cents, total_cents, payment_attempt_id, search)
       VALUES ($1, 'pending', $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, CAST($14 AS tsvector))
       ON CONFLICT (id) DO UPDATE SET payment_state = EXCLUDED.payment_state, discount_cents = EXCLUDED.discount_cents,
         total_cents = EXCLUDED.total_cents, search = EXCLUDED.search, updated_at = now()
       WHERE shop_order.payment_state = 'confirming'
       RETURNING id
     ), items AS (
       INSERT INTO order_item (id, order_id, geode_id, position, title, size, location, crystal_type, tier, image_urls,
         quantity, price_cents)
       SELECT gen_random_uuid(), recorded.id, "geodeId", position, title, size, location, "crystalType", tier, "imageUrls",
         quantity, "priceCents"
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
      orderVector({ id: attempt.orderId, firstName, lastName, email, titles: lines.map(({ title }) => title) }),
      JSON.stringify(lines.map(itemOf)),
    ],
  );
  return recorded.length > 0;
};

/** The money is taken: the order is paid, whatever the owner called it meanwhile. */
export const markPaid = async (manager: EntityManager, orderId: string, squarePaymentId: string): Promise<void> => {
  const [, paid]: [unknown, number] = await manager.query(
    `UPDATE shop_order SET payment_state = 'captured', status = 'paid', square_payment_id = $2, updated_at = now()
     WHERE id = $1 AND payment_state = 'authorised'`,
    [orderId, squarePaymentId],
  );
  if (paid !== 1) throw new Error(`Order ${orderId} is not authorised.`);
};

/** Nothing was taken: an order that was told to the buyer stays, cancelled. */
export const markCancelled = async (manager: EntityManager, orderId: string): Promise<void> => {
  await manager.query(
    `UPDATE shop_order SET payment_state = 'cancelled', status = 'cancelled', updated_at = now()
     WHERE id = $1 AND payment_state IN ('confirming', 'authorised')`,
    [orderId],
  );
};

import type {
  Attempt,
  CatalogData,
  DiscountClaim,
  Geode,
  ProcessedEvent,
  LettersOfOrder,
  LostOrder,
  Order,
  OrderItem,
  OrderRefund,
  OrdersData,
  OutboxEvent,
  Payment,
  PaymentsData,
  Reservation,
} from './audit-data.js';
import type { Snapshot } from './snapshot.js';

/** A digest, so the email itself stays in the database. */
const BUYER_DIGEST = `encode(sha256(convert_to(email, 'UTF8')), 'hex')`;

/**
 * Leaves out checkouts without an order that were refused more than a day ago, the longest settle time: no invariant needs
 * them, and there may be very many.
 */
const ATTEMPTS = `(
  SELECT * FROM checkout_attempt WHERE state <> 'refused' OR updated_at > now() - interval '1 day'
    OR EXISTS (SELECT FROM shop_order WHERE shop_order.id = checkout_attempt.order_id)
) AS checkout_attempt`;

/** One row for each order, so that letters do not limit the orders that can be read. */
const LETTERS = `(
  SELECT order_id, array_agg(kind) AS kinds, min(created_at) AS first_at, max(created_at) AS last_at
    FROM letter WHERE order_id IS NOT NULL GROUP BY order_id
) AS letter`;

/** Reads sequentially, because a connection runs one statement at a time. */
export const readOrders = async ({ rows }: Snapshot): Promise<OrdersData> => ({
  orders: await rows<Order>('shop_order', 'id', {
    id: 'id',
    paymentState: 'payment_state',
    status: 'status',
    buyer: BUYER_DIGEST,
    discountCents: 'discount_cents',
    totalCents: 'total_cents',
    attemptId: 'payment_attempt_id',
    squarePaymentId: 'square_payment_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
    archivedAt: 'archived_at',
  }),
  items: await rows<OrderItem>('order_item', 'id', {
    id: 'id',
    orderId: 'order_id',
    geodeId: 'geode_id',
    quantity: 'quantity',
    priceCents: 'price_cents',
  }),
  attempts: await rows<Attempt>(ATTEMPTS, 'order_id', {
    orderId: 'order_id',
    state: 'state',
    attemptId: 'payment_attempt_id',
    leaseUntil: 'lease_until',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  }),
  claims: await rows<DiscountClaim>('discount_claim', 'email', { buyer: BUYER_DIGEST, orderId: 'order_id' }),
  outbox: await rows<OutboxEvent>('outbox', 'id', {
    id: 'id',
    type: 'type',
    orderId: 'order_id',
    createdAt: 'created_at',
    doneAt: 'done_at',
    failedAt: 'failed_at',
    droppedAt: 'dropped_at',
  }),
  refunds: await rows<OrderRefund>('order_refund', 'id', {
    id: 'id',
    orderId: 'order_id',
    squareRefundId: 'square_refund_id',
    amountCents: 'amount_cents',
    state: 'state',
    restock: 'restock',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  }),
  letters: await rows<LettersOfOrder>(LETTERS, 'order_id', {
    orderId: 'order_id',
    kinds: 'kinds',
    firstAt: 'first_at',
    lastAt: 'last_at',
  }),
});

export const readCatalog = async ({ rows }: Snapshot): Promise<CatalogData> => ({
  geodes: await rows<Geode>('geode', 'id', {
    id: 'id',
    unitsAvailable: 'units_available',
    unitsReserved: 'units_reserved',
    unitsSold: 'units_sold',
    updatedAt: 'updated_at',
  }),
  reservations: await rows<Reservation>('reservation', 'id', {
    id: 'id',
    geodeId: 'geode_id',
    orderId: 'coalesce(order_id, hold_id)',
    unitNo: 'unit_no',
    state: 'state',
    expiresAt:
      '(SELECT coalesce(ended_at, least(hold.expires_at, leaving_at)) FROM hold WHERE hold.id = reservation.hold_id)',
    updatedAt: 'updated_at',
  }),
  events: await rows<ProcessedEvent>('handled_fact', 'event_id', {
    eventId: 'event_id',
    type: 'type',
    handledAt: 'handled_at',
  }),
});

const LOST_ORDERS = `(SELECT * FROM difference WHERE kind = 'unknown-attempt') AS difference`;

export const readPayments = async ({ rows }: Snapshot): Promise<PaymentsData> => ({
  payments: await rows<Payment>('payment', 'id', {
    id: 'id',
    state: 'state',
    amountCents: 'amount_cents',
    squarePaymentId: 'square_payment_id',
    createdAt: 'created_at',
    updatedAt: 'updated_at',
  }),
  lostOrders: await rows<LostOrder>(LOST_ORDERS, 'id', { squarePaymentId: 'square_payment_id', state: 'state' }),
});

import { column, type RowOf } from './columns.js';
import type { Snapshot } from './snapshot.js';

/**
 * The rows that the invariants need, from three databases and Square's ledger. Money is in US cents. Contains no name,
 * postal address or email; `buyer` is a digest that only distinguishes buyers.
 */
export interface AuditData {
  /** When the data was read, by the clock of the orders database. */
  at: Date;
  orders: OrdersData;
  catalog: CatalogData;
  payments: PaymentsData;
  /** Undefined if Square could not be read. Invariants that need it are skipped then. */
  square: SquareData | undefined;
}

export type OrdersData = Awaited<ReturnType<typeof readOrders>>;
type CatalogData = Awaited<ReturnType<typeof readCatalog>>;
export type PaymentsData = Awaited<ReturnType<typeof readPayments>>;

const ORDER = {
  id: column<string>(),
  /** confirming, authorised, captured or cancelled. */
  paymentState: column<string>(),
  /** `cancelled` if its payment is, or if the whole amount went back before the shipment. */
  status: column<string>(),
  /** A digest, so the email itself stays in the database. */
  buyer: column<string>(`encode(sha256(convert_to(email, 'UTF8')), 'hex')`),
  discountCents: column<number>(),
  totalCents: column<number>(),
  /** The `reference_id` of its payment at Square. */
  attemptId: column<string>('payment_attempt_id'),
  squarePaymentId: column<string | null>(),
  createdAt: column<Date>(),
  updatedAt: column<Date>(),
  archivedAt: column<Date | null>(),
};
export type Order = RowOf<typeof ORDER>;

const ORDER_ITEM = {
  orderId: column<string>(),
  geodeId: column<string>(),
  quantity: column<number>(),
  priceCents: column<number>(),
};
export type OrderItem = RowOf<typeof ORDER_ITEM>;

/** One checkout under its Idempotency-Key; the order has the same id. */
const ATTEMPT = {
  orderId: column<string>(),
  /** `paid` and `refused` are final. */
  state: column<string>(),
  attemptId: column<string>('payment_attempt_id'),
  leaseUntil: column<Date>(),
  createdAt: column<Date>(),
  updatedAt: column<Date>(),
};
export type Attempt = RowOf<typeof ATTEMPT>;

/**
 * Leaves out checkouts without an order that were refused more than a day ago, the longest settle time: no invariant needs
 * them, and there may be very many.
 */
const NEEDED_ATTEMPTS = `(
  SELECT * FROM checkout_attempt WHERE state <> 'refused' OR updated_at > now() - interval '1 day'
    OR EXISTS (SELECT FROM shop_order WHERE shop_order.id = checkout_attempt.order_id)
) AS checkout_attempt`;

const DISCOUNT_CLAIM = { orderId: column<string>() };

const OUTBOX_EVENT = {
  id: column<string>(),
  type: column<string>(),
  orderId: column<string>(),
  createdAt: column<Date>(),
  doneAt: column<Date | null>(),
  /** Set after too many refusals: the event waits for the operator. */
  failedAt: column<Date | null>(),
  /** Set when the operator dropped the event. */
  droppedAt: column<Date | null>(),
};
export type OutboxEvent = RowOf<typeof OUTBOX_EVENT>;

/** A refund of an order's payment, from the panel or from Square. */
const ORDER_REFUND = {
  id: column<string>(),
  orderId: column<string>(),
  /** Null until Square has it. */
  squareRefundId: column<string | null>(),
  amountCents: column<number>(),
  /** requested, pending, completed or failed. */
  state: column<string>(),
  /** Geodes that return to sale once it is completed. */
  restock: column<string[]>(),
  createdAt: column<Date>(),
  updatedAt: column<Date>(),
};
export type OrderRefund = RowOf<typeof ORDER_REFUND>;

/** The letters that tell of one order. */
const LETTERS_OF_ORDER = {
  orderId: column<string>(),
  kinds: column<string[]>(),
  firstAt: column<Date>(),
  lastAt: column<Date>(),
};

/** One row for each order, so that letters do not limit the orders that can be read. */
const LETTERS_BY_ORDER = `(
  SELECT order_id, array_agg(kind) AS kinds, min(created_at) AS first_at, max(created_at) AS last_at
    FROM letter WHERE order_id IS NOT NULL GROUP BY order_id
) AS letter`;

/** Reads sequentially, because a connection runs one statement at a time. */
export const readOrders = async ({ rows }: Snapshot) => ({
  orders: await rows('shop_order', 'id', ORDER),
  items: await rows('order_item', 'id', ORDER_ITEM),
  attempts: await rows(NEEDED_ATTEMPTS, 'order_id', ATTEMPT),
  claims: await rows('discount_claim', 'email', DISCOUNT_CLAIM),
  outbox: await rows('outbox', 'id', OUTBOX_EVENT),
  refunds: await rows('order_refund', 'id', ORDER_REFUND),
  letters: await rows(LETTERS_BY_ORDER, 'order_id', LETTERS_OF_ORDER),
});

const GEODE = {
  id: column<string>(),
  unitsAvailable: column<number>(),
  unitsReserved: column<number>(),
  unitsSold: column<number>(),
  updatedAt: column<Date>(),
};
export type Geode = RowOf<typeof GEODE>;

const RESERVATION = {
  id: column<string>(),
  geodeId: column<string>(),
  /** The hold's id until an order takes the unit over. */
  orderId: column<string>('coalesce(order_id, hold_id)'),
  unitNo: column<number>(),
  /** held, reserved, sold or released. */
  state: column<string>(),
  /** When its hold ended or will end; null without a hold. */
  expiresAt: column<Date | null>(
    '(SELECT coalesce(ended_at, least(hold.expires_at, leaving_at)) FROM hold WHERE hold.id = reservation.hold_id)',
  ),
  updatedAt: column<Date>(),
};
export type Reservation = RowOf<typeof RESERVATION>;

const PROCESSED_EVENT = { eventId: column<string>(), type: column<string>(), handledAt: column<Date>() };

export const readCatalog = async ({ rows }: Snapshot) => ({
  geodes: await rows('geode', 'id', GEODE),
  reservations: await rows('reservation', 'id', RESERVATION),
  events: await rows('handled_fact', 'event_id', PROCESSED_EVENT),
});

const PAYMENT = {
  /** The attempt's id: Square's idempotency key and `reference_id`. */
  id: column<string>(),
  state: column<string>(),
  amountCents: column<number | null>(),
  squarePaymentId: column<string | null>(),
  createdAt: column<Date>(),
  updatedAt: column<Date>(),
};
export type Payment = RowOf<typeof PAYMENT>;

/** A payment at Square without an order, reported to the owner, for example after a restore. */
const LOST_ORDER = {
  /** The payment's id at Square. */
  squarePaymentId: column<string>(),
  /** `open` until the owner acknowledges it. */
  state: column<string>(),
};
const UNKNOWN_ATTEMPTS = `(SELECT * FROM difference WHERE kind = 'unknown-attempt') AS difference`;

export const readPayments = async ({ rows }: Snapshot) => ({
  payments: await rows('payment', 'id', PAYMENT),
  lostOrders: await rows(UNKNOWN_ATTEMPTS, 'id', LOST_ORDER),
});

/** Payments of this location with an attempt's `reference_id`, except FAILED ones, and all refunds, since `from`. */
export interface SquareData {
  /** Older entries were not read. */
  from: Date;
  payments: SquarePayment[];
  refunds: SquareRefund[];
}

export interface SquarePayment {
  id: string;
  /** APPROVED, COMPLETED, CANCELED or PENDING. */
  status: string;
  amountCents: number;
  currency: string;
  attemptId: string;
  updatedAt: Date;
}

export interface SquareRefund {
  id: string;
  squarePaymentId: string;
  amountCents: number;
  /** PENDING, COMPLETED, REJECTED or FAILED. */
  status: string;
  updatedAt: Date;
}

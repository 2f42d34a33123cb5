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

export interface OrdersData {
  orders: Order[];
  items: OrderItem[];
  attempts: Attempt[];
  claims: DiscountClaim[];
  outbox: OutboxEvent[];
  refunds: OrderRefund[];
  letters: LettersOfOrder[];
}

export interface Order {
  id: string;
  /** confirming, authorised, captured or cancelled. */
  paymentState: string;
  /** `cancelled` if its payment is, or if the whole amount went back before the shipment. */
  status: string;
  buyer: string;
  discountCents: number;
  totalCents: number;
  /** The `reference_id` of its payment at Square. */
  attemptId: string;
  squarePaymentId: string | null;
  createdAt: Date;
  updatedAt: Date;
  archivedAt: Date | null;
}

export interface OrderItem {
  id: string;
  orderId: string;
  geodeId: string;
  quantity: number;
  priceCents: number;
}

/** One checkout under its Idempotency-Key; the order has the same id. */
export interface Attempt {
  orderId: string;
  /** `paid` and `refused` are final. */
  state: string;
  attemptId: string;
  leaseUntil: Date;
  createdAt: Date;
  updatedAt: Date;
}

export interface DiscountClaim {
  buyer: string;
  orderId: string;
}

export interface OutboxEvent {
  id: string;
  type: string;
  orderId: string;
  createdAt: Date;
  doneAt: Date | null;
  /** Set after too many refusals: the event waits for the operator. */
  failedAt: Date | null;
  /** Set when the operator dropped the event. */
  droppedAt: Date | null;
}

/** A refund of an order's payment, from the panel or from Square. */
export interface OrderRefund {
  id: string;
  orderId: string;
  /** Null until Square has it. */
  squareRefundId: string | null;
  amountCents: number;
  /** requested, pending, completed or failed. */
  state: string;
  /** Geodes that return to sale once it is completed. */
  restock: string[];
  createdAt: Date;
  updatedAt: Date;
}

/** The letters that tell of one order. */
export interface LettersOfOrder {
  orderId: string;
  kinds: string[];
  firstAt: Date;
  lastAt: Date;
}

export interface CatalogData {
  geodes: Geode[];
  reservations: Reservation[];
  events: ProcessedEvent[];
}

export interface Geode {
  id: string;
  unitsAvailable: number;
  unitsReserved: number;
  unitsSold: number;
  updatedAt: Date;
}

export interface Reservation {
  id: string;
  geodeId: string;
  /** The hold's id until an order takes the unit over. */
  orderId: string;
  unitNo: number;
  /** held, reserved, sold or released. */
  state: string;
  /** When its hold ended or will end; null without a hold. */
  expiresAt: Date | null;
  updatedAt: Date;
}

export interface ProcessedEvent {
  eventId: string;
  type: string;
  handledAt: Date;
}

export interface PaymentsData {
  payments: Payment[];
  /** Payments at Square without an order, reported to the owner, for example after a restore. */
  lostOrders: LostOrder[];
}

export interface LostOrder {
  /** The payment's id at Square. */
  squarePaymentId: string;
  /** `open` until the owner acknowledges it. */
  state: string;
}

export interface Payment {
  /** The attempt's id: Square's idempotency key and `reference_id`. */
  id: string;
  state: string;
  amountCents: number | null;
  squarePaymentId: string | null;
  createdAt: Date;
  updatedAt: Date;
}

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
  createdAt: Date;
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

/**
 * The shop's books as far as the invariants look: three databases and Square's ledger. Money is in US cents. No name,
 * address or e-mail address is read; `buyer` is a digest that only tells buyers apart.
 */
export interface AuditData {
  /** When the shop's books were read, by the clock of the orders database. */
  at: Date;
  orders: OrdersData;
  catalog: CatalogData;
  payments: PaymentsData;
  /** Undefined where Square could not be read: what needs its word is not judged then. */
  square: SquareData | undefined;
}

export interface OrdersData {
  orders: Order[];
  items: OrderItem[];
  attempts: Attempt[];
  claims: DiscountClaim[];
  outbox: OutboxEvent[];
}

export interface Order {
  id: string;
  /** confirming, authorised, captured or cancelled. */
  paymentState: string;
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

/** A checkout under its key; the order has the same id. */
export interface Attempt {
  orderId: string;
  /** `paid` and `refused` are its ends. */
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
  /** Given up after too many refusals: it waits for the operator. */
  failedAt: Date | null;
  /** The operator said why it need not be applied. */
  droppedAt: Date | null;
}

export interface CatalogData {
  geodes: Geode[];
  reservations: Reservation[];
  facts: ProcessedEvent[];
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
  /** The hold's id while no order has taken its unit over. */
  orderId: string;
  unitNo: number;
  /** held, reserved, sold or released. */
  state: string;
  /** When its hold ended or is to end; null where there is none. */
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
  /** Payments at Square that the shop has told its owner it does not know, as after a restore. */
  lostOrders: LostOrder[];
}

export interface LostOrder {
  /** The payment's id at Square. */
  squarePaymentId: string;
  /** `open` until the owner has marked it as seen. */
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

/** Payments of this location that carry a marker, FAILED ones aside, and all refunds since then. */
export interface SquareData {
  /** Nothing older was read. */
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
}

import type {
  Attempt,
  AuditData,
  Geode,
  Order,
  OrderItem,
  OutboxEvent,
  Payment,
  Reservation,
  SquarePayment,
} from '../data/audit-data.js';

/** The books, with what belongs together found by its id. */
export interface Shop {
  books: AuditData;
  orders: Map<string, Order>;
  /** By the payment's marker. */
  ordersByAttempt: Map<string, Order>;
  items: Map<string, OrderItem[]>;
  attempts: Map<string, Attempt>;
  /** By the payment's marker. */
  attemptsByPayment: Map<string, Attempt>;
  outbox: Map<string, OutboxEvent>;
  /** The fact that an order is paid, by order. */
  paidFacts: Map<string, OutboxEvent>;
  geodes: Map<string, Geode>;
  reservationsOfOrder: Map<string, Reservation[]>;
  reservationsOfGeode: Map<string, Reservation[]>;
  payments: Map<string, Payment>;
  squarePayments: Map<string, SquarePayment[]>;
  /** The owner was told of these payments: no book knows them, so only he can say what becomes of them. */
  lostOrders: Set<string>;
}

const by = <Row, Key>(rows: Row[], key: (row: Row) => Key): Map<Key, Row> =>
  new Map(rows.map((row) => [key(row), row]));

export const lookUps = (books: AuditData): Shop => ({
  books,
  orders: by(books.orders.orders, ({ id }) => id),
  ordersByAttempt: by(books.orders.orders, ({ attemptId }) => attemptId),
  items: Map.groupBy(books.orders.items, ({ orderId }) => orderId),
  attempts: by(books.orders.attempts, ({ orderId }) => orderId),
  attemptsByPayment: by(books.orders.attempts, ({ attemptId }) => attemptId),
  outbox: by(books.orders.outbox, ({ id }) => id),
  paidFacts: by(
    books.orders.outbox.filter(({ type }) => type === 'order.paid'),
    ({ orderId }) => orderId,
  ),
  geodes: by(books.catalog.geodes, ({ id }) => id),
  reservationsOfOrder: Map.groupBy(books.catalog.reservations, ({ orderId }) => orderId),
  reservationsOfGeode: Map.groupBy(books.catalog.reservations, ({ geodeId }) => geodeId),
  payments: by(books.payments.payments, ({ id }) => id),
  squarePayments: Map.groupBy(books.square?.payments ?? [], ({ attemptId }) => attemptId),
  lostOrders: new Set(books.payments.lostOrders.map(({ squarePaymentId }) => squarePaymentId)),
});

/** A checkout that may still go either way. */
export const isOpen = (attempt: Attempt | undefined): boolean =>
  attempt !== undefined && attempt.state !== 'paid' && attempt.state !== 'refused';

export const isPaid = (order: Order | undefined): boolean => order?.paymentState === 'captured';

/** No book knows the payment's marker, and the owner was told so. */
export const isLostOrder = (shop: Shop, { id, attemptId }: Pick<SquarePayment, 'id' | 'attemptId'>): boolean =>
  shop.lostOrders.has(id) && !shop.payments.has(attemptId) && !shop.attemptsByPayment.has(attemptId);

/** Takes up a unit of its geode. */
export const isTaken = ({ state }: Reservation): boolean =>
  state === 'held' || state === 'reserved' || state === 'sold';

/** 12900 → '129.00 USD' */
export const money = (cents: number, currency = 'USD'): string => `${(cents / 100).toFixed(2)} ${currency}`;

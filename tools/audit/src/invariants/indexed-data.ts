import type {
  Attempt,
  AuditData,
  Geode,
  Order,
  OrderItem,
  OrderRefund,
  OutboxEvent,
  Payment,
  Reservation,
  SquarePayment,
} from '../data/audit-data.js';

/** The data with lookup tables. */
export interface IndexedData {
  data: AuditData;
  orders: Map<string, Order>;
  /** By the payment's attempt id. */
  ordersByAttempt: Map<string, Order>;
  items: Map<string, OrderItem[]>;
  attempts: Map<string, Attempt>;
  /** By the payment's attempt id. */
  attemptsByPayment: Map<string, Attempt>;
  outbox: Map<string, OutboxEvent>;
  /** The `order.paid` event, by order id. */
  paidEvents: Map<string, OutboxEvent>;
  refundsOfOrder: Map<string, OrderRefund[]>;
  geodes: Map<string, Geode>;
  reservationsOfOrder: Map<string, Reservation[]>;
  reservationsOfGeode: Map<string, Reservation[]>;
  payments: Map<string, Payment>;
  squarePayments: Map<string, SquarePayment[]>;
  /** Ids of payments without an order that were reported to the owner, who decides about them. */
  lostOrders: Set<string>;
}

const indexBy = <Row, Key>(rows: Row[], key: (row: Row) => Key): Map<Key, Row> =>
  new Map(rows.map((row) => [key(row), row]));

export const indexData = (data: AuditData): IndexedData => ({
  data,
  orders: indexBy(data.orders.orders, ({ id }) => id),
  ordersByAttempt: indexBy(data.orders.orders, ({ attemptId }) => attemptId),
  items: Map.groupBy(data.orders.items, ({ orderId }) => orderId),
  attempts: indexBy(data.orders.attempts, ({ orderId }) => orderId),
  attemptsByPayment: indexBy(data.orders.attempts, ({ attemptId }) => attemptId),
  outbox: indexBy(data.orders.outbox, ({ id }) => id),
  paidEvents: indexBy(
    data.orders.outbox.filter(({ type }) => type === 'order.paid'),
    ({ orderId }) => orderId,
  ),
  refundsOfOrder: Map.groupBy(data.orders.refunds, ({ orderId }) => orderId),
  geodes: indexBy(data.catalog.geodes, ({ id }) => id),
  reservationsOfOrder: Map.groupBy(data.catalog.reservations, ({ orderId }) => orderId),
  reservationsOfGeode: Map.groupBy(data.catalog.reservations, ({ geodeId }) => geodeId),
  payments: indexBy(data.payments.payments, ({ id }) => id),
  squarePayments: Map.groupBy(data.square?.payments ?? [], ({ attemptId }) => attemptId),
  lostOrders: new Set(data.payments.lostOrders.map(({ squarePaymentId }) => squarePaymentId)),
});

/** Returns whether the outcome of a checkout is still open. */
export const isOpen = (attempt: Attempt | undefined): boolean =>
  attempt !== undefined && attempt.state !== 'paid' && attempt.state !== 'refused';

export const isPaid = (order: Order | undefined): boolean => order?.paymentState === 'captured';

/** Returns whether no record has the payment's attempt and the owner was notified. */
export const isLostOrder = (shop: IndexedData, { id, attemptId }: Pick<SquarePayment, 'id' | 'attemptId'>): boolean =>
  shop.lostOrders.has(id) && !shop.payments.has(attemptId) && !shop.attemptsByPayment.has(attemptId);

/** Returns whether the reservation occupies a unit. */
export const isTaken = ({ state }: Reservation): boolean =>
  state === 'held' || state === 'reserved' || state === 'sold';

/** Formats 12900 as `129.00 USD`. */
export const formatMoney = (cents: number, currency = 'USD'): string => `${(cents / 100).toFixed(2)} ${currency}`;

import type { Order, Payment, SquarePayment } from '../data/audit-data.js';
import { isLostOrder, isOpen, isPaid, formatMoney, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/** A payment is at most this much older than its order: the authorisation ends after ten minutes. */
const PAYMENT_BEFORE_ORDER_MS = 15 * 60_000;

/** Every payment at Square belongs to a paid order of the same amount, and every paid order has a payment. */
export function moneyFindings(shop: IndexedData): Finding[] {
  if (!shop.data.square) return [];
  const refunded = sumRefunds(shop);
  return [
    ...wrongCharges(shop, refunded),
    ...strayAuthorisations(shop),
    ...unpaidOrders(shop),
    ...differingStates(shop, refunded),
  ];
}

/** Checks captured and not fully refunded payments, grouped by attempt. */
function wrongCharges(shop: IndexedData, refunded: Map<string, number>): Finding[] {
  return [...shop.squarePayments].flatMap(([attemptId, payments]): Finding | Finding[] => {
    const charged = payments.filter((payment) => isCharged(payment, refunded) && !isLostOrder(shop, payment));
    const [first] = charged;
    if (!first) return [];
    const order = shop.ordersByAttempt.get(attemptId);
    const attempt = shop.attemptsByPayment.get(attemptId);
    if (!order) return isOpen(attempt) ? [] : charged.map((payment) => withoutOrder(shop, payment));
    const touched = [order.updatedAt, attempt?.updatedAt, ...charged.map(({ updatedAt }) => updatedAt)];
    if (order.status === 'cancelled')
      return charged.map(({ id, amountCents, currency }) => ({
        kind: 'cancelled-order-charged',
        message: `order ${order.id} is cancelled, but its payment ${id} of ${formatMoney(amountCents, currency)} was captured and not refunded`,
        ids: { order: order.id, payment: id },
        touched,
      }));
    if (charged.length > 1)
      return {
        kind: 'order-captured-twice',
        message: `order ${order.id} was captured ${charged.length} times: payments ${charged.map(({ id }) => id).join(', ')}`,
        ids: { order: order.id, payment: charged.map(({ id }) => id).join(',') },
        touched,
      };
    if (first.amountCents === order.totalCents && first.currency === 'USD') return [];
    if (!isPaid(order) && isOpen(attempt)) return [];
    return {
      kind: 'payment-of-another-amount',
      message: `order ${order.id} costs ${formatMoney(order.totalCents)}, its payment ${first.id} took ${formatMoney(first.amountCents, first.currency)}`,
      ids: { order: order.id, payment: first.id },
      touched,
    };
  });
}

function withoutOrder(shop: IndexedData, { id, attemptId, amountCents, currency, updatedAt }: SquarePayment): Finding {
  const attempt = shop.attemptsByPayment.get(attemptId);
  const whose = attempt
    ? `the checkout ${attempt.orderId}, which ended ${attempt.state} without an order`
    : shop.payments.has(attemptId)
      ? `the attempt ${attemptId}, which only payments knows`
      : `the attempt ${attemptId}, which the shop does not know`;
  return {
    kind: 'payment-without-order',
    message: `payment ${id} of ${formatMoney(amountCents, currency)} was captured for ${whose}`,
    ids: { payment: id, attempt: attemptId },
    touched: [updatedAt, attempt?.updatedAt],
  };
}

/** An authorisation blocks money on a buyer's card, so only an open checkout may have one. */
function strayAuthorisations(shop: IndexedData): Finding[] {
  return [...shop.squarePayments.values()].flat().flatMap((payment): Finding | [] => {
    const { id, status, attemptId, updatedAt } = payment;
    if (status !== 'APPROVED' || isLostOrder(shop, payment)) return [];
    const attempt = shop.attemptsByPayment.get(attemptId);
    const order = shop.ordersByAttempt.get(attemptId);
    if (isOpen(attempt) || (isPaid(order) && order?.squarePaymentId === id)) return [];
    const whose = attempt
      ? `the checkout ${attempt.orderId}, which ended ${attempt.state}`
      : `the attempt ${attemptId}, which no checkout has`;
    return {
      kind: 'authorisation-without-checkout',
      message: `payment ${id} is still authorised for ${whose}`,
      ids: { payment: id, attempt: attemptId },
      touched: [updatedAt, attempt?.updatedAt, order?.updatedAt],
    };
  });
}

/** Checks Square's payment if the ledger was read that far back, else the shop's record of it. */
function unpaidOrders(shop: IndexedData): Finding[] {
  return shop.data.orders.orders.filter(isPaid).flatMap((order): Finding | [] => {
    const payment = shop.payments.get(order.attemptId);
    const squarePayments = shop.squarePayments.get(order.attemptId) ?? [];
    if (squarePayments.some(({ id, status }) => status === 'COMPLETED' && id === order.squarePaymentId)) return [];
    if (!isCoveredBySquare(shop, order.createdAt) && payment?.state === 'captured') return [];
    const found = squarePayments.map(({ id, status }) => `${id} is ${status}`).join(', ') || 'none';
    return {
      kind: 'order-without-payment',
      message: `order ${order.id} is paid, but no payment of it was captured (Square: ${found}; here: ${payment?.state ?? 'none'})`,
      ids: { order: order.id, attempt: order.attemptId },
      touched: [order.updatedAt, payment?.updatedAt, ...squarePayments.map(({ updatedAt }) => updatedAt)],
    };
  });
}

/** Compares payment states here and at Square, unless a finding about the order covers the payment already. */
function differingStates(shop: IndexedData, refunded: Map<string, number>): Finding[] {
  return shop.data.payments.payments.flatMap((payment): Finding | [] => {
    const { id, state, amountCents, squarePaymentId, createdAt, updatedAt } = payment;
    if (!isCoveredBySquare(shop, createdAt) || isOpen(shop.attemptsByPayment.get(id))) return [];
    const order = shop.ordersByAttempt.get(id);
    const all = shop.squarePayments.get(id) ?? [];
    const squarePayment = all.find((one) => one.id === squarePaymentId);
    const charged = all.filter((one) => isCharged(one, refunded));
    const isReported = isPaid(order)
      ? !all.some((one) => one.status === 'COMPLETED' && one.id === order?.squarePaymentId)
      : charged.length > 0 && (!order || order.paymentState === 'cancelled');
    if (isReported || agrees(payment, squarePayment, charged, order)) return [];
    const there =
      (squarePayment ? [squarePayment] : all)
        .map((one) => `${one.id} is ${one.status} of ${formatMoney(one.amountCents)}`)
        .join(', ') || 'there is none';
    return {
      kind: 'payment-state-differs',
      message: `the payment of attempt ${id} is ${state} of ${formatMoney(amountCents ?? 0)} here, at Square ${there}`,
      ids: { attempt: id, payment: squarePaymentId ?? '' },
      touched: [updatedAt, order?.updatedAt, ...all.map((one) => one.updatedAt)],
    };
  });
}

/** For ended attempts only. A remaining authorisation is a separate finding. */
function agrees(
  { state, amountCents }: Payment,
  squarePayment: SquarePayment | undefined,
  charged: SquarePayment[],
  order: Order | undefined,
): boolean {
  if (state === 'captured')
    // An amount that differs from the order's total is a separate finding.
    return (
      squarePayment?.status === 'COMPLETED' &&
      (amountCents === squarePayment.amountCents || differsFromTotal(squarePayment, order))
    );
  if (state === 'authorised' || state === 'capturing') return squarePayment?.status === 'APPROVED';
  return charged.length === 0;
}

const differsFromTotal = ({ amountCents }: SquarePayment, order: Order | undefined): boolean =>
  order !== undefined && order.totalCents !== amountCents;

const isCoveredBySquare = ({ data }: IndexedData, at: Date): boolean =>
  data.square !== undefined && at.getTime() - PAYMENT_BEFORE_ORDER_MS >= data.square.from.getTime();

/** Captured, and not fully refunded, counting pending refunds. */
const isCharged = ({ id, status, amountCents }: SquarePayment, refunded: Map<string, number>): boolean =>
  status === 'COMPLETED' && (refunded.get(id) ?? 0) < amountCents;

function sumRefunds({ data }: IndexedData): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { squarePaymentId, amountCents, status } of data.square?.refunds ?? [])
    if (status === 'PENDING' || status === 'COMPLETED')
      sums.set(squarePaymentId, (sums.get(squarePaymentId) ?? 0) + amountCents);
  return sums;
}

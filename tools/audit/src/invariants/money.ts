import type { Order, Payment, SquarePayment } from '../data/audit-data.js';
import { isLostOrder, isOpen, isPaid, money, type Shop } from './shop.js';
import type { Finding } from './violation.js';

/** An order's payment is at most this much older than the order, milliseconds: the authorisation ends after ten minutes. */
const PAYMENT_BEFORE_ORDER_MS = 15 * 60_000;

/** Every payment that Square holds for the shop belongs to a paid order of the same amount, and the other way round. */
export function moneyFindings(shop: Shop): Finding[] {
  if (!shop.books.square) return [];
  const refunded = refundedCents(shop);
  return [...chargesFindings(shop, refunded), ...authorisations(shop), ...paidOrders(shop), ...states(shop, refunded)];
}

/** What was captured and not given back, marker by marker. */
function chargesFindings(shop: Shop, refunded: Map<string, number>): Finding[] {
  return [...shop.squarePayments].flatMap(([attemptId, payments]): Finding[] => {
    const kept = payments.filter((payment) => isKept(payment, refunded) && !isLostOrder(shop, payment));
    const [first] = kept;
    if (!first) return [];
    const order = shop.ordersByAttempt.get(attemptId);
    const attempt = shop.attemptsByPayment.get(attemptId);
    if (!order) return isOpen(attempt) ? [] : kept.map((payment) => withoutOrder(shop, payment));
    const touched = [order.updatedAt, attempt?.updatedAt, ...kept.map(({ updatedAt }) => updatedAt)];
    if (order.paymentState === 'cancelled')
      return kept.map(({ id, amountCents, currency }) => ({
        kind: 'cancelled-order-charged',
        message: `order ${order.id} is cancelled, but its payment ${id} of ${money(amountCents, currency)} was captured and not refunded`,
        ids: { order: order.id, payment: id },
        touched,
      }));
    if (kept.length > 1)
      return [
        {
          kind: 'order-captured-twice',
          message: `order ${order.id} was captured ${kept.length} times: payments ${kept.map(({ id }) => id).join(', ')}`,
          ids: { order: order.id, payment: kept.map(({ id }) => id).join(',') },
          touched,
        },
      ];
    if (first.amountCents === order.totalCents && first.currency === 'USD') return [];
    if (!isPaid(order) && isOpen(attempt)) return [];
    return [
      {
        kind: 'payment-of-another-amount',
        message: `order ${order.id} costs ${money(order.totalCents)}, its payment ${first.id} took ${money(first.amountCents, first.currency)}`,
        ids: { order: order.id, payment: first.id },
        touched,
      },
    ];
  });
}

function withoutOrder(shop: Shop, { id, attemptId, amountCents, currency, updatedAt }: SquarePayment): Finding {
  const attempt = shop.attemptsByPayment.get(attemptId);
  const whose = attempt
    ? `the checkout ${attempt.orderId}, which ended ${attempt.state} without an order`
    : shop.payments.has(attemptId)
      ? `the attempt ${attemptId}, which only payments knows`
      : `the attempt ${attemptId}, which the shop does not know`;
  return {
    kind: 'payment-without-order',
    message: `payment ${id} of ${money(amountCents, currency)} was captured for ${whose}`,
    ids: { payment: id, attempt: attemptId },
    touched: [updatedAt, attempt?.updatedAt],
  };
}

/** An authorisation blocks money on a buyer's card: only an open checkout may have one. */
function authorisations(shop: Shop): Finding[] {
  return [...shop.squarePayments.values()].flat().flatMap((payment): Finding[] => {
    const { id, status, attemptId, updatedAt } = payment;
    if (status !== 'APPROVED' || isLostOrder(shop, payment)) return [];
    const attempt = shop.attemptsByPayment.get(attemptId);
    const order = shop.ordersByAttempt.get(attemptId);
    if (isOpen(attempt) || (isPaid(order) && order?.squarePaymentId === id)) return [];
    const whose = attempt
      ? `the checkout ${attempt.orderId}, which ended ${attempt.state}`
      : `the attempt ${attemptId}, which no checkout has`;
    return [
      {
        kind: 'authorisation-without-checkout',
        message: `payment ${id} is still authorised for ${whose}`,
        ids: { payment: id, attempt: attemptId },
        touched: [updatedAt, attempt?.updatedAt, order?.updatedAt],
      },
    ];
  });
}

/** Square is asked as far back as it was read; before that our own record of the payment counts. */
function paidOrders(shop: Shop): Finding[] {
  return shop.books.orders.orders.filter(isPaid).flatMap((order): Finding[] => {
    const payment = shop.payments.get(order.attemptId);
    const theirs = shop.squarePayments.get(order.attemptId) ?? [];
    if (theirs.some(({ id, status }) => status === 'COMPLETED' && id === order.squarePaymentId)) return [];
    if (!isReadOf(shop, order.createdAt) && payment?.state === 'captured') return [];
    const found = theirs.map(({ id, status }) => `${id} is ${status}`).join(', ') || 'none';
    return [
      {
        kind: 'order-without-payment',
        message: `order ${order.id} is paid, but no payment of it was captured (Square: ${found}; here: ${payment?.state ?? 'none'})`,
        ids: { order: order.id, attempt: order.attemptId },
        touched: [order.updatedAt, payment?.updatedAt, ...theirs.map(({ updatedAt }) => updatedAt)],
      },
    ];
  });
}

/** What payments believes against what Square says, where the order does not already tell that something is wrong. */
function states(shop: Shop, refunded: Map<string, number>): Finding[] {
  return shop.books.payments.payments.flatMap((payment): Finding[] => {
    const { id, state, amountCents, squarePaymentId, createdAt, updatedAt } = payment;
    if (!isReadOf(shop, createdAt) || isOpen(shop.attemptsByPayment.get(id))) return [];
    const order = shop.ordersByAttempt.get(id);
    const all = shop.squarePayments.get(id) ?? [];
    const theirs = all.find((one) => one.id === squarePaymentId);
    const kept = all.filter((one) => isKept(one, refunded));
    const isTold = isPaid(order)
      ? !all.some((one) => one.status === 'COMPLETED' && one.id === order?.squarePaymentId)
      : kept.length > 0 && (!order || order.paymentState === 'cancelled');
    if (isTold || agrees(payment, theirs, kept, order)) return [];
    const there =
      (theirs ? [theirs] : all).map((one) => `${one.id} is ${one.status} of ${money(one.amountCents)}`).join(', ') ||
      'there is none';
    return [
      {
        kind: 'payment-state-differs',
        message: `the payment of attempt ${id} is ${state} of ${money(amountCents ?? 0)} here, at Square ${there}`,
        ids: { attempt: id, payment: squarePaymentId ?? '' },
        touched: [updatedAt, order?.updatedAt, ...all.map((one) => one.updatedAt)],
      },
    ];
  });
}

/** Only for attempts that are over. A live authorisation of one is a finding of its own. */
function agrees(
  { state, amountCents }: Payment,
  theirs: SquarePayment | undefined,
  kept: SquarePayment[],
  order: Order | undefined,
): boolean {
  if (state === 'captured')
    // when Square took another amount than the order costs, that is a finding of its own
    return theirs?.status === 'COMPLETED' && (amountCents === theirs.amountCents || isOfAnotherAmount(theirs, order));
  if (state === 'authorised' || state === 'capturing') return theirs?.status === 'APPROVED';
  return kept.length === 0;
}

/** Square took another amount than the order costs. */
const isOfAnotherAmount = ({ amountCents }: SquarePayment, order: Order | undefined): boolean =>
  order !== undefined && order.totalCents !== amountCents;

const isReadOf = ({ books }: Shop, at: Date): boolean =>
  books.square !== undefined && at.getTime() - PAYMENT_BEFORE_ORDER_MS >= books.square.from.getTime();

/** Captured, and not all of it went back or is on its way back. */
const isKept = ({ id, status, amountCents }: SquarePayment, refunded: Map<string, number>): boolean =>
  status === 'COMPLETED' && (refunded.get(id) ?? 0) < amountCents;

function refundedCents({ books }: Shop): Map<string, number> {
  const sums = new Map<string, number>();
  for (const { squarePaymentId, amountCents, status } of books.square?.refunds ?? [])
    if (status === 'PENDING' || status === 'COMPLETED')
      sums.set(squarePaymentId, (sums.get(squarePaymentId) ?? 0) + amountCents);
  return sums;
}

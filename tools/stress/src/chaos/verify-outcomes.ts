import type { AdminOrder } from '@geodes/contracts';
import { keptCents, type LedgerPayment } from '@geodes/testing';
import type { RefundOutcome, BuyerOutcome } from './retries.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const cents = (dollars: string | null | undefined): number => Math.round(Number(dollars ?? Number.NaN) * 100);

export interface OutcomeData {
  orders: AdminOrder[];
  payments: LedgerPayment[];
  refunds: RefundOutcome[];
}

/**
 * Returns the captured amount, less what Square refunded, less what the owner kept of the orders, cents. Ignores payments of
 * other programs.
 */
export const drift = ({ orders, payments, refunds }: OutcomeData): number => {
  const shopPayments = payments.filter(({ reference_id }) => UUID.test(reference_id ?? ''));
  const captured = shopPayments.reduce((sum, payment) => sum + keptCents(payment), 0);
  const kept = orders
    .filter((order) => isPaid(order) || isGivenBack(order, refunds))
    .reduce((sum, order) => sum + cents(order.total) - givenBackCents(order, refunds), 0);
  return captured - kept;
};

const isPaid = ({ status }: AdminOrder): boolean => status === 'paid';

/** Returns the sum of the order's refunds according to the responses to the owner, cents. */
const givenBackCents = ({ id }: AdminOrder, refunds: RefundOutcome[]): number =>
  refunds.reduce((sum, { orderId, refund }) => sum + (orderId === id && refund ? cents(refund.amount) : 0), 0);

/** True if the owner refunded the whole order, which cancels it. */
const isGivenBack = (order: AdminOrder, refunds: RefundOutcome[]): boolean =>
  order.status === 'cancelled' && givenBackCents(order, refunds) === cents(order.total);

/** Returns the contradictions between responses to the owner and orders: 201 cancels an order if nothing is left of it. */
export const falseRefunds = (refunds: RefundOutcome[], orders: AdminOrder[]): string[] =>
  refunds.flatMap(({ orderId, amount, status, refund }) => {
    const what = `the refund of ${amount ?? 'all'} of order ${orderId}`;
    const order = orders.find(({ id }) => id === orderId);
    if (!refund || !order) return [`${what} received ${status || 'silence'}`];
    if (refund.status === 'failed') return [`${what} failed: ${refund.message}`];
    const found = [];
    if (cents(refund.amount) !== cents(amount ?? order.total)) found.push(`${what} gave back ${refund.amount}`);
    const isWhole = givenBackCents(order, refunds) === cents(order.total);
    if (order.status !== (isWhole ? 'cancelled' : 'paid')) found.push(`${what} left the order ${order.status}`);
    if ((order.ownRefunds ?? []).length > 0) found.push(`${what} is not at Square`);
    return found;
  });

/**
 * Returns the contradictions between responses and orders. 201 needs a paid order of that total, or one that the
 * owner gave back; 402 and 409 allow none. A buyer without an outcome may have a paid order, a cancelled one, or none. The
 * audit checks the payments of orders.
 */
export const falseResponses = (
  outcomes: BuyerOutcome[],
  orders: AdminOrder[],
  refunds: RefundOutcome[] = [],
): string[] => {
  const byEmail = Map.groupBy(orders, ({ customerEmail }) => customerEmail);
  return outcomes.flatMap((buyer) => checkBuyer(buyer, byEmail.get(buyer.order.email) ?? [], refunds));
};

const checkBuyer = (
  { order, last, replies }: BuyerOutcome,
  orders: AdminOrder[],
  refunds: RefundOutcome[],
): string[] => {
  const found: string[] = [];
  const buyer = `buyer ${order.key} (received ${replies.map(({ status }) => status || 'silence').join(', ')})`;
  const paid = orders.filter(isPaid);
  const open = orders.filter(({ status }) => !['paid', 'cancelled'].includes(status));
  if (open.length > 0) found.push(`${buyer}: order ${open[0]?.id} is left ${open[0]?.status}`);
  if (paid.length > 1) found.push(`${buyer} has ${paid.length} paid orders`);
  const numbered = replies.findLast(({ order: placed }) => placed)?.order;
  const named = orders.find(({ id }) => id === numbered?.orderId);
  if (numbered && !named) found.push(`${buyer}: order ${numbered.orderId} of its response does not exist`);
  switch (last?.status) {
    case undefined:
      break;
    case 201:
      if (!named || !(isPaid(named) || isGivenBack(named, refunds)) || cents(named.total) !== cents(last.order?.total))
        found.push(`${buyer}: 201 for ${last.order?.total}, the order is ${named?.status} at ${named?.total}`);
      if (!order.geodeIds.every((id) => named?.items.some(({ geode }) => geode.id === id)))
        found.push(`${buyer}: 201 for other geodes`);
      break;
    case 402:
    case 409:
      if (paid.length > 0) found.push(`${buyer} received ${last.said}, but the card was charged`);
      break;
    default:
      found.push(`${buyer} received ${last?.status} ${last?.said}`);
  }
  return found;
};

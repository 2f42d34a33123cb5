import type { AdminOrder } from '@geodes/contracts';
import { keptCents, type LedgerPayment } from '@geodes/testing';
import type { BuyerOutcome } from './retrying-buyer.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const cents = (dollars: string | null | undefined): number => Math.round(Number(dollars ?? Number.NaN) * 100);

export interface OutcomeData {
  orders: AdminOrder[];
  payments: LedgerPayment[];
}

/** Returns the captured amount, less refunds, less the total of the paid orders, cents. Ignores payments of other programs. */
export const drift = ({ orders, payments }: OutcomeData): number => {
  const shopPayments = payments.filter(({ reference_id }) => UUID.test(reference_id ?? ''));
  const captured = shopPayments.reduce((sum, payment) => sum + keptCents(payment), 0);
  const ordered = orders.filter(isPaid).reduce((sum, { total }) => sum + cents(total), 0);
  return captured - ordered;
};

const isPaid = ({ status }: AdminOrder): boolean => status === 'paid';

/**
 * Returns the contradictions between responses and orders. 201 needs a paid order of that total; 402 and 409 allow none. A
 * buyer without an outcome may have a paid order, a cancelled one, or none. The audit checks the payments of orders.
 */
export const falseResponses = (outcomes: BuyerOutcome[], orders: AdminOrder[]): string[] => {
  const byEmail = Map.groupBy(orders, ({ customerEmail }) => customerEmail);
  return outcomes.flatMap((buyer) => checkBuyer(buyer, byEmail.get(buyer.order.email) ?? []));
};

const checkBuyer = ({ order, last, replies }: BuyerOutcome, orders: AdminOrder[]): string[] => {
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
      if (named?.status !== 'paid' || cents(named.total) !== cents(last.order?.total))
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

import type { AdminOrder } from '@geodes/contracts';
import { keptCents, type LedgerPayment } from '@geodes/testing';
import type { Told } from './retrying-buyer.js';

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const cents = (dollars: string | null | undefined): number => Math.round(Number(dollars ?? Number.NaN) * 100);

export interface Books {
  orders: AdminOrder[];
  payments: LedgerPayment[];
}

/** Captured less refunded for this shop, less what the paid orders come to, cents. */
export const drift = ({ orders, payments }: Books): number => {
  const ours = payments.filter(({ reference_id }) => UUID.test(reference_id ?? ''));
  const kept = ours.reduce((sum, payment) => sum + keptCents(payment), 0);
  const ordered = orders.filter(isPaid).reduce((sum, { total }) => sum + cents(total), 0);
  return kept - ordered;
};

const isPaid = ({ status }: AdminOrder): boolean => status === 'paid';

/**
 * What is wrong between what buyers were told and the orders: 201 is a paid order of that total, 402 and 409 are none; whoever
 * never heard the end has a paid order, a cancelled one, or none. That a paid order has its payment is the audit's to say.
 */
export const untruths = (told: Told[], orders: AdminOrder[]): string[] => {
  const byEmail = Map.groupBy(orders, ({ customerEmail }) => customerEmail);
  return told.flatMap((buyer) => judge(buyer, byEmail.get(buyer.order.email) ?? []));
};

const judge = ({ order, last, answers }: Told, orders: AdminOrder[]): string[] => {
  const wrong: string[] = [];
  const buyer = `buyer ${order.key} (told ${answers.map(({ status }) => status || 'silence').join(', ')})`;
  const paid = orders.filter(isPaid);
  const open = orders.filter(({ status }) => !['paid', 'cancelled'].includes(status));
  if (open.length > 0) wrong.push(`${buyer}: order ${open[0]?.id} is left ${open[0]?.status}`);
  if (paid.length > 1) wrong.push(`${buyer} has ${paid.length} paid orders`);
  const numbered = answers.findLast(({ order: placed }) => placed)?.order;
  const found = orders.find(({ id }) => id === numbered?.orderId);
  if (numbered && !found) wrong.push(`${buyer}: order ${numbered.orderId} that he was told of is not there`);
  switch (last?.status) {
    case undefined:
      break;
    case 201:
      if (found?.status !== 'paid' || cents(found.total) !== cents(last.order?.total))
        wrong.push(`${buyer}: 201 for ${last.order?.total}, the order is ${found?.status} at ${found?.total}`);
      if (!order.geodeIds.every((id) => found?.items.some(({ geode }) => geode.id === id)))
        wrong.push(`${buyer}: 201 for other stones`);
      break;
    case 402:
    case 409:
      if (paid.length > 0) wrong.push(`${buyer} was told ${last.said}, and his card was charged`);
      break;
    default:
      wrong.push(`${buyer} was told ${last?.status} ${last?.said}`);
  }
  return wrong;
};

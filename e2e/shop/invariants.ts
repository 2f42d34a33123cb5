import type { APIRequestContext } from '@playwright/test';
import type { AdminOrder, Geode } from '@geodes/contracts';
import { ledger } from './calls.js';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;
const cents = (dollars: string) => Math.round(Number(dollars) * 100);

/**
 * What is wrong in the shop's books and Square's, in words; empty where all is well. The caller is signed in, and no
 * checkout is running.
 */
export const violations = async (request: APIRequestContext): Promise<string[]> => {
  const read = async <T>(path: string) => (await (await request.get(path)).json()) as T;
  const [open, archived, geodes, payments] = await Promise.all([
    read<AdminOrder[]>('/api/admin/orders'),
    read<AdminOrder[]>('/api/admin/orders/archived'),
    read<Geode[]>('/api/admin/geodes'),
    ledger(request),
  ]);
  const orders = [...open, ...archived];
  const live = orders.filter(({ status }) => status !== 'cancelled');
  const byPayment = new Map(live.map((order) => [order.squarePaymentId, order]));
  const taken = payments.filter(({ reference_id, status }) => UUID.test(reference_id ?? '') && status === 'COMPLETED');
  const kept = taken.filter(({ refunded_money }) => !refunded_money);
  const wrong: string[] = [];
  for (const { id, amount_money } of kept) {
    const order = byPayment.get(id);
    if (!order) wrong.push(`payment ${id} was captured for no order`);
    else if (cents(order.total) !== amount_money.amount)
      wrong.push(`payment ${id} is not the total of order ${order.id}`);
  }
  for (const { id, reference_id, status } of payments) {
    if (status === 'APPROVED' && UUID.test(reference_id ?? '')) wrong.push(`payment ${id} is still authorised`);
  }
  for (const { id, status, squarePaymentId } of live) {
    if (status === 'pending') wrong.push(`order ${id} is still pending`);
    else if (!taken.some((payment) => payment.id === squarePaymentId))
      wrong.push(`order ${id} is ${status} without its payment`);
  }
  for (const { id, availability } of geodes) {
    const sold = live.filter(({ items }) => items.some(({ geode }) => geode.id === id)).length;
    if (availability === 'held') wrong.push(`geode ${id} is taken by nothing`);
    if (sold > 1) wrong.push(`geode ${id} is in ${sold} orders`);
    if (sold === 1 && availability !== 'sold') wrong.push(`geode ${id} is sold and ${availability}`);
    if (sold === 0 && availability === 'sold') wrong.push(`geode ${id} is sold to nobody`);
  }
  return wrong;
};

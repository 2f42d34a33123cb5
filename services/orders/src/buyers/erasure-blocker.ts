import type { OrderRefund } from '@geodes/contracts';
import type { CheckoutAttempt } from '../checkout/checkout-attempt.entity.js';
import { isOver } from '../checkout/attempt-states.js';
import { orderNumber } from '../checkout/checkout.js';
import type { Order } from '../orders/order.entity.js';
import type { BuyerRows } from './buyer-rows.js';

/** Statuses after which the shop needs neither name nor address any more. */
const SENT: readonly string[] = ['shipped', 'delivered', 'completed'];

/** Why the buyer's data is still needed, in the operator's words; undefined where it is not. */
export const erasureBlocker = (
  { orders, attempts }: BuyerRows,
  refunds: readonly OrderRefund[],
): string | undefined => {
  const order = orders.find((one) => whyOpen(one));
  if (order) return `Order ${orderNumber(order.id)} ${whyOpen(order)}`;
  const open = attempts.find((attempt: CheckoutAttempt) => !isOver(attempt.state));
  if (open)
    return `Checkout ${orderNumber(open.orderId)} is still under way. It ends by itself: try again in a minute.`;
  const refund = refunds.find(({ status }) => status === 'PENDING');
  if (refund)
    return `A refund of order ${orderNumber(refund.orderId)} is on its way. Try again when Square has completed it.`;
  return undefined;
};

const whyOpen = ({ paymentState, status, archivedAt }: Order): string | undefined => {
  if (paymentState === 'cancelled' || archivedAt) return undefined;
  if (paymentState !== 'captured') return 'is still being paid. It ends by itself: try again in a minute.';
  if (SENT.includes(status)) return undefined;
  return (
    `is ${status === 'paid' ? 'awaiting shipment' : status}: name and address are needed to send it. ` +
    'Set it to shipped, delivered or completed first.'
  );
};

import { type AdminOrder, type AdminRefund, dollars, type OrderRefund, type RefundableOrder } from '@geodes/contracts';
import { AppError, type Bus } from '@geodes/kit';

/** The orders are what the owner waits for; their refunds do not keep him waiting. */
const TIMEOUT_MS = 1_500;

type Ask = Pick<Bus, 'call'>;
export type WithRefunds = (orders: AdminOrder[]) => Promise<RefundableOrder[]>;

/**
 * Adds to orders what went back of their payments; one question for at most 500 orders. Where payments is away the
 * orders come without, and payments is not asked again for the same list.
 */
export const refundsReader = (bus: Ask): WithRefunds => {
  let isAway = false;
  return async (orders) => {
    if (isAway || orders.length === 0) return orders.map(unread);
    const wanted = orders.map(({ id, squarePaymentId }) => ({ orderId: id, squarePaymentId }));
    try {
      const refunds = await bus.call('payments.list-refunds', { orders: wanted }, { timeoutMs: TIMEOUT_MS });
      const byOrder = Map.groupBy(refunds, ({ orderId }) => orderId);
      return orders.map((order) => withRefunds(order, byOrder.get(order.id) ?? []));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      isAway = true;
      return orders.map(unread);
    }
  };
};

const unread = (order: AdminOrder): RefundableOrder => ({ ...order, refundedTotal: null, refunds: [] });

const withRefunds = (order: AdminOrder, refunds: OrderRefund[]): RefundableOrder => ({
  ...order,
  refundedTotal: dollars(refunds.filter(isGoingBack).reduce((sum, { amountCents }) => sum + amountCents, 0)),
  refunds: refunds.map(told),
});

const isGoingBack = ({ status }: OrderRefund): boolean => status === 'COMPLETED' || status === 'PENDING';

const told = ({ squareRefundId, amountCents, status, createdAt }: OrderRefund): AdminRefund => ({
  squareRefundId,
  amount: dollars(amountCents),
  status,
  createdAt,
});

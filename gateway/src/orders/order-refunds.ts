import { type AdminOrder, type AdminRefund, dollars, type OrderRefund, type RefundableOrder } from '@geodes/contracts';
import { AppError, type Bus } from '@geodes/kit';

/** After this the orders are shown without their refunds. */
const TIMEOUT_MS = 1_500;

type AddRefunds = (orders: AdminOrder[]) => Promise<RefundableOrder[]>;

/**
 * Returns a function that adds refunds to at most 500 orders per call. Once payments does not respond, it returns
 * orders without refunds and does not call payments again.
 */
export const refundsReader = (bus: Pick<Bus, 'call'>): AddRefunds => {
  let isUnavailable = false;
  return async (orders) => {
    if (isUnavailable || orders.length === 0) return orders.map(withoutRefunds);
    const payments = orders.map(({ id, squarePaymentId }) => ({ orderId: id, squarePaymentId }));
    try {
      const refunds = await bus.call('payments.list-refunds', { orders: payments }, { timeoutMs: TIMEOUT_MS });
      const byOrder = Map.groupBy(refunds, ({ orderId }) => orderId);
      return orders.map((order) => withRefunds(order, byOrder.get(order.id) ?? []));
    } catch (error) {
      if (!(error instanceof AppError)) throw error;
      isUnavailable = true;
      return orders.map(withoutRefunds);
    }
  };
};

/** Adds what an orders process of an earlier release leaves out. */
const complete = (order: AdminOrder) => ({
  ...order,
  carrier: order.carrier ?? null,
  trackingNumber: order.trackingNumber ?? null,
  ownRefunds: order.ownRefunds ?? [],
});

const withoutRefunds = (order: AdminOrder): RefundableOrder => ({
  ...complete(order),
  refundedTotal: null,
  refunds: [],
});

const withRefunds = (order: AdminOrder, refunds: OrderRefund[]): RefundableOrder => ({
  ...complete(order),
  refundedTotal: dollars(refunds.filter(isReturned).reduce((sum, { amountCents }) => sum + amountCents, 0)),
  refunds: refunds.map(toAdminRefund),
});

const isReturned = ({ status }: OrderRefund): boolean => status === 'COMPLETED' || status === 'PENDING';

const toAdminRefund = ({ squareRefundId, amountCents, status, createdAt }: OrderRefund): AdminRefund => ({
  squareRefundId,
  amount: dollars(amountCents),
  status,
  createdAt,
});

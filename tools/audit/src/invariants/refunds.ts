import type { OrderRefund, SquareRefund } from '../data/audit-data.js';
import { formatMoney, type IndexedData } from './indexed-data.js';
import type { Finding } from './violation.js';

/** Refunds are the same here and at Square, and what they put on sale again is not sold to their order. */
export function refundFindings(shop: IndexedData): Finding[] {
  return [...differingRefunds(shop), ...unknownRefunds(shop), ...notReturned(shop)];
}

function differingRefunds(shop: IndexedData): Finding[] {
  const { square, orders } = shop.data;
  if (!square) return [];
  const atSquare = new Map(square.refunds.map((refund) => [refund.id, refund]));
  return orders.refunds.flatMap((refund): Finding | [] => {
    const other = refund.squareRefundId ? atSquare.get(refund.squareRefundId) : undefined;
    // Square's list begins by creation; a refund may be updated long after that.
    if (!refund.squareRefundId || (!other && refund.createdAt < square.from)) return [];
    if (other?.amountCents === refund.amountCents && stateOf(other) === refund.state) return [];
    const there = other ? `${other.status} of ${formatMoney(other.amountCents)}` : 'none';
    return {
      kind: 'refund-differs',
      message: `refund ${refund.id} of order ${refund.orderId} is ${refund.state} of ${formatMoney(refund.amountCents)}, at Square it is ${there}`,
      ids: { refund: refund.id, order: refund.orderId },
      touched: [refund.updatedAt, other?.updatedAt],
    };
  });
}

/** Finds refunds at Square of an order's payment that the order does not have. */
function unknownRefunds(shop: IndexedData): Finding[] {
  const known = new Set(shop.data.orders.refunds.map(({ squareRefundId }) => squareRefundId));
  const orders = new Map(shop.data.orders.orders.map((order) => [order.squarePaymentId, order]));
  return (shop.data.square?.refunds ?? []).flatMap(({ id, squarePaymentId, amountCents, updatedAt }): Finding | [] => {
    const order = orders.get(squarePaymentId);
    if (!order || known.has(id)) return [];
    const open = (shop.refundsOfOrder.get(order.id) ?? []).find(({ state }) => state === 'requested');
    return {
      kind: 'refund-differs',
      message: `refund ${id} of ${formatMoney(amountCents)} at Square is not in order ${order.id}`,
      ids: { refund: id, order: order.id },
      touched: [updatedAt, order.updatedAt, open?.updatedAt],
    };
  });
}

function notReturned(shop: IndexedData): Finding[] {
  return shop.data.orders.refunds
    .filter(({ state }) => state === 'completed')
    .flatMap((refund) => refund.restock.flatMap((geodeId) => notReturnedGeode(shop, refund, geodeId)));
}

function notReturnedGeode(shop: IndexedData, { id, orderId, updatedAt }: OrderRefund, geodeId: string): Finding | [] {
  const reservation = (shop.reservationsOfOrder.get(orderId) ?? []).find((one) => one.geodeId === geodeId);
  if (reservation?.state === 'returned' || isDeleted(shop, geodeId)) return [];
  return {
    kind: 'refunded-stone-not-on-sale',
    message: `geode ${geodeId} of refund ${id} is ${reservation?.state ?? 'not reserved'}, not returned to sale`,
    ids: { refund: id, geode: geodeId },
    touched: [updatedAt, reservation?.updatedAt],
  };
}

/** True if the owner deleted the geode, which needs all its units to be on sale. */
const isDeleted = (shop: IndexedData, geodeId: string): boolean =>
  !shop.geodes.has(geodeId) && !shop.reservationsOfGeode.has(geodeId);

const stateOf = ({ status }: SquareRefund): string => {
  if (status === 'COMPLETED') return 'completed';
  return status === 'FAILED' || status === 'REJECTED' ? 'failed' : 'pending';
};

import type { AdminRefund, RefundableOrder } from '@geodes/contracts';
import { formatDollars, toCents } from '../../../app/money.js';
import { Badge } from '../../../ui/badge.js';
import { statusDisplay } from '../../orders/order-status.js';
import { day } from '../dates.js';

/** The status in the owner's terms: a paid order awaits shipment. */
export const OrderBadge = ({ status }: { status: string }) => {
  const { label, tone } = statusDisplay(status);
  return (
    <Badge tone={tone} lined={status === 'paid'}>
      {status === 'paid' ? 'AWAITING SHIPMENT' : label}
    </Badge>
  );
};

const endings: Record<string, string> = { PENDING: ', on its way', FAILED: ', failed', REJECTED: ', failed' };

const line = ({ amount, status, createdAt }: AdminRefund): string =>
  `${formatDollars(amount)} on ${day.format(new Date(createdAt))}${endings[status] ?? ''}`;

/** Shows the refunded total, or that every refund failed; nothing without refunds. */
export const RefundBadge = ({ order: { refunds, refundedTotal } }: { order: RefundableOrder }) => {
  if (refunds.length === 0 || refundedTotal === null) return null;
  const hasGoneBack = toCents(refundedTotal) > 0;
  return (
    <Badge tone={hasGoneBack ? 'outlined' : 'red'}>
      {hasGoneBack ? `Refunded ${formatDollars(refundedTotal)}` : 'Refund failed'}
    </Badge>
  );
};

/** One line per refund of an order. */
export const RefundLines = ({ order: { refunds } }: { order: RefundableOrder }) =>
  refunds.map((refund) => (
    <span key={refund.squareRefundId} className="num">
      {line(refund)}
    </span>
  ));

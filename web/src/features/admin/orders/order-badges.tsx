import type { AdminRefund, RefundableOrder } from '@geodes/contracts';
import { formatDollars, toCents } from '../../../app/money.js';
import { Badge } from '../../../ui/badge.js';
import { statusDisplay } from '../../orders/order-status.js';

/** The status as the owner reads it: what is paid waits for her. */
export const OrderBadge = ({ status }: { status: string }) => {
  const { label, tone } = statusDisplay(status);
  return (
    <Badge tone={tone} lined={status === 'paid'}>
      {status === 'paid' ? 'AWAITING SHIPMENT' : label}
    </Badge>
  );
};

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'medium' });

const endings: Record<string, string> = { PENDING: ', on its way', FAILED: ', failed', REJECTED: ', failed' };

const line = ({ amount, status, createdAt }: AdminRefund): string =>
  `${formatDollars(amount)} on ${day.format(new Date(createdAt))}${endings[status] ?? ''}`;

/** What went back of an order's payment, in one word; nothing where nothing did. */
export const RefundBadge = ({ order: { refunds, refundedTotal } }: { order: RefundableOrder }) => {
  if (refunds.length === 0 || refundedTotal === null) return null;
  const hasGoneBack = toCents(refundedTotal) > 0;
  return (
    <Badge tone={hasGoneBack ? 'outlined' : 'red'}>
      {hasGoneBack ? `Refunded ${formatDollars(refundedTotal)}` : 'Refund failed'}
    </Badge>
  );
};

/** Each refund of an order. */
export const RefundLines = ({ order: { refunds } }: { order: RefundableOrder }) =>
  refunds.map((refund) => (
    <span key={refund.squareRefundId} className="num">
      {line(refund)}
    </span>
  ));

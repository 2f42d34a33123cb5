import type { RefundableOrder } from '@geodes/contracts';
import { Badge } from '../../../ui/badge.js';
import { statusDisplay } from '../../orders/order-status.js';
import { refundBadge } from './refunds/refund-text.js';

/** The status in the owner's terms: a paid order awaits shipment. */
export const OrderBadge = ({ status }: { status: string }) => {
  const { label, tone } = statusDisplay(status);
  return (
    <Badge tone={tone} lined={status === 'paid'}>
      {status === 'paid' ? 'AWAITING SHIPMENT' : label}
    </Badge>
  );
};

/** Shows what went back or is on its way, or that every refund failed; nothing without refunds. */
export const RefundBadge = ({ order }: { order: RefundableOrder }) => {
  const badge = refundBadge(order);
  return badge && <Badge tone={badge.tone}>{badge.text}</Badge>;
};

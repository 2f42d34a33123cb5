import type { RefundableOrder } from '@geodes/contracts';
import { useState } from 'react';
import { Button } from '../../../ui/button.js';
import { Select } from '../../../ui/select.js';
import { Badge } from '../../../ui/badge.js';
import { orderNumberOf, statusDisplay } from '../../orders/order-status.js';
import { isArchivable, ownerStatuses, type PanelView } from './order-views.js';
import { TrackingDialog } from './shipping/parcel-tools.js';
import { type OrderChangeHandlers, useOrderChanges } from './orders.api.js';
import { refundBadge } from './refunds/refund-text.js';

interface OrderActionsProps extends OrderChangeHandlers {
  order: RefundableOrder;
  view: PanelView;
  /** Asks for carrier and tracking number before an order becomes shipped. */
  asksTracking?: boolean;
  className?: string;
}

/** The status select and the archive button. Archived orders show neither; only the completed view can archive. */
export const OrderActions = ({ order, view, asksTracking = false, className, ...events }: OrderActionsProps) => {
  const { change, archive, isChanging, isArchiving } = useOrderChanges(order, events);
  const [isAsking, setIsAsking] = useState(false);
  if (order.archivedAt) return null;
  const number = orderNumberOf(order.id);
  // Only the system cancels orders, and the status of a cancelled order is final.
  const isCancelled = order.status === 'cancelled';
  return (
    <>
      <Select
        className={className}
        label={`Status of ${number}`}
        options={isCancelled ? [{ value: 'cancelled' as const, label: 'Cancelled' }] : ownerStatuses}
        value={order.status}
        disabled={lockedText(order) !== undefined}
        // `disabled` would lose the focus.
        aria-disabled={isChanging || undefined}
        onChange={(status) => (asksTracking && status === 'shipped' ? setIsAsking(true) : void change(status))}
      />
      {asksTracking && (
        <TrackingDialog order={order} isShipping open={isAsking} onClose={() => setIsAsking(false)} handlers={events} />
      )}
      {isArchivable(view, order.status) && (
        <Button
          look="quiet"
          size="small"
          busy={isArchiving}
          aria-label={`Archive order ${number}`}
          onClick={() => void archive()}
        >
          Archive
        </Button>
      )}
    </>
  );
};

/** Returns why the status cannot be set now; undefined if it can. */
export const lockedText = ({ status, squarePaymentId }: RefundableOrder): string | undefined => {
  if (status === 'cancelled') return 'This order was cancelled; its status can no longer be changed.';
  if (squarePaymentId === null)
    return 'The payment of this order is not confirmed yet; its status can be changed after that.';
  return undefined;
};

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

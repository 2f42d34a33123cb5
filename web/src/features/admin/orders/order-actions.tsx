import type { RefundableOrder } from '@geodes/contracts';
import { Button } from '../../../ui/button.js';
import { Select } from '../../../ui/select.js';
import { orderNumberOf } from '../../orders/order-status.js';
import { useOrderChanges, type OrderChangeHandlers } from './order-changes.js';
import { isArchivable, ownerStatuses, type PanelView } from './order-views.js';

interface OrderActionsProps extends OrderChangeHandlers {
  order: RefundableOrder;
  view: PanelView;
  className?: string;
}

/** The status select, hidden in the archive, and archiving, offered among the completed only. */
export const OrderActions = ({ order, view, className, ...events }: OrderActionsProps) => {
  const { change, putAway, isChanging, isArchiving } = useOrderChanges(order, events);
  if (view === 'archive' || order.archivedAt) return null;
  const number = orderNumberOf(order.id);
  // The system alone cancels; a cancelled order shows what it is and stays so.
  const isCancelled = order.status === 'cancelled';
  return (
    <>
      <Select
        className={className}
        label={`Status of ${number}`}
        options={isCancelled ? [{ value: 'cancelled' as const, label: 'Cancelled' }] : ownerStatuses}
        value={order.status}
        disabled={lockedText(order) !== undefined}
        // it keeps the focus while it waits
        aria-disabled={isChanging || undefined}
        onChange={(status) => void change(status)}
      />
      {isArchivable(view, order.status) && (
        <Button
          look="quiet"
          size="small"
          busy={isArchiving}
          aria-label={`Archive order ${number}`}
          onClick={() => void putAway()}
        >
          Archive
        </Button>
      )}
    </>
  );
};

/** Why the status cannot be set now; undefined where it can. */
export const lockedText = ({ status, squarePaymentId }: RefundableOrder): string | undefined => {
  if (status === 'cancelled') return 'This order was cancelled; its status can no longer be changed.';
  if (squarePaymentId === null)
    return 'The payment of this order is not confirmed yet; its status can be changed after that.';
  return undefined;
};

import type { RefundableOrder, OrderStatus } from '@geodes/contracts';
import { messageOf, type ApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { Button } from '../../../ui/button.js';
import { Select } from '../../../ui/select.js';
import { orderNumberOf, statusDisplay } from '../../orders/order-status.js';
import { isArchivable, ownerStatuses, type PanelView } from './order-views.js';
import { useChangeOrderMutation } from './orders.api.js';

interface OrderActionsProps extends OrderChangeHandlers {
  order: RefundableOrder;
  view: PanelView;
  className?: string;
}

/** The status select and the archive button. The archive shows neither; only the completed view can archive. */
export const OrderActions = ({ order, view, className, ...events }: OrderActionsProps) => {
  const { change, archive, isChanging, isArchiving } = useOrderChanges(order, events);
  if (view === 'archive' || order.archivedAt) return null;
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
        onChange={(status) => void change(status)}
      />
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

const TRY_AGAIN = 'Please try again.';

/** Returns the server's message if the order changed meanwhile, because a retry would fail again. */
const failureText = (error: unknown): string =>
  (error as ApiError).status === 409 ? messageOf(error, TRY_AGAIN) : TRY_AGAIN;

export interface OrderChangeHandlers {
  /** Receives the changed order. */
  onChanged?: (order: RefundableOrder) => void;
  /** Called when the order changed elsewhere. */
  onConflict?: (id: string) => void;
}

/** Changes the status of an order or archives it, and reports the outcome. */
const useOrderChanges = ({ id }: RefundableOrder, { onChanged, onConflict }: OrderChangeHandlers = {}) => {
  const dispatch = useAppDispatch();
  const [setStatus, { isLoading: isChanging }] = useChangeOrderMutation();
  const [archiveOrder, { isLoading: isArchiving }] = useChangeOrderMutation();

  const report = (
    { data, error }: { data?: RefundableOrder; error?: unknown },
    failure: string,
    success: { title: string; text: string },
  ) => {
    dispatch(notified(error ? { title: failure, text: failureText(error), tone: 'bad' } : success));
    if (data) onChanged?.(data);
    if ((error as ApiError | undefined)?.status === 409) onConflict?.(id);
  };
  return {
    isChanging,
    isArchiving,
    change: async (status: OrderStatus) => {
      if (status === 'cancelled' || isChanging) return;
      report(await setStatus({ id, change: 'status', body: { status } }), 'Failed to update order status', {
        title: 'Order status updated',
        text: `${orderNumberOf(id)}: ${statusDisplay(status).label}`,
      });
    },
    archive: async () =>
      report(await archiveOrder({ id, change: 'archive' }), 'Failed to archive order', {
        title: 'Order archived',
        text: orderNumberOf(id),
      }),
  };
};

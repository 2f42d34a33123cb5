import type { OrderStatus, RefundableOrder, Tracking } from '@geodes/contracts';
import { messageOf, type ApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { orderNumberOf, statusDisplay } from '../../orders/order-status.js';
import { useChangeOrderMutation } from './orders.api.js';

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
export const useOrderChanges = (
  { id, status: now }: RefundableOrder,
  { onChanged, onConflict }: OrderChangeHandlers,
) => {
  const dispatch = useAppDispatch();
  const [setStatus, { isLoading: isChanging }] = useChangeOrderMutation();
  const [archiveOrder, { isLoading: isArchiving }] = useChangeOrderMutation();

  const report = (
    { data, error }: { data?: RefundableOrder; error?: unknown },
    failure: string,
    success: { title: string; text: string },
  ): boolean => {
    dispatch(notified(error ? { title: failure, text: failureText(error), tone: 'bad' } : success));
    if (data) onChanged?.(data);
    if ((error as ApiError | undefined)?.status === 409) onConflict?.(id);
    return !error;
  };
  return {
    isChanging,
    isArchiving,
    /** Resolves to whether it was stored. */
    change: async (status: OrderStatus, tracking: Tracking = {}): Promise<boolean> => {
      if (status === 'cancelled' || isChanging) return false;
      const number = orderNumberOf(id);
      // A change of the tracking alone must not undo a status that was set elsewhere.
      const expected = status === now ? { expectedStatus: now } : {};
      return report(
        await setStatus({ id, change: 'status', body: { status, ...tracking, ...expected } }),
        'Failed to update order status',
        status === now
          ? { title: 'Tracking updated', text: number }
          : { title: 'Order status updated', text: `${number}: ${statusDisplay(status).label}` },
      );
    },
    archive: async (): Promise<boolean> =>
      report(await archiveOrder({ id, change: 'archive' }), 'Failed to archive order', {
        title: 'Order archived',
        text: orderNumberOf(id),
      }),
  };
};

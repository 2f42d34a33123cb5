import type { OrderStatus, RefundableOrder } from '@geodes/contracts';
import { messageOf, type ApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { orderNumberOf, statusDisplay } from '../../orders/order-status.js';
import { useArchiveOrderMutation, useSetOrderStatusMutation } from './orders.api.js';

const AGAIN = 'Please try again.';

/** Where the order has changed meanwhile, the server says how; trying again would not help. */
const reason = (error: unknown): string => ((error as ApiError).status === 409 ? messageOf(error, AGAIN) : AGAIN);

export interface OrderChangeHandlers {
  /** The whole order as it now is. */
  onChanged?: (order: RefundableOrder) => void;
  /** It is not what this browser takes it for. */
  onConflict?: (id: string) => void;
}

/** What the owner does with an order, and what is said of it. */
export const useOrderChanges = ({ id }: RefundableOrder, { onChanged, onConflict }: OrderChangeHandlers = {}) => {
  const dispatch = useAppDispatch();
  const [setStatus, { isLoading: isChanging }] = useSetOrderStatusMutation();
  const [archive, { isLoading: isArchiving }] = useArchiveOrderMutation();

  const told = (
    { data, error }: { data?: RefundableOrder; error?: unknown },
    failure: string,
    success: { title: string; text: string },
  ) => {
    dispatch(notified(error ? { title: failure, text: reason(error), tone: 'bad' } : success));
    if (data) onChanged?.(data);
    if ((error as ApiError | undefined)?.status === 409) onConflict?.(id);
  };
  return {
    isChanging,
    isArchiving,
    change: async (status: OrderStatus) => {
      if (status === 'cancelled' || isChanging) return;
      told(await setStatus({ id, status }), 'Failed to update order status', {
        title: 'Order status updated',
        text: `${orderNumberOf(id)}: ${statusDisplay(status).label}`,
      });
    },
    putAway: async () =>
      told(await archive(id), 'Failed to archive order', { title: 'Order archived', text: orderNumberOf(id) }),
  };
};

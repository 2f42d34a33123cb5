import type {
  OrderStatusBody,
  RefundableOrder,
  RefundableOrderPage,
  Shipment,
  ShipmentResult,
  OrderStatus,
  Tracking,
} from '@geodes/contracts';
import { api } from '../../../app/api.js';
import { messageOf, type ApiError } from '../../../app/api-error.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { notified } from '../../../app/notices.slice.js';
import { orderNumberOf, statusDisplay } from '../../orders/order-status.js';

export const LIST_TAGS = [{ type: 'AdminOrder' as const, id: 'LIST' }];

/** Short, because orders arrive while the owner is in another tab. */
const KEEP_UNUSED_S = 60;

/** The server's limit for its longest list. */
export const SHIP_TIMEOUT_MS = 35_000;

interface OrderChange {
  id: string;
  change: 'status' | 'archive';
  body?: OrderStatusBody;
}

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is a path of `ordersPath`. */
    getOrders: build.query<RefundableOrderPage, string>({
      query: (path) => ({ url: `/admin/orders${path}` }),
      providesTags: LIST_TAGS,
      keepUnusedDataFor: KEEP_UNUSED_S,
    }),
    /** Sends one of the owner's changes. Refetches the lists, also after a conflict with another change. */
    changeOrder: build.mutation<RefundableOrder, OrderChange>({
      query: ({ id, change, body }) => ({
        url: `/admin/orders/${encodeURIComponent(id)}/${change}`,
        method: 'PUT',
        body,
      }),
      invalidatesTags: (_order, error) => (!error || error.status === 409 ? LIST_TAGS : []),
    }),
    /** Marks orders as shipped, each for itself. Refetches the lists also after a failure, which may be partial. */
    shipOrders: build.mutation<{ results: ShipmentResult[] }, Shipment[]>({
      query: (shipments) => ({
        url: '/admin/orders/ship',
        method: 'POST',
        body: { shipments },
        timeout: SHIP_TIMEOUT_MS,
      }),
      invalidatesTags: LIST_TAGS,
    }),
  }),
});

export const { getOrders } = ordersApi.endpoints;
export const { useGetOrdersQuery, useChangeOrderMutation, useShipOrdersMutation } = ordersApi;

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
  const [setStatus, { isLoading: isChanging, error: failure }] = useChangeOrderMutation();
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
    /** The error of the last change of status or tracking, if it failed. */
    failure,
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

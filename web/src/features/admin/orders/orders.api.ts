import type {
  OrderStatusBody,
  RefundableOrder,
  RefundableOrderPage,
  Shipment,
  ShipmentResult,
} from '@geodes/contracts';
import { api } from '../../../app/api.js';

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

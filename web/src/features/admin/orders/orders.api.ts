import type { OwnerStatus, RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { api } from '../../../app/api.js';
import type { ApiError } from '../../../app/api-error.js';

const LIST_TAGS = [{ type: 'AdminOrder' as const, id: 'LIST' }];

/** Short, because orders arrive while the owner is in another tab. */
const KEEP_UNUSED_S = 60;

/** Refetches the lists after a change, and after a conflict with another change. */
const tagsAfterChange = (_order: unknown, error: ApiError | undefined) =>
  !error || error.status === 409 ? LIST_TAGS : [];

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the query string of `ordersQuery`. */
    getOrders: build.query<RefundableOrderPage, string>({
      query: (query) => ({ url: `/admin/orders?${query}` }),
      providesTags: LIST_TAGS,
      keepUnusedDataFor: KEEP_UNUSED_S,
    }),
    getArchivedOrders: build.query<RefundableOrderPage, string>({
      query: (query) => ({ url: `/admin/orders/archived?${query}` }),
      providesTags: LIST_TAGS,
      keepUnusedDataFor: KEEP_UNUSED_S,
    }),
    setOrderStatus: build.mutation<RefundableOrder, { id: string; status: OwnerStatus }>({
      query: ({ id, status }) => ({
        url: `/admin/orders/${encodeURIComponent(id)}/status`,
        method: 'PUT',
        body: { status },
      }),
      invalidatesTags: tagsAfterChange,
    }),
    archiveOrder: build.mutation<RefundableOrder, string>({
      query: (id) => ({ url: `/admin/orders/${encodeURIComponent(id)}/archive`, method: 'PUT' }),
      invalidatesTags: tagsAfterChange,
    }),
  }),
});

export const { getOrders } = ordersApi.endpoints;
export const { useGetOrdersQuery, useGetArchivedOrdersQuery, useSetOrderStatusMutation, useArchiveOrderMutation } =
  ordersApi;

import type { OwnerStatus, RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { api } from '../../../app/api.js';
import type { ApiError } from '../../../app/api-error.js';

const LIST_TAGS = [{ type: 'AdminOrder' as const, id: 'LIST' }];

/** A list that nobody looks at is soon asked for again: orders come while the owner is elsewhere. Seconds. */
const KEEP_UNUSED_S = 60;

/** Changed by us, or found to have changed meanwhile: either way the lists are read again. */
const tagsAfterChange = (_order: unknown, error: ApiError | undefined) =>
  !error || error.status === 409 ? LIST_TAGS : [];

const ordersApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** The argument is the query, as `ordersQuery` writes it. */
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

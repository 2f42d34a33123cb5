import type { AdminOrder, Authenticated, Geode, OwnerStatus } from '@geodes/contracts';
import { api } from '../../app/api.js';

const geodeChanged = (id: string) => [
  { type: 'AdminGeode' as const, id: 'LIST' },
  { type: 'Geode' as const, id: 'LIST' },
  { type: 'Geode' as const, id },
  { type: 'Featured' as const, id: 'LIST' },
];
const ordersChanged = () => [{ type: 'AdminOrder' as const, id: 'LIST' }];

const adminApi = api.injectEndpoints({
  endpoints: (build) => ({
    logIn: build.mutation<Authenticated, string>({
      query: (pin) => ({ url: '/admin/login', method: 'POST', body: { pin } }),
    }),
    verifySession: build.mutation<Authenticated, void>({ query: () => ({ url: '/admin/verify', method: 'POST' }) }),
    logOut: build.mutation<unknown, void>({ query: () => ({ url: '/admin/logout', method: 'POST' }) }),

    getInventory: build.query<Geode[], void>({
      query: () => ({ url: '/admin/geodes' }),
      providesTags: [{ type: 'AdminGeode', id: 'LIST' }],
    }),
    setFeatured: build.mutation<Geode, { id: string; isFeatured: boolean }>({
      query: ({ id, isFeatured }) => ({
        url: `/admin/geodes/${encodeURIComponent(id)}/featured`,
        method: 'PATCH',
        body: { isFeatured },
      }),
      invalidatesTags: (_geode, error, { id }) => (error ? [] : geodeChanged(id)),
    }),
    deleteGeode: build.mutation<null, string>({
      query: (id) => ({ url: `/admin/geodes/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: (_reply, error, id) => (error ? [] : geodeChanged(id)),
    }),

    getOrders: build.query<AdminOrder[], void>({
      query: () => ({ url: '/admin/orders' }),
      providesTags: [{ type: 'AdminOrder', id: 'LIST' }],
    }),
    getArchivedOrders: build.query<AdminOrder[], void>({
      query: () => ({ url: '/admin/orders/archived' }),
      providesTags: [{ type: 'AdminOrder', id: 'LIST' }],
    }),
    setOrderStatus: build.mutation<AdminOrder, { id: string; status: OwnerStatus }>({
      query: ({ id, status }) => ({
        url: `/admin/orders/${encodeURIComponent(id)}/status`,
        method: 'PUT',
        body: { status },
      }),
      invalidatesTags: (_order, error) => (error ? [] : ordersChanged()),
    }),
    archiveOrder: build.mutation<AdminOrder, string>({
      query: (id) => ({ url: `/admin/orders/${encodeURIComponent(id)}/archive`, method: 'PUT' }),
      invalidatesTags: (_order, error) => (error ? [] : ordersChanged()),
    }),
  }),
});

export const {
  useLogInMutation,
  useVerifySessionMutation,
  useLogOutMutation,
  useGetInventoryQuery,
  useSetFeaturedMutation,
  useDeleteGeodeMutation,
  useGetOrdersQuery,
  useGetArchivedOrdersQuery,
  useSetOrderStatusMutation,
  useArchiveOrderMutation,
} = adminApi;

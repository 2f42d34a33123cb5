import type {
  Authenticated,
  OwnerStatus,
  PaymentDifference,
  PaymentDifferences,
  Reconciliation,
  RefundableOrder,
} from '@geodes/contracts';
import { api } from '../../app/api.js';

const ordersChanged = () => [{ type: 'AdminOrder' as const, id: 'LIST' }];

/** The gateway gives a check up after 30 s. */
const CHECK_TIMEOUT = 35_000;

const adminApi = api.enhanceEndpoints({ addTagTypes: ['Difference'] }).injectEndpoints({
  endpoints: (build) => ({
    logIn: build.mutation<Authenticated, string>({
      query: (pin) => ({ url: '/admin/login', method: 'POST', body: { pin } }),
    }),
    verifySession: build.mutation<Authenticated, void>({ query: () => ({ url: '/admin/verify', method: 'POST' }) }),
    logOut: build.mutation<unknown, void>({ query: () => ({ url: '/admin/logout', method: 'POST' }) }),

    getOrders: build.query<RefundableOrder[], void>({
      query: () => ({ url: '/admin/orders' }),
      providesTags: [{ type: 'AdminOrder', id: 'LIST' }],
    }),
    getArchivedOrders: build.query<RefundableOrder[], void>({
      query: () => ({ url: '/admin/orders/archived' }),
      providesTags: [{ type: 'AdminOrder', id: 'LIST' }],
    }),
    setOrderStatus: build.mutation<RefundableOrder, { id: string; status: OwnerStatus }>({
      query: ({ id, status }) => ({
        url: `/admin/orders/${encodeURIComponent(id)}/status`,
        method: 'PUT',
        body: { status },
      }),
      invalidatesTags: (_order, error) => (error ? [] : ordersChanged()),
    }),
    archiveOrder: build.mutation<RefundableOrder, string>({
      query: (id) => ({ url: `/admin/orders/${encodeURIComponent(id)}/archive`, method: 'PUT' }),
      invalidatesTags: (_order, error) => (error ? [] : ordersChanged()),
    }),

    getDifferences: build.query<PaymentDifferences, void>({
      query: () => ({ url: '/admin/reconciliation' }),
      providesTags: ['Difference'],
    }),
    checkWithSquare: build.mutation<Reconciliation, void>({
      query: () => ({ url: '/admin/reconciliation', method: 'POST', timeout: CHECK_TIMEOUT }),
      // what was found may be refunds of orders, too
      invalidatesTags: ['Difference', ...ordersChanged()],
    }),
    seeDifference: build.mutation<PaymentDifference, string>({
      query: (id) => ({ url: `/admin/reconciliation/${encodeURIComponent(id)}/seen`, method: 'POST' }),
      invalidatesTags: ['Difference'],
    }),
  }),
});

export const {
  useLogInMutation,
  useVerifySessionMutation,
  useLogOutMutation,
  useGetOrdersQuery,
  useGetArchivedOrdersQuery,
  useSetOrderStatusMutation,
  useArchiveOrderMutation,
  useGetDifferencesQuery,
  useCheckWithSquareMutation,
  useSeeDifferenceMutation,
} = adminApi;

import type { Authenticated, PaymentDifference, PaymentDifferences, Reconciliation } from '@geodes/contracts';
import { api } from '../../../app/api.js';

const ordersChanged = () => [{ type: 'AdminOrder' as const, id: 'LIST' }];

/** While PINs are guessed the gateway holds each attempt back, for 25 s at the longest. */
const LOGIN_TIMEOUT_MS = 40_000;
/** The gateway gives a check up after 30 s. */
const CHECK_TIMEOUT_MS = 35_000;

const adminApi = api.enhanceEndpoints({ addTagTypes: ['Difference'] }).injectEndpoints({
  endpoints: (build) => ({
    logIn: build.mutation<Authenticated, string>({
      query: (pin) => ({ url: '/admin/login', method: 'POST', body: { pin }, timeout: LOGIN_TIMEOUT_MS }),
    }),
    verifySession: build.mutation<Authenticated, void>({ query: () => ({ url: '/admin/verify', method: 'POST' }) }),
    logOut: build.mutation<unknown, void>({ query: () => ({ url: '/admin/logout', method: 'POST' }) }),

    getDifferences: build.query<PaymentDifferences, void>({
      query: () => ({ url: '/admin/reconciliation' }),
      providesTags: ['Difference'],
    }),
    checkWithSquare: build.mutation<Reconciliation, void>({
      query: () => ({ url: '/admin/reconciliation', method: 'POST', timeout: CHECK_TIMEOUT_MS }),
      // what was found may be refunds of orders, too
      invalidatesTags: ['Difference', ...ordersChanged()],
    }),
    seeDifference: build.mutation<PaymentDifference, string>({
      query: (id) => ({ url: `/admin/reconciliation/${encodeURIComponent(id)}/seen`, method: 'POST' }),
      invalidatesTags: ['Difference'],
    }),
  }),
});

export const { endpoints: sessionEndpoints } = adminApi;
export const {
  useLogInMutation,
  useVerifySessionMutation,
  useLogOutMutation,
  useGetDifferencesQuery,
  useCheckWithSquareMutation,
  useSeeDifferenceMutation,
} = adminApi;

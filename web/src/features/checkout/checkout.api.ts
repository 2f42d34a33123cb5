import type { FirstTime, PlacedOrder } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { Attempt } from './checkout-attempt.js';

/** The gateway repeats a lost command for up to 30 s before it says 202. */
const CHECKOUT_TIMEOUT = 45_000;

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkFirstTime: build.query<FirstTime, string>({
      query: (email) => ({ url: `/orders/check-first-time?email=${encodeURIComponent(email)}` }),
    }),
    createOrder: build.mutation<{ status: number; order: PlacedOrder }, Pick<Attempt, 'key' | 'body'>>({
      query: ({ key, body }) => ({
        url: '/orders/square',
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body,
        timeout: CHECKOUT_TIMEOUT,
      }),
      transformResponse: (order: PlacedOrder, meta) => ({ status: meta?.status ?? 0, order }),
    }),
  }),
});

export const { checkFirstTime, createOrder } = checkoutApi.endpoints;

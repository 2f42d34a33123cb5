import type { FirstTime, PlacedOrder } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { Attempt } from './checkout-attempt.js';
import { logFailure } from '../../app/log.js';
import type { AppThunk } from '../../app/store.js';
import { customerKnown } from '../cart/cart.slice.js';

/** The gateway retries a lost command for up to 30 s before it responds 202. */
const CHECKOUT_TIMEOUT = 45_000;

/** `challenge` is a solved one, if the browser has one. It is not stored with the attempt, because it expires. */
type SentOrder = Pick<Attempt, 'key' | 'body'> & { challenge?: string | undefined };

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkFirstTime: build.query<FirstTime, string>({
      query: (email) => ({ url: `/orders/check-first-time?email=${encodeURIComponent(email)}` }),
    }),
    createOrder: build.mutation<{ status: number; order: PlacedOrder }, SentOrder>({
      query: ({ key, body, challenge }) => ({
        url: '/orders/square',
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: { ...body, challenge },
        timeout: CHECKOUT_TIMEOUT,
      }),
      transformResponse: (order: PlacedOrder, meta) => ({ status: meta?.status ?? 0, order }),
    }),
  }),
});

export const { checkFirstTime, createOrder } = checkoutApi.endpoints;

let latest = '';

/** Checks whether the buyer is new, once the email contains @. If the check fails, there is no discount. */
export const refreshFirstTimeFlag =
  (typed: string): AppThunk<Promise<void>> =>
  async (dispatch) => {
    const email = typed.trim();
    latest = email;
    if (!email.includes('@')) {
      dispatch(customerKnown({ email, isFirstTime: false }));
      return;
    }
    const { data, error } = await dispatch(checkFirstTime.initiate(email, { subscribe: false, forceRefetch: true }));
    if (error) logFailure('The first-time check failed', error);
    if (latest === email) dispatch(customerKnown({ email, isFirstTime: data?.isFirstTime === true }));
  };

import type { FirstTime, Hold, HoldBody, PlacedOrder } from '@geodes/contracts';
import { api, sendOnce, type ReplyMeta } from '../../app/api.js';
import type { ApiError } from '../../app/api-error.js';
import { solveAhead, withChallenge } from '../challenge/needed-challenge.js';
import type { Attempt } from './checkout-attempt.js';
import { logFailure } from '../../app/log.js';
import type { AppThunk } from '../../app/store.js';
import { customerKnown } from '../cart/cart.slice.js';

/** The gateway retries a lost command for up to 30 s before it responds 202. */
const CHECKOUT_TIMEOUT_MS = 45_000;

type OrderResponse = { status: number; order: PlacedOrder; error?: undefined } | { error: ApiError };

/** Smaller clock differences are ignored: the Date header counts whole seconds. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Converts the end of a hold to this browser's clock, which may be fast or slow. */
const toLocalClock = (hold: Hold, meta: ReplyMeta | undefined): Hold => {
  const serverTime = Date.parse(meta?.date ?? '');
  const offset = Date.now() - serverTime;
  if (Number.isNaN(serverTime) || Math.abs(offset) < CLOCK_TOLERANCE_MS) return hold;
  return { ...hold, expiresAt: new Date(Date.parse(hold.expiresAt) + offset).toISOString() };
};

const checkoutApi = api.injectEndpoints({
  endpoints: (build) => ({
    checkFirstTime: build.query<FirstTime, string>({
      query: (email) => ({ url: `/orders/check-first-time?email=${encodeURIComponent(email)}` }),
    }),
    takeHold: build.mutation<Hold, HoldBody>({
      query: (body) => ({ url: '/holds', method: 'POST', body }),
      transformResponse: toLocalClock,
    }),
    /** Null if the browser has no hold. */
    currentHold: build.mutation<Hold | null, void>({
      query: () => ({ url: '/holds/current' }),
      transformResponse: (hold: Hold | null, meta) => hold && toLocalClock(hold, meta),
    }),
    endHold: build.mutation<null, string>({
      query: (holdId) => ({ url: `/holds/${encodeURIComponent(holdId)}`, method: 'DELETE' }),
    }),
  }),
});

const { checkFirstTime } = checkoutApi.endpoints;
export const { takeHold, currentHold, endHold } = checkoutApi.endpoints;

/**
 * Checks whether the buyer is new, once the email contains @. If the check fails, there is no discount. A response for
 * an email that the form no longer has is ignored; a purchase clears the form.
 */
export const refreshFirstTimeFlag =
  (typed: string): AppThunk<Promise<void>> =>
  async (dispatch, getState) => {
    const email = typed.trim();
    if (!email.includes('@')) {
      dispatch(customerKnown({ email, isFirstTime: false }));
      return;
    }
    const { data, error } = await dispatch(checkFirstTime.initiate(email, { subscribe: false, forceRefetch: true }));
    if (error) logFailure('The first-time check failed', error);
    if (getState().checkout.buyer.email.trim() !== email) return;
    dispatch(customerKnown({ email, isFirstTime: data?.isFirstTime === true }));
  };

/** The solution made while the buyer types another card. */
let prepared: Promise<string | undefined> | undefined;

/** Solves a challenge in case the next order needs one, so that the buyer does not wait for it. */
export const prepareChallenge = (): AppThunk => (dispatch) => {
  prepared = dispatch(solveAhead());
};

/**
 * Not a mutation, because an order may take half a minute: until every mutation under way has ended, the site refetches
 * nothing that was edited meanwhile. `challenge` is a solved one; the attempt does not store it, because it expires.
 */
const createOrder = async ({ key, body }: Attempt, challenge: string | undefined): Promise<OrderResponse> => {
  const response = await sendOnce({
    url: '/orders/square',
    method: 'POST',
    headers: { 'Idempotency-Key': key },
    body: { ...body, challenge },
    timeout: CHECKOUT_TIMEOUT_MS,
  });
  if ('error' in response) return { error: response.error };
  return { status: response.meta.status, order: response.data as PlacedOrder };
};

/** Sends an attempt, again with its key if the shop needs a solved challenge. */
export const sendOrder = async (attempt: Attempt): Promise<OrderResponse> => {
  const challenge = await prepared;
  prepared = undefined;
  return withChallenge((solution) => createOrder(attempt, solution), challenge);
};

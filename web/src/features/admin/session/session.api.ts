import type { Authenticated, LoginBody } from '@geodes/contracts';
import type { ApiError } from '../../../app/api-error.js';
import { api } from '../../../app/api.js';

/** The gateway delays each attempt by up to 25 s while somebody guesses PINs. */
export const LOGIN_TIMEOUT_MS = 40_000;

const sessionApi = api.injectEndpoints({
  endpoints: (build) => ({
    logIn: build.mutation<Authenticated, LoginBody>({
      query: (body) => ({ url: '/admin/login', method: 'POST', body, timeout: LOGIN_TIMEOUT_MS }),
    }),
    verifySession: build.mutation<Authenticated, void>({ query: () => ({ url: '/admin/verify', method: 'POST' }) }),
    provePin: build.mutation<Authenticated, string>({
      query: (pin) => ({ url: '/admin/verify', method: 'POST', body: { pin }, timeout: LOGIN_TIMEOUT_MS }),
    }),
    logOut: build.mutation<unknown, void>({ query: () => ({ url: '/admin/logout', method: 'POST' }) }),
  }),
});

export const { endpoints: sessionEndpoints } = sessionApi;
export const { useLogInMutation, useVerifySessionMutation, useProvePinMutation, useLogOutMutation } = sessionApi;

export const PIN_LENGTH = 9;

/** Removes everything but digits, and cuts the PIN to nine. */
export const toPin = (typed: string): string => typed.replace(/\D/g, '').slice(0, PIN_LENGTH);

/** Returns the text for a failed log-in. */
export const loginFailureText = ({ status, message }: ApiError): string =>
  status === 0 ? 'Connection error. Please try again.' : (message ?? 'Invalid PIN. Please try again.');

/**
 * Returns the headers of reads that the panel also repeats after live events. Without recent user input, the header keeps the
 * gateway from extending the session. Firefox has `userActivation` since 120; in older ones each read extends it.
 */
export const backgroundHeaders = (): Record<string, string> => {
  const { userActivation } = navigator as Partial<Navigator>;
  return !userActivation || userActivation.isActive ? {} : { 'X-Background-Request': 'true' };
};

import type { Authenticated, LoginBody } from '@geodes/contracts';
import { api } from '../../../app/api.js';

/** The gateway delays each attempt by up to 25 s while somebody guesses PINs. */
const LOGIN_TIMEOUT_MS = 40_000;

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

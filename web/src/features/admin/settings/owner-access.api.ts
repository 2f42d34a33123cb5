import type { PasskeyView } from '@geodes/contracts';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { api } from '../../../app/api.js';

/** The gateway delays a PIN check while somebody guesses PINs. */
const PIN_TIMEOUT_MS = 40_000;

const ownerAccessApi = api.enhanceEndpoints({ addTagTypes: ['Session', 'Passkey'] }).injectEndpoints({
  endpoints: (build) => ({
    changePin: build.mutation<null, { pin: string; newPin: string }>({
      query: (body) => ({ url: '/admin/pin', method: 'POST', body, timeout: PIN_TIMEOUT_MS }),
      invalidatesTags: ['Session'],
    }),

    getPasskeys: build.query<PasskeyView[], void>({
      query: () => ({ url: '/admin/passkeys' }),
      providesTags: ['Passkey'],
    }),
    getPasskeyOptions: build.mutation<PublicKeyCredentialCreationOptionsJSON, void>({
      query: () => ({ url: '/admin/passkeys/options', method: 'POST' }),
    }),
    addPasskey: build.mutation<PasskeyView, RegistrationResponseJSON>({
      query: (response) => ({ url: '/admin/passkeys', method: 'POST', body: { response } }),
      invalidatesTags: ['Passkey'],
    }),
    renamePasskey: build.mutation<PasskeyView, { id: string; name: string }>({
      query: ({ id, name }) => ({ url: `/admin/passkeys/${encodeURIComponent(id)}`, method: 'PATCH', body: { name } }),
      // Also after an error, because the list was out of date.
      invalidatesTags: ['Passkey'],
    }),
    removePasskey: build.mutation<null, string>({
      query: (id) => ({ url: `/admin/passkeys/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: ['Passkey'],
    }),
  }),
});

export const {
  useChangePinMutation,
  useGetPasskeysQuery,
  useGetPasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = ownerAccessApi;

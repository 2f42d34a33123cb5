import type {
  AdminSession,
  LetterList,
  OrderEventList,
  OrderEventView,
  PasskeyView,
  ShopHealth,
} from '@geodes/contracts';
import type { PublicKeyCredentialCreationOptionsJSON, RegistrationResponseJSON } from '@simplewebauthn/browser';
import { api } from '../../../app/api.js';
import { LOGIN_TIMEOUT_MS } from '../session/session.api.js';

/** The gateway waits 4 s for each component. */
const HEALTH_TIMEOUT_MS = 8_000;

const settingsApi = api
  .enhanceEndpoints({ addTagTypes: ['Session', 'Passkey', 'FailedEvent', 'Letter'] })
  .injectEndpoints({
    endpoints: (build) => ({
      getShopHealth: build.query<ShopHealth, void>({
        query: () => ({ url: '/admin/health', timeout: HEALTH_TIMEOUT_MS }),
      }),

      getFailedEvents: build.query<OrderEventList, void>({
        query: () => ({ url: '/admin/failed-events' }),
        providesTags: ['FailedEvent'],
      }),
      dropEvent: build.mutation<OrderEventView, { id: string; reason: string }>({
        query: ({ id, reason }) => ({
          url: `/admin/failed-events/${encodeURIComponent(id)}/drop`,
          method: 'POST',
          body: { reason },
        }),
        invalidatesTags: ['FailedEvent'],
      }),

      getLetters: build.query<LetterList, void>({
        query: () => ({ url: '/admin/letters' }),
        providesTags: ['Letter'],
      }),

      /** Retries one of a list, or all. */
      retry: build.mutation<unknown, { list: 'failed-events' | 'letters'; id?: string }>({
        query: ({ list, id }) => ({
          url: `/admin/${list}${id ? `/${encodeURIComponent(id)}` : ''}/retry`,
          method: 'POST',
        }),
        // Also after an error, because the list was out of date.
        invalidatesTags: (_reply, _error, { list }) => [list === 'letters' ? 'Letter' : 'FailedEvent'],
      }),

      getSessions: build.query<AdminSession[], void>({
        query: () => ({ url: '/admin/sessions' }),
        providesTags: ['Session'],
      }),
      endSession: build.mutation<null, string>({
        query: (id) => ({ url: `/admin/sessions/${encodeURIComponent(id)}`, method: 'DELETE' }),
        // Also after an error, because the list was out of date.
        invalidatesTags: ['Session'],
      }),
      endOtherSessions: build.mutation<null, void>({
        query: () => ({ url: '/admin/sessions', method: 'DELETE' }),
        invalidatesTags: ['Session'],
      }),

      changePin: build.mutation<null, { pin: string; newPin: string }>({
        query: (body) => ({ url: '/admin/pin', method: 'POST', body, timeout: LOGIN_TIMEOUT_MS }),
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
        query: ({ id, name }) => ({
          url: `/admin/passkeys/${encodeURIComponent(id)}`,
          method: 'PATCH',
          body: { name },
        }),
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
  useGetShopHealthQuery,
  useGetFailedEventsQuery,
  useDropEventMutation,
  useGetLettersQuery,
  useRetryMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
  useChangePinMutation,
  useGetPasskeysQuery,
  useGetPasskeyOptionsMutation,
  useAddPasskeyMutation,
  useRenamePasskeyMutation,
  useRemovePasskeyMutation,
} = settingsApi;

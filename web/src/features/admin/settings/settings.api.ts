import type { AdminSession, LetterList, OrderEventList, OrderEventView, ShopHealth } from '@geodes/contracts';
import { api } from '../../../app/api.js';

/** The gateway waits 4 s for each component. */
const HEALTH_TIMEOUT_MS = 8_000;

const settingsApi = api.enhanceEndpoints({ addTagTypes: ['Session', 'FailedEvent', 'Letter'] }).injectEndpoints({
  endpoints: (build) => ({
    getShopHealth: build.query<ShopHealth, void>({
      query: () => ({ url: '/admin/health', timeout: HEALTH_TIMEOUT_MS }),
    }),

    getFailedEvents: build.query<OrderEventList, void>({
      query: () => ({ url: '/admin/failed-events' }),
      providesTags: ['FailedEvent'],
    }),
    retryEvent: build.mutation<OrderEventView, string>({
      query: (id) => ({ url: `/admin/failed-events/${encodeURIComponent(id)}/retry`, method: 'POST' }),
      invalidatesTags: ['FailedEvent'],
    }),
    retryAllEvents: build.mutation<{ retried: number }, void>({
      query: () => ({ url: '/admin/failed-events/retry', method: 'POST' }),
      invalidatesTags: ['FailedEvent'],
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
    retryLetter: build.mutation<{ retried: number }, string>({
      query: (id) => ({ url: `/admin/letters/${encodeURIComponent(id)}/retry`, method: 'POST' }),
      // Also after an error, because the list was out of date.
      invalidatesTags: ['Letter'],
    }),
    retryAllLetters: build.mutation<{ retried: number }, void>({
      query: () => ({ url: '/admin/letters/retry', method: 'POST' }),
      invalidatesTags: ['Letter'],
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
  }),
});

export const {
  useGetShopHealthQuery,
  useGetFailedEventsQuery,
  useRetryEventMutation,
  useRetryAllEventsMutation,
  useDropEventMutation,
  useGetLettersQuery,
  useRetryLetterMutation,
  useRetryAllLettersMutation,
  useGetSessionsQuery,
  useEndSessionMutation,
  useEndOtherSessionsMutation,
} = settingsApi;

import type { Geode, GeodePage } from '@geodes/contracts';
import { api, type Call } from '../../app/api.js';

const LIST = 'LIST';

/** Retries of the list. */
const RETRIES = 2;

/** The argument of the list is its query string. */
export const geodeCalls = {
  list: (query: string): Call => ({ url: `/geodes?${query}` }),
  featured: (): Call => ({ url: '/geodes/featured' }),
  one: (id: string): Call => ({ url: `/geodes/${encodeURIComponent(id)}` }),
};

const geodesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the catalogue; the argument is the query string. */
    getGeodes: build.query<GeodePage, string>({
      query: geodeCalls.list,
      extraOptions: { maxRetries: RETRIES },
      providesTags: (page) => [
        { type: 'Geode', id: LIST },
        ...(page?.geodes ?? []).map(({ id }) => ({ type: 'Geode' as const, id })),
      ],
    }),
    getFeatured: build.query<Geode[], void>({
      query: geodeCalls.featured,
      providesTags: (geodes) => [
        { type: 'Featured', id: LIST },
        ...(geodes ?? []).map(({ id }) => ({ type: 'Geode' as const, id })),
      ],
    }),
    getGeode: build.query<Geode, string>({
      query: geodeCalls.one,
      providesTags: (_geode, _error, id) => [{ type: 'Geode', id }],
    }),
  }),
});

/** Tags that a purchase invalidates: every list, also the featured one. */
export const geodeLists = [
  { type: 'Geode', id: LIST },
  { type: 'Featured', id: LIST },
] as const;

export const { useGetGeodesQuery, useGetFeaturedQuery, useGetGeodeQuery, usePrefetch: usePrefetchGeodes } = geodesApi;
export const { getGeode } = geodesApi.endpoints;
/** Reads and updates the cache without a query. */
export const geodeQueries = geodesApi.util;

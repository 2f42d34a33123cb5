import type { Geode, GeodePage } from '@geodes/contracts';
import { api, type Call } from '../../app/api.js';

const LIST = 'LIST';

/** The list of geodes is tried again twice, with a pause of at most 3 s. */
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

/** What a purchase makes stale: every list, the featured one too, and the geodes themselves. */
export const geodeLists = [
  { type: 'Geode', id: LIST },
  { type: 'Featured', id: LIST },
] as const;

export const { useGetGeodesQuery, useGetFeaturedQuery, useGetGeodeQuery, usePrefetch: usePrefetchGeodes } = geodesApi;
export const { getGeode } = geodesApi.endpoints;
/** For what is known without a query. */
export const geodeQueries = geodesApi.util;

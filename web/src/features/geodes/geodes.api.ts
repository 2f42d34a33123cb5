import type { Geode, GeodePage } from '@geodes/contracts';
import { api } from '../../app/api.js';

const LIST = 'LIST';

/** The list of geodes is tried again twice, with a pause of at most 3 s. */
const RETRIES = 2;

const geodesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the catalogue; the argument is the query string. */
    getGeodes: build.query<GeodePage, string>({
      query: (query) => ({ url: `/geodes?${query}` }),
      extraOptions: { maxRetries: RETRIES },
      providesTags: (page) => [
        { type: 'Geode', id: LIST },
        ...(page?.geodes ?? []).map(({ id }) => ({ type: 'Geode' as const, id })),
      ],
    }),
    getFeatured: build.query<Geode[], void>({
      query: () => ({ url: '/geodes/featured' }),
      providesTags: (geodes) => [
        { type: 'Featured', id: LIST },
        ...(geodes ?? []).map(({ id }) => ({ type: 'Geode' as const, id })),
      ],
    }),
    getGeode: build.query<Geode, string>({
      query: (id) => ({ url: `/geodes/${encodeURIComponent(id)}` }),
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
export const { getGeodes, getFeatured, getGeode } = geodesApi.endpoints;
/** For what the shop tells live. */
export const geodeQueries = geodesApi.util;

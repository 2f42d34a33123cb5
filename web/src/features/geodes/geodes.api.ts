import type { Availability, Geode, GeodePage } from '@geodes/contracts';
import { api, type Call } from '../../app/api.js';
import type { AppThunk } from '../../app/store.js';
import { setAvailability } from './availability.js';

/** Retries of the list. */
const RETRIES = 2;

/** The argument of the list is its query string. */
export const geodeCalls = {
  list: (query: string): Call => ({ url: `/geodes?${query}` }),
  featured: (): Call => ({ url: '/geodes/featured' }),
  one: (id: string): Call => ({ url: `/geodes/${encodeURIComponent(id)}` }),
};

export const geodeTag = (id: string) => ({ type: 'Geode', id }) as const;
const listTag = geodeTag('LIST');
const featuredTag = { type: 'Featured', id: 'LIST' } as const;
/** Tags that a purchase invalidates: every list, also the featured one. */
export const geodeLists = [listTag, featuredTag];

const geodesApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** A page of the catalogue; the argument is the query string. */
    getGeodes: build.query<GeodePage, string>({
      query: geodeCalls.list,
      extraOptions: { maxRetries: RETRIES },
      providesTags: (page) => [listTag, ...(page?.geodes ?? []).map(({ id }) => geodeTag(id))],
    }),
    getFeatured: build.query<Geode[], void>({
      query: geodeCalls.featured,
      providesTags: (geodes) => [featuredTag, ...(geodes ?? []).map(({ id }) => geodeTag(id))],
    }),
    getGeode: build.query<Geode, string>({
      query: geodeCalls.one,
      providesTags: (_geode, _error, id) => [geodeTag(id)],
    }),
  }),
});

export const { useGetGeodesQuery, useGetFeaturedQuery, useGetGeodeQuery, usePrefetch: usePrefetchGeodes } = geodesApi;
export const { getGeode } = geodesApi.endpoints;

/** Updates a geode in every cached response that has it. */
const updateCached =
  (id: string, update: (geode: Geode) => void): AppThunk =>
  (dispatch, getState) => {
    const updateIn = (geodes: Geode[]) => geodes.filter((geode) => geode.id === id).forEach(update);
    const { selectCachedArgsForQuery, updateQueryData } = geodesApi.util;
    for (const query of selectCachedArgsForQuery(getState(), 'getGeodes'))
      dispatch(updateQueryData('getGeodes', query, ({ geodes }) => updateIn(geodes)));
    dispatch(updateQueryData('getFeatured', undefined, updateIn));
    dispatch(updateQueryData('getGeode', id, update));
  };

/** Ids of geodes of which this page has shown several units. */
const severalUnits = new Set<string>();

/** Shows a geode's new availability. The event does not say how many units are left: of several, they are read again. */
export const availabilityChanged =
  (id: string, availability: Availability): AppThunk =>
  (dispatch) => {
    dispatch(
      updateCached(id, (geode) => {
        if (geode.availableQuantity > 1) severalUnits.add(id);
        setAvailability(geode, availability);
      }),
    );
    if (availability === 'available' && severalUnits.has(id)) dispatch(geodesApi.util.invalidateTags([geodeTag(id)]));
  };

/** Shows a geode as held, because this browser holds its only unit. */
export const lastUnitHeld = (id: string): AppThunk =>
  updateCached(id, (geode) => {
    if (geode.availableQuantity === 1) setAvailability(geode, 'held');
  });

/** Shows an upcoming geode as on sale, because its instant has come. */
export const saleBegan = (id: string): AppThunk =>
  updateCached(id, (geode) => {
    if (geode.availability === 'upcoming') setAvailability(geode, 'available');
  });

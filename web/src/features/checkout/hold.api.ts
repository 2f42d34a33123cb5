import type { Hold, OrderLine } from '@geodes/contracts';
import { api } from '../../app/api.js';

const holdApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeHold: build.mutation<Hold, OrderLine[]>({
      query: (items) => ({ url: '/holds', method: 'POST', body: { items } }),
    }),
    /** Null where the browser has none. */
    currentHold: build.mutation<Hold | null, void>({ query: () => ({ url: '/holds/current' }) }),
    endHold: build.mutation<null, string>({
      query: (holdId) => ({ url: `/holds/${encodeURIComponent(holdId)}`, method: 'DELETE' }),
    }),
  }),
});

export const { takeHold, currentHold, endHold } = holdApi.endpoints;

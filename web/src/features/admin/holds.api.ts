import type { OpenHold, OpenHolds } from '@geodes/contracts';
import { api } from '../../app/api.js';

const holdsApi = api.enhanceEndpoints({ addTagTypes: ['Hold'] }).injectEndpoints({
  endpoints: (build) => ({
    getHolds: build.query<OpenHolds, void>({
      query: () => ({ url: '/admin/holds' }),
      providesTags: ['Hold'],
    }),
    endBuyersHold: build.mutation<null, OpenHold>({
      query: ({ holdId }) => ({ url: `/admin/holds/${encodeURIComponent(holdId)}`, method: 'DELETE' }),
      // one that could not be ended was out of date in the list; the histories of its stones have a new entry
      invalidatesTags: (_reply, _error, { geodeIds }) => [
        'Hold',
        ...geodeIds.map((id) => ({ type: 'Geode' as const, id })),
      ],
    }),
  }),
});

export const { useGetHoldsQuery, useEndBuyersHoldMutation } = holdsApi;
export const refetchHolds = () => holdsApi.util.invalidateTags(['Hold']);

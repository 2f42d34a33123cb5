import type { OpenHold, OpenHolds } from '@geodes/contracts';
import { useEffect } from 'react';
import { api } from '../../app/api.js';
import { useAppDispatch } from '../../app/hooks.js';
import { listenLiveBatches } from '../../app/live-listeners.js';

const holdsApi = api.enhanceEndpoints({ addTagTypes: ['Hold'] }).injectEndpoints({
  endpoints: (build) => ({
    getHolds: build.query<OpenHolds, void>({
      query: () => ({ url: '/admin/holds' }),
      providesTags: ['Hold'],
    }),
    endBuyersHold: build.mutation<null, OpenHold>({
      query: ({ holdId }) => ({ url: `/admin/holds/${encodeURIComponent(holdId)}`, method: 'DELETE' }),
      // Also after an error, because the list was out of date. The histories of its geodes have a new entry.
      invalidatesTags: (_reply, _error, { geodeIds }) => [
        'Hold',
        ...geodeIds.map((id) => ({ type: 'Geode' as const, id })),
      ],
    }),
  }),
});

export const { useEndBuyersHoldMutation } = holdsApi;
const refetchHolds = () => holdsApi.util.invalidateTags(['Hold']);

/** Reads the open holds, and again when a live event says that geodes were held or released. */
export const useHolds = () => {
  const dispatch = useAppDispatch();
  useEffect(
    () =>
      listenLiveBatches((messages) => {
        if (messages.some(({ name }) => name !== 'catalog')) dispatch(refetchHolds());
      }),
    [dispatch],
  );
  return holdsApi.useGetHoldsQuery(undefined, { refetchOnMountOrArgChange: true });
};

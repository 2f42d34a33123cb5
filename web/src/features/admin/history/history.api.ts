import type { HistoryPage } from '@geodes/contracts';
import { api } from '../../../app/api.js';
import { backgroundHeaders } from '../background-headers.js';

/** What has a history; the values are path segments of the API. */
export type HistoryOf = 'geodes' | 'orders' | 'showcase';

const LIMIT = 20;
const tags = { geodes: 'Geode', orders: 'AdminOrder', showcase: 'Showcase' } as const;

const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.query<HistoryPage, { of: HistoryOf; id: string; page: number }>({
      query: ({ of, id, page }) => ({
        url: `/admin/${of}/${encodeURIComponent(id)}/history?page=${page}&limit=${LIMIT}`,
        headers: backgroundHeaders(),
      }),
      // Every change of an item may have added an entry.
      providesTags: (_page, _error, { of, id }) => [
        { type: tags[of], id: 'LIST' },
        { type: tags[of], id },
      ],
    }),
  }),
});

export const { useGetHistoryQuery } = historyApi;

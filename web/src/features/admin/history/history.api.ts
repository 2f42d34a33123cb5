import type { HistoryPage } from '@geodes/contracts';
import { api } from '../../../app/api.js';
import { backgroundHeaders } from '../background-headers.js';

/** What has a history; the values are path segments of the API. */
export type HistoryOf = 'geodes' | 'orders' | 'showcase' | 'shop-details';

export interface HistorySubject {
  of: HistoryOf;
  /** Missing for what exists once. */
  id?: string;
}

const LIMIT = 20;
const tags = { geodes: 'Geode', orders: 'AdminOrder', showcase: 'Showcase', 'shop-details': 'ShopDetails' } as const;

const historyApi = api.injectEndpoints({
  endpoints: (build) => ({
    getHistory: build.query<HistoryPage, HistorySubject & { page: number }>({
      query: ({ of, id, page }) => ({
        url: `/admin/${of}${id ? `/${encodeURIComponent(id)}` : ''}/history?page=${page}&limit=${LIMIT}`,
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

import type { ShowcaseItem } from '@geodes/contracts';
import { api } from '../../app/api.js';

const showcaseApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShowcase: build.query<ShowcaseItem[], void>({
      query: () => ({ url: '/showcase' }),
      providesTags: (items) => [
        { type: 'Showcase', id: 'LIST' },
        ...(items ?? []).map(({ id }) => ({ type: 'Showcase' as const, id })),
      ],
    }),
  }),
});

export const { useGetShowcaseQuery } = showcaseApi;

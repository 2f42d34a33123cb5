import type { ShowcaseItem } from '@geodes/contracts';
import { api } from '../../app/api.js';

const showcaseApi = api.injectEndpoints({
  endpoints: (build) => ({
    getShowcase: build.query<ShowcaseItem[], void>({
      query: () => ({ url: '/showcase' }),
      providesTags: [{ type: 'Showcase', id: 'LIST' }],
    }),
  }),
});

export const { useGetShowcaseQuery } = showcaseApi;

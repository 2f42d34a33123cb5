import type { CreateShowcaseItemBody, ShowcaseItem, UpdateShowcaseItemBody } from '@geodes/contracts';
import { api } from '../../../app/api.js';

const changed = (_reply: unknown, error: unknown) => (error ? [] : [{ type: 'Showcase' as const, id: 'LIST' }]);

const showcaseAdminApi = api.injectEndpoints({
  endpoints: (build) => ({
    addShowcaseItem: build.mutation<ShowcaseItem, CreateShowcaseItemBody>({
      query: (body) => ({ url: '/admin/showcase', method: 'POST', body }),
      invalidatesTags: changed,
    }),
    updateShowcaseItem: build.mutation<ShowcaseItem, { id: string; changes: UpdateShowcaseItemBody }>({
      query: ({ id, changes }) => ({
        url: `/admin/showcase/${encodeURIComponent(id)}`,
        method: 'PUT',
        body: changes,
      }),
      invalidatesTags: changed,
    }),
    deleteShowcaseItem: build.mutation<null, string>({
      query: (id) => ({ url: `/admin/showcase/${encodeURIComponent(id)}`, method: 'DELETE' }),
      invalidatesTags: changed,
    }),
  }),
});

export const { useAddShowcaseItemMutation, useUpdateShowcaseItemMutation, useDeleteShowcaseItemMutation } =
  showcaseAdminApi;

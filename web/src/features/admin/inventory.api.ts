import type { Availability, CreateGeodeBody, Geode, UpdateGeodeBody } from '@geodes/contracts';
import { api } from '../../app/api.js';
import type { AppDispatch, AppThunk, RootState } from '../../app/store.js';
import { become } from '../geodes/availability.js';
import { getGeode } from '../geodes/geodes.api.js';

const LIST = { type: 'AdminGeode', id: 'LIST' } as const;

/** Ten thousand geodes are megabytes. */
const LIST_TIMEOUT = 60_000;

/** A longer list is not fetched again after each change: the reply has said what the geode is now. */
const REFETCHED_UP_TO = 500;

/** What shoppers see of a geode. */
const geodeChanged = (id: string) => [
  { type: 'Geode' as const, id: 'LIST' },
  { type: 'Geode' as const, id },
  { type: 'Featured' as const, id: 'LIST' },
];

type Change = (geodes: Geode[]) => Geode[];

/** Replies to a change do not say what was sold of it; the list does. */
const replaced =
  (geode: Geode): Change =>
  (geodes) =>
    geodes.map((one) => (one.id === geode.id ? { ...one, ...geode } : one));

const pathOf = (id: string): string => `/admin/geodes/${encodeURIComponent(id)}`;

interface Started<Reply> {
  dispatch: unknown;
  queryFulfilled: Promise<{ data: Reply }>;
}

/** Puts what the server answered into the list that is shown, at once; a failure leaves the list as it is. */
const keepList = async <Reply>(
  { dispatch, queryFulfilled }: Started<Reply>,
  change: (reply: Reply) => Change,
): Promise<void> => {
  const reply = await queryFulfilled.catch(() => null);
  if (!reply) return;
  const send = dispatch as AppDispatch;
  send(inventoryApi.util.updateQueryData('getInventory', undefined, change(reply.data)));
  send(inventoryChanged());
};

const inventoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All geodes, newest first. */
    getInventory: build.query<Geode[], void>({
      query: () => ({ url: '/admin/geodes', timeout: LIST_TIMEOUT }),
      providesTags: [LIST],
    }),
    createGeode: build.mutation<Geode, CreateGeodeBody>({
      query: (body) => ({ url: '/admin/geodes', method: 'POST', body }),
      invalidatesTags: (geode) => (geode ? geodeChanged(geode.id) : []),
      onQueryStarted: (_body, started): Promise<void> =>
        keepList(started, (geode) => (geodes) => [geode, ...geodes.filter(({ id }) => id !== geode.id)]),
    }),
    /** Only what was changed; beside `quantity` goes `updatedAt`. */
    updateGeode: build.mutation<Geode, { id: string; changes: UpdateGeodeBody }>({
      query: ({ id, changes }) => ({ url: pathOf(id), method: 'PUT', body: changes }),
      invalidatesTags: (geode) => (geode ? geodeChanged(geode.id) : []),
      onQueryStarted: (_change, started): Promise<void> => keepList(started, replaced),
    }),
    setFeatured: build.mutation<Geode, { id: string; isFeatured: boolean }>({
      query: ({ id, isFeatured }) => ({ url: `${pathOf(id)}/featured`, method: 'PATCH', body: { isFeatured } }),
      invalidatesTags: (geode) => (geode ? geodeChanged(geode.id) : []),
      onQueryStarted: (_change, started): Promise<void> => keepList(started, replaced),
    }),
    deleteGeode: build.mutation<null, string>({
      query: (id) => ({ url: pathOf(id), method: 'DELETE' }),
      invalidatesTags: (_reply, error, id) => (error ? [] : geodeChanged(id)),
      onQueryStarted: (id, started): Promise<void> =>
        keepList(started, () => (geodes) => geodes.filter((geode) => geode.id !== id)),
    }),
  }),
});

export const {
  useGetInventoryQuery,
  useCreateGeodeMutation,
  useUpdateGeodeMutation,
  useSetFeaturedMutation,
  useDeleteGeodeMutation,
} = inventoryApi;

const listed = (state: RootState): Geode[] => inventoryApi.endpoints.getInventory.select()(state).data ?? [];

/** Something in it is not what it was; what became of a long list's geodes its owner is told by replies and events. */
export const inventoryChanged = (): AppThunk => (dispatch, getState) => {
  const { length } = listed(getState());
  if (length <= REFETCHED_UP_TO) dispatch(inventoryApi.util.invalidateTags([LIST]));
};

/**
 * What the shop told of a geode. That one of several units was taken or freed is told without a number: then that geode
 * is asked for.
 */
export const applyToInventory =
  ({ id, availability }: { id: string; availability: Availability }): AppThunk =>
  (dispatch, getState) => {
    const known = listed(getState()).find((geode) => geode.id === id);
    if (!known) return;
    const change = (to: (geode: Geode) => void) =>
      dispatch(
        inventoryApi.util.updateQueryData('getInventory', undefined, (geodes) => {
          const geode = geodes.find((one) => one.id === id);
          if (geode) to(geode);
        }),
      );
    const isOneOfSeveral = availability === 'available' && (known.quantity > 1 || known.availability === 'available');
    if (!isOneOfSeveral) {
      change((geode) => {
        become(geode, availability);
        if (availability === 'sold') geode.soldQuantity = Math.max(1, geode.soldQuantity ?? 0);
      });
      return;
    }
    void dispatch(getGeode.initiate(id, { forceRefetch: true, subscribe: false })).then(({ data }) => {
      if (data) change((geode) => Object.assign(geode, data));
    });
  };

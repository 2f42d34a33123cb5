import { original } from '@reduxjs/toolkit';
import type { CreateGeodeBody, Geode, ScheduleGeodes, UpdateGeodeBody } from '@geodes/contracts';
import { useEffect } from 'react';
import { api } from '../../../app/api.js';
import type { AppDispatch, AppThunk } from '../../../app/store.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { listenLiveBatches } from '../../../app/live-listeners.js';
import { geodeLists } from '../../geodes/geodes.api.js';
import { backgroundHeaders } from '../session/session.api.js';

const LIST = { type: 'AdminGeode', id: 'LIST' } as const;

/** A list of ten thousand geodes has megabytes. */
const LIST_TIMEOUT_MS = 60_000;

/** The gateway takes at most as many ids. */
const MAX_REREAD = 100;

/** Longer than the gateway waits. */
const SCHEDULE_TIMEOUT_MS = 35_000;

/** The tags of the public reads that show the geodes. */
const publicGeodeTags = (...ids: string[]) => [...geodeLists, ...ids.map((id) => ({ type: 'Geode' as const, id }))];

const pathOf = (id: string): string => `/admin/geodes/${encodeURIComponent(id)}`;

interface Started {
  dispatch: AppDispatch;
  queryFulfilled: Promise<{ data: Geode | null }>;
}

/** Shows a changed or deleted geode at once, then rereads it. After an error too: it may have changed or gone meanwhile. */
const showChange = async ({ dispatch, queryFulfilled }: Started, id?: string): Promise<void> => {
  const response = await queryFulfilled.catch(() => undefined);
  const changed = id ?? response?.data?.id;
  if (!changed) return;
  if (response) {
    const show = () => dispatch(updateList([changed], response.data ? [response.data] : []));
    show();
    // The response of a list read in flight may be older.
    void dispatch(inventoryApi.util.getRunningQueryThunk('getInventory', undefined))?.then(show);
  }
  void dispatch(rereadGeodes([changed]));
};

const inventoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All geodes, newest first. */
    getInventory: build.query<Geode[], void>({
      query: () => ({ url: '/admin/geodes', timeout: LIST_TIMEOUT_MS, headers: backgroundHeaders() }),
      providesTags: [LIST],
    }),
    /** Those of the geodes that exist, newest first. Not a query, because the list caches them. */
    readGeodes: build.mutation<Geode[], readonly string[]>({
      query: (ids) => ({ url: `/admin/geodes?ids=${ids.join(',')}`, headers: backgroundHeaders() }),
    }),
    createGeode: build.mutation<Geode, CreateGeodeBody>({
      query: (body) => ({ url: '/admin/geodes', method: 'POST', body }),
      invalidatesTags: (geode) => (geode ? publicGeodeTags(geode.id) : []),
      onQueryStarted: (_body, started) => showChange(started),
    }),
    /** Sends only the changed fields. `quantity` needs `updatedAt` beside it. */
    updateGeode: build.mutation<Geode, { id: string; changes: UpdateGeodeBody }>({
      query: ({ id, changes }) => ({ url: pathOf(id), method: 'PUT', body: changes }),
      invalidatesTags: (geode) => (geode ? publicGeodeTags(geode.id) : []),
      onQueryStarted: ({ id }, started) => showChange(started, id),
    }),
    setFeatured: build.mutation<Geode, { id: string; isFeatured: boolean }>({
      query: ({ id, isFeatured }) => ({ url: `${pathOf(id)}/featured`, method: 'PATCH', body: { isFeatured } }),
      invalidatesTags: (geode) => (geode ? publicGeodeTags(geode.id) : []),
      onQueryStarted: ({ id }, started) => showChange(started, id),
    }),
    /** When many geodes go on sale, and whether they are drafts: all or none. At most 500. */
    scheduleGeodes: build.mutation<{ changed: number }, ScheduleGeodes>({
      query: (body) => ({ url: '/admin/geodes/schedule', method: 'PATCH', body, timeout: SCHEDULE_TIMEOUT_MS }),
      invalidatesTags: (_reply, error, { ids }) => (error ? [] : publicGeodeTags(...ids)),
      onQueryStarted: async ({ ids }, { dispatch, queryFulfilled }) => {
        await queryFulfilled.catch(() => undefined);
        void dispatch(rereadGeodes(ids));
      },
    }),
    deleteGeode: build.mutation<null, string>({
      query: (id) => ({ url: pathOf(id), method: 'DELETE' }),
      invalidatesTags: (_reply, error, id) => (error ? [] : publicGeodeTags(id)),
      onQueryStarted: (id, started) => showChange(started, id),
    }),
  }),
});

export const {
  useGetInventoryQuery,
  useCreateGeodeMutation,
  useUpdateGeodeMutation,
  useSetFeaturedMutation,
  useScheduleGeodesMutation,
  useDeleteGeodeMutation,
  endpoints: inventoryEndpoints,
} = inventoryApi;

/** Replaces the named geodes of the list by those that exist; new ones come first. */
const updateList = (ids: readonly string[], existing: readonly Geode[]) =>
  inventoryApi.util.updateQueryData('getInventory', undefined, (draft) => {
    // The plain list: walking the draft would make a proxy of each of ten thousand geodes.
    const listed = original(draft) ?? [];
    const found = new Map(existing.map((geode) => [geode.id, geode]));
    const named = new Set(ids);
    const known = new Set(listed.map(({ id }) => id));
    return [
      ...existing.filter(({ id }) => !known.has(id)),
      ...listed.flatMap((geode) => (named.has(geode.id) ? (found.get(geode.id) ?? []) : geode)),
    ];
  });

const refetchInventory = () => inventoryApi.util.invalidateTags([LIST]);

/** The reread that waits for the one in flight, and its ids so far. */
let waiting: { ids: Set<string>; geodes: Promise<Geode[] | undefined> } | undefined;
let inFlight: Promise<unknown> = Promise.resolve();

/**
 * Reads geodes again and updates the list; refetches it if they are many or the read fails. Resolves to those that exist.
 * Waits for reads in flight, whose responses may be older; rereads that wait become one.
 */
const rereadGeodes =
  (ids: readonly string[]): AppThunk<Promise<Geode[] | undefined>> =>
  (dispatch) => {
    const named = waiting?.ids ?? new Set<string>();
    for (const id of ids) named.add(id);
    const reread = async () => {
      await dispatch(inventoryApi.util.getRunningQueryThunk('getInventory', undefined));
      waiting = undefined;
      return dispatch(readListed([...named]));
    };
    waiting ??= { ids: named, geodes: inFlight.then(reread) };
    inFlight = waiting.geodes.catch(() => undefined);
    return waiting.geodes;
  };

const readListed =
  (ids: readonly string[]): AppThunk<Promise<Geode[] | undefined>> =>
  async (dispatch) => {
    const { initiate } = inventoryApi.endpoints.readGeodes;
    const { data } = ids.length > MAX_REREAD ? {} : await dispatch(initiate(ids, { track: false }));
    // A gateway of the release before ignores the ids.
    const geodes = data?.every(({ id }) => ids.includes(id)) ? data : undefined;
    dispatch(geodes ? updateList(ids, geodes) : refetchInventory());
    return geodes;
  };

/** Reads a geode from the server. Resolves to undefined if it is deleted, or the read fails. */
export const readGeode =
  (id: string): AppThunk<Promise<Geode | undefined>> =>
  async (dispatch) =>
    (await dispatch(rereadGeodes([id])))?.find((geode) => geode.id === id);

/** Keeps the open inventory current by live events. */
export const useFollowInventory = (): void => {
  const dispatch = useAppDispatch();
  useEffect(
    () =>
      listenLiveBatches((messages) => {
        const ids = messages.flatMap((message) => {
          if (message.name === 'reset') return [];
          return message.name === 'catalog' ? message.ids : [message.id];
        });
        // Nothing says which events were missed.
        if (messages.some(({ name }) => name === 'reset')) dispatch(refetchInventory());
        else void dispatch(rereadGeodes([...new Set(ids)]));
      }),
    [dispatch],
  );
};

import { original } from '@reduxjs/toolkit';
import type { Availability, CreateGeodeBody, Geode, ScheduleGeodes, UpdateGeodeBody } from '@geodes/contracts';
import { useEffect } from 'react';
import { api, nowAndAfterReads } from '../../../app/api.js';
import { isApiError } from '../../../app/api-error.js';
import type { AppDispatch, AppThunk, RootState } from '../../../app/store.js';
import { useAppDispatch } from '../../../app/hooks.js';
import { listenLive, REFETCH_DELAY_MS } from '../../../app/live-listeners.js';
import { setAvailability } from '../../geodes/availability.js';
import { geodeLists, getGeode } from '../../geodes/geodes.api.js';
import { backgroundHeaders } from '../session/session.api.js';
import { withSchedule } from './schedule.js';

const LIST = { type: 'AdminGeode', id: 'LIST' } as const;

/** A list of ten thousand geodes has megabytes. */
const LIST_TIMEOUT_MS = 60_000;

/** Longer lists are not refetched after a change of a listed geode: the response has the new values. */
const MAX_REFETCHED_LENGTH = 500;
/** Beyond as many changed geodes one read of the list takes less than a read of each. */
const MAX_REFETCHED_GEODES = 50;

/** Longer than the gateway waits. */
const SCHEDULE_TIMEOUT_MS = 35_000;

/** The tags of the public reads that show the geodes. */
const publicGeodeTags = (...ids: string[]) => [...geodeLists, ...ids.map((id) => ({ type: 'Geode' as const, id }))];

type ListChange = (geodes: Geode[]) => Geode[];

/** What the public read of a geode lacks if it does not hold: only the owner's replies have every field. */
const NO_DROP = { isDraft: false, availableFrom: null };

/** Keeps `soldQuantity` of the list, which the public read lacks. */
const withReply =
  (geode: Geode): ListChange =>
  (geodes) =>
    geodes.map((one) => (one.id === geode.id ? { ...one, ...NO_DROP, ...geode } : one));

const withoutGeode =
  (id: string): ListChange =>
  (geodes) =>
    geodes.filter((geode) => geode.id !== id);

const withSchedules =
  ({ ids, ...changes }: ScheduleGeodes): ListChange =>
  (geodes) => {
    const scheduled = new Set(ids);
    return geodes.map((geode) => (scheduled.has(geode.id) ? withSchedule(geode, changes) : geode));
  };

const pathOf = (id: string): string => `/admin/geodes/${encodeURIComponent(id)}`;

interface Started<Reply> {
  dispatch: unknown;
  queryFulfilled: Promise<{ data: Reply }>;
}

/** Geodes deleted on this page: their live events need no refetch. */
const deletedHere = new Set<string>();

const isGone = (error: unknown): boolean => isApiError(error) && error.status === 404;

/** Applies the response to the cached list at once. On an error, removes the geode if it no longer exists. */
const updateListOnReply = async <Reply>(
  { dispatch, queryFulfilled }: Started<Reply>,
  change: (reply: Reply) => ListChange,
  id?: string,
): Promise<void> => {
  const changed = await queryFulfilled.then(
    ({ data }) => change(data),
    ({ error }: { error?: unknown }) => (id && isGone(error) ? withoutGeode(id) : null),
  );
  if (!changed) return;
  const send = dispatch as AppDispatch;
  send(changeList(changed));
  send(refreshInventory());
};

const inventoryApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** All geodes, newest first. */
    getInventory: build.query<Geode[], void>({
      query: () => ({ url: '/admin/geodes', timeout: LIST_TIMEOUT_MS, headers: backgroundHeaders() }),
      providesTags: [LIST],
    }),
    createGeode: build.mutation<Geode, CreateGeodeBody>({
      query: (body) => ({ url: '/admin/geodes', method: 'POST', body }),
      invalidatesTags: (geode) => (geode ? publicGeodeTags(geode.id) : []),
      onQueryStarted: (_body, started): Promise<void> =>
        updateListOnReply(started, (geode) => (geodes) => [geode, ...geodes.filter(({ id }) => id !== geode.id)]),
    }),
    /** Sends only the changed fields. `quantity` needs `updatedAt` beside it. */
    updateGeode: build.mutation<Geode, { id: string; changes: UpdateGeodeBody }>({
      query: ({ id, changes }) => ({ url: pathOf(id), method: 'PUT', body: changes }),
      invalidatesTags: (geode) => (geode ? publicGeodeTags(geode.id) : []),
      onQueryStarted: ({ id }, started): Promise<void> => updateListOnReply(started, withReply, id),
    }),
    setFeatured: build.mutation<Geode, { id: string; isFeatured: boolean }>({
      query: ({ id, isFeatured }) => ({ url: `${pathOf(id)}/featured`, method: 'PATCH', body: { isFeatured } }),
      invalidatesTags: (geode) => (geode ? publicGeodeTags(geode.id) : []),
      onQueryStarted: ({ id }, started): Promise<void> => updateListOnReply(started, withReply, id),
    }),
    /** When many geodes go on sale, and whether they are drafts: all or none. At most 500. */
    scheduleGeodes: build.mutation<{ changed: number }, ScheduleGeodes>({
      query: (body) => ({ url: '/admin/geodes/schedule', method: 'PATCH', body, timeout: SCHEDULE_TIMEOUT_MS }),
      invalidatesTags: (_reply, error, { ids }) => {
        if (error) return isGone(error) ? [LIST] : [];
        return publicGeodeTags(...ids);
      },
      onQueryStarted: (body, started): Promise<void> => updateListOnReply(started, () => withSchedules(body)),
    }),
    deleteGeode: build.mutation<null, string>({
      query: (id) => ({ url: pathOf(id), method: 'DELETE' }),
      invalidatesTags: (_reply, error, id) => (error ? [] : publicGeodeTags(id)),
      onQueryStarted: (id, started): Promise<void> => {
        deletedHere.add(id);
        return updateListOnReply(started, () => withoutGeode(id), id);
      },
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

const cachedGeodes = (state: RootState): Geode[] => inventoryApi.endpoints.getInventory.select()(state).data ?? [];

/** Changes the plain list: walking the draft would make a proxy of each of ten thousand geodes. */
const updateList = (change: ListChange) =>
  inventoryApi.util.updateQueryData('getInventory', undefined, (geodes) => change(original(geodes) ?? []));

/** Changes the list for the owner now, and again after a read of it in flight, whose response may be older. */
const changeList =
  (change: ListChange): AppThunk =>
  (dispatch) => {
    dispatch(updateList(change));
    const read = dispatch(inventoryApi.util.getRunningQueryThunk('getInventory', undefined));
    void read?.then(() => dispatch(updateList(change)));
  };

/** Refetches the whole list, because nothing says which events were missed. */
const refetchInventory = () => inventoryApi.util.invalidateTags([LIST]);

/**
 * Refetches the list after a change, or only the named geodes if the list is long and has them. The owner's own changes need
 * no refetch then: the responses have updated the list.
 */
const refreshInventory =
  (named: readonly string[] = []): AppThunk =>
  (dispatch, getState) => {
    const listed = new Set(cachedGeodes(getState()).map(({ id }) => id));
    const isUnknown = (id: string) => !listed.has(id) && !deletedHere.has(id);
    if (listed.size <= MAX_REFETCHED_LENGTH || named.some(isUnknown)) dispatch(refetchInventory());
    else void dispatch(refetchGeodes(named.filter((id) => listed.has(id))));
  };

/**
 * Refetches the list instead if one of the geodes is deleted or a draft, which the site does not have. A read of the list
 * in flight would overwrite them with older data, so it ends first.
 */
const refetchGeodes =
  (ids: readonly string[]): AppThunk<Promise<void>> =>
  async (dispatch) => {
    await dispatch(inventoryApi.util.getRunningQueryThunk('getInventory', undefined));
    const areMany = ids.length > MAX_REFETCHED_GEODES;
    const gone = areMany ? [] : await Promise.all(ids.map((id) => dispatch(refetchGeode(id))));
    if (areMany || gone.includes(true)) dispatch(refetchInventory());
  };

/** Subscribes for as long as it waits, or a live event that invalidates the geode meanwhile would drop the response. */
const fetchGeode =
  (id: string): AppThunk<Promise<{ data?: Geode; error?: unknown }>> =>
  async (dispatch) => {
    const query = dispatch(getGeode.initiate(id, { forceRefetch: true }));
    const { data, error } = await query;
    query.unsubscribe();
    return { data, error };
  };

/** Resolves to whether the site does not have the geode. */
const refetchGeode =
  (id: string): AppThunk<Promise<boolean>> =>
  async (dispatch) => {
    const { data, error } = await dispatch(fetchGeode(id));
    if (data) dispatch(updateList(withReply(data)));
    return isGone(error);
  };

/** Reads a geode from the server, a draft from the list. Resolves to undefined if it is deleted, or the read fails. */
export const readGeode =
  (id: string): AppThunk<Promise<Geode | undefined>> =>
  async (dispatch) => {
    const { data, error } = await dispatch(fetchGeode(id));
    if (!error) return data;
    if (!isGone(error)) return undefined;
    const { initiate } = inventoryApi.endpoints.getInventory;
    const list = await dispatch(initiate(undefined, { forceRefetch: true, subscribe: false }));
    return list.error ? undefined : list.data?.find((geode) => geode.id === id);
  };

/** Returns whether a geode may have other units than before, which an availability event does not say. */
const needsRead = (known: Geode, availability: Availability): boolean => {
  if (availability === 'upcoming') return known.quantity === 0;
  // another of several units was held or sold, or came back
  if (availability === known.availability) return availability !== 'sold';
  if (availability === 'held' || known.availability === 'upcoming') return false;
  return known.quantity > 1 || (known.soldQuantity ?? 0) > 0;
};

/**
 * Applies an availability event to the list, as often as the thunk runs. Passes the geode to `onNeedsRead` the first time
 * that it is in the list, if the event does not say enough.
 */
const applyAvailability = (
  { id, availability }: { id: string; availability: Availability },
  onNeedsRead: (id: string) => void,
): AppThunk => {
  let wasKnown = false;
  return (dispatch, getState) => {
    const known = cachedGeodes(getState()).find((geode) => geode.id === id);
    if (!known) return;
    const isFirst = !wasKnown;
    wasKnown = true;
    if (needsRead(known, availability)) {
      if (isFirst) onNeedsRead(id);
      return;
    }
    if (known.availability === availability) return;
    const geode = { ...known };
    setAvailability(geode, availability);
    if (availability === 'sold') geode.soldQuantity = Math.max(1, geode.soldQuantity ?? 0);
    dispatch(updateList(withReply(geode)));
  };
};

/** Keeps the open inventory current by live events. Most availability events of single units need no request. */
export const useFollowInventory = (): void => {
  const dispatch = useAppDispatch();
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    const changed = new Set<string>();
    const refresh = () => {
      timer = undefined;
      dispatch(refreshInventory([...changed]));
      changed.clear();
    };
    const refreshLater = (ids: readonly string[]) => {
      for (const id of ids) changed.add(id);
      timer ??= setTimeout(refresh, REFETCH_DELAY_MS);
    };
    const stop = listenLive((message) => {
      if (message.name === 'availability') {
        const apply = applyAvailability(message, (id) => refreshLater([id]));
        dispatch(nowAndAfterReads(() => dispatch(apply)));
      } else if (message.name === 'catalog') refreshLater(message.ids);
      else dispatch(refetchInventory());
    });
    return () => {
      stop();
      clearTimeout(timer);
    };
  }, [dispatch]);
};

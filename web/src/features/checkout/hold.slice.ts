import type { Hold } from '@geodes/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiError } from '../../app/api-error.js';

interface HoldState {
  /** The hold of this browser's checkout; null if there is none. */
  hold: Hold | null;
  /** How the hold ended at the payment step, until the buyer decides whether to continue. */
  ended: 'byTime' | 'inOtherTab' | null;
  /** Ids of the geodes of a hold request in flight, which the shop may hold already. */
  requested: string[];
  /** Ids of geodes that this browser released and that the catalogue does not yet show on sale. */
  released: string[];
  /** Ids of geodes that this browser held and that it has not seen on sale since: its buyer may have bought them. */
  heldBefore: string[];
  /** Ids of geodes that an order of this browser has, from the details of a refusal. */
  ordered: string[];
}

/** Details of a refusal: the unavailable geodes; `ordered` are those in an order of this browser. */
export interface Refused {
  gone: string[];
  ordered: string[];
}

/** Reads the details of an OUT_OF_STOCK or NOT_YET error. */
export const refusedBy = ({ details }: ApiError): Refused => {
  const { geodeIds, orderedIds } = (details ?? {}) as { geodeIds?: unknown; orderedIds?: unknown };
  const ids = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  return { gone: ids(geodeIds), ordered: ids(orderedIds) };
};

const initialState: HoldState = { hold: null, ended: null, requested: [], released: [], heldBefore: [], ordered: [] };

const without = (ids: readonly string[], others: readonly string[]): string[] =>
  ids.filter((id) => !others.includes(id));

const idsOf = (hold: Hold | null): string[] => hold?.items.map(({ geodeId }) => geodeId) ?? [];

/** Marks geodes that the next hold no longer has as released. */
const replaceHold = (state: HoldState, next: Hold | null): void => {
  const withLeft = (ids: string[]) => without([...new Set([...ids, ...idsOf(state.hold)])], idsOf(next));
  state.released = withLeft(state.released);
  state.heldBefore = withLeft(state.heldBefore);
  state.hold = next;
};

const holdSlice = createSlice({
  name: 'hold',
  initialState,
  reducers: {
    holdTaken: (state, { payload }: PayloadAction<Hold>) => {
      replaceHold(state, payload);
      state.ended = null;
      state.requested = [];
    },
    holdRequested: (state, { payload }: PayloadAction<string[]>) => {
      state.requested = payload;
    },
    /** Ends the hold. With a reason, the buyer is asked whether to continue. A hold request in flight continues. */
    holdGone: (state, { payload: reason }: PayloadAction<HoldState['ended']>) => {
      replaceHold(state, null);
      state.ended = reason;
    },
    /** The hold request failed for a reason unrelated to its geodes: the hold that it was to replace stays. */
    holdFailed: (state) => {
      state.ended = null;
      state.requested = [];
    },
    /** Drops the refused geodes from the hold: the shop decides. */
    geodesRefused: (state, { payload: { gone, ordered } }: PayloadAction<Refused>) => {
      if (state.hold)
        state.hold = { ...state.hold, items: state.hold.items.filter(({ geodeId }) => !gone.includes(geodeId)) };
      state.released = without(state.released, gone);
      state.heldBefore = without(state.heldBefore, gone);
      state.ordered = [...without(state.ordered, gone), ...ordered];
      state.requested = [];
    },
    /** The catalogue shows these on sale again. */
    backOnSale: (state, { payload: ids }: PayloadAction<string[]>) => {
      state.released = without(state.released, ids);
      state.heldBefore = without(state.heldBefore, ids);
      state.ordered = without(state.ordered, ids);
    },
    /** The page cannot see when these are on sale again: what its lists show counts. */
    releaseNotFollowed: (state, { payload: ids }: PayloadAction<string[]>) => {
      state.released = without(state.released, ids);
    },
  },
});

export const { holdRequested, holdTaken, holdGone, holdFailed, geodesRefused, backOnSale, releaseNotFollowed } =
  holdSlice.actions;
export const holdReducer = holdSlice.reducer;

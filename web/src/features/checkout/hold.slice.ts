import type { Hold } from '@geodes/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { ApiError } from '../../app/api-error.js';

interface HoldState {
  /** The geodes of this browser's checkout; null if none are kept for it. */
  hold: Hold | null;
  /** How a hold ended at the payment step, until the buyer says whether to continue. */
  ended: 'byTime' | 'inOtherTab' | null;
  /** Ids of the geodes of a hold request in flight: they may be this browser's already. */
  asked: string[];
  /** Ids of geodes that this browser had in a hold and that the catalogue does not show on sale again yet. */
  released: string[];
  /** Ids of geodes that an order of this browser has, as the shop said when it refused them. */
  ordered: string[];
}

/** What a refusal says of the geodes that could not be had; `ordered` are those that an order of this browser has. */
export interface Refused {
  gone: string[];
  ordered: string[];
}

/** What a refusal with OUT_OF_STOCK says. */
export const refusedBy = ({ details }: ApiError): Refused => {
  const { geodeIds, orderedIds } = (details ?? {}) as { geodeIds?: unknown; orderedIds?: unknown };
  const ids = (list: unknown) => (Array.isArray(list) ? list.map(String) : []);
  return { gone: ids(geodeIds), ordered: ids(orderedIds) };
};

const initialState: HoldState = { hold: null, ended: null, asked: [], released: [], ordered: [] };

const without = (ids: readonly string[], others: readonly string[]): string[] =>
  ids.filter((id) => !others.includes(id));

const idsOf = (hold: Hold | null): string[] => hold?.items.map(({ geodeId }) => geodeId) ?? [];

/** What the hold had and the next one has not is on its way back on sale. */
const replaceHold = (state: HoldState, next: Hold | null): void => {
  state.released = without([...new Set([...state.released, ...idsOf(state.hold)])], idsOf(next));
  state.hold = next;
};

const holdSlice = createSlice({
  name: 'hold',
  initialState,
  reducers: {
    holdTaken: (state, { payload }: PayloadAction<Hold>) => {
      replaceHold(state, payload);
      state.ended = null;
      state.asked = [];
    },
    holdAsked: (state, { payload }: PayloadAction<string[]>) => {
      state.asked = payload;
    },
    /** With a reason the buyer is asked whether to continue. A hold request in flight goes on. */
    holdGone: (state, { payload: reason }: PayloadAction<HoldState['ended']>) => {
      replaceHold(state, null);
      state.ended = reason;
    },
    /** No hold could be had, for a reason that is none of the geodes'. */
    holdFailed: (state) => {
      replaceHold(state, null);
      state.ended = null;
      state.asked = [];
    },
    /** The shop knows better than this tab: what it refused is not in its hold. */
    geodesRefused: (state, { payload: { gone, ordered } }: PayloadAction<Refused>) => {
      if (state.hold)
        state.hold = { ...state.hold, items: state.hold.items.filter(({ geodeId }) => !gone.includes(geodeId)) };
      state.released = without(state.released, gone);
      state.ordered = [...without(state.ordered, gone), ...ordered];
      state.asked = [];
    },
    /** The catalogue shows these on sale again. */
    backOnSale: (state, { payload: ids }: PayloadAction<string[]>) => {
      state.released = without(state.released, ids);
      state.ordered = without(state.ordered, ids);
    },
  },
});

export const { holdAsked, holdTaken, holdGone, holdFailed, geodesRefused, backOnSale } = holdSlice.actions;
export const holdReducer = holdSlice.reducer;

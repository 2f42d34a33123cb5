import type { Hold } from '@geodes/contracts';
import { createSlice, type PayloadAction } from '@reduxjs/toolkit';

interface HoldState {
  /** The stones of this browser's checkout; null where none are kept for it. */
  hold: Hold | null;
  /** Its time is up, and the buyer has not said yet whether to go on. */
  ended: Hold | null;
  /** Ids of the stones that a hold was asked for, while its answer is on its way: they may be this browser's already. */
  asked: string[];
}

const initialState: HoldState = { hold: null, ended: null, asked: [] };

const holdSlice = createSlice({
  name: 'hold',
  initialState,
  reducers: {
    holdTaken: (state, { payload }: PayloadAction<Hold>) => {
      state.hold = payload;
      state.ended = null;
      state.asked = [];
    },
    holdAsked: (state, { payload }: PayloadAction<string[]>) => {
      state.asked = payload;
    },
    /** `byTime`: the buyer is asked whether to go on. */
    holdGone: (state, { payload }: PayloadAction<{ byTime: boolean }>) => {
      state.ended = payload.byTime ? (state.hold ?? state.ended) : null;
      state.hold = null;
      state.asked = [];
    },
  },
});

export const { holdAsked, holdTaken, holdGone } = holdSlice.actions;
export const holdReducer = holdSlice.reducer;

import { createSlice, type PayloadAction } from '@reduxjs/toolkit';
import type { Toast } from '../ui/toaster.js';

export interface Notice {
  title: string;
  text?: string;
  tone?: Toast['tone'];
  /** Milliseconds; 5,000 by default. */
  duration?: number;
  /** Waits until the current notice has gone, instead of replacing it. */
  waits?: boolean;
}

interface NoticesState {
  shown: Toast | null;
  waiting: Toast[];
  lastId: number;
}

const DEFAULT_DURATION_MS = 5_000;
const MAX_WAITING = 3;

const noticesSlice = createSlice({
  name: 'notices',
  initialState: { shown: null, waiting: [], lastId: 0 } as NoticesState,
  reducers: {
    notified: (state, { payload }: PayloadAction<Notice>) => {
      state.lastId += 1;
      const toast: Toast = {
        id: state.lastId,
        title: payload.title,
        text: payload.text,
        tone: payload.tone ?? 'plain',
        duration: payload.duration ?? DEFAULT_DURATION_MS,
      };
      if (state.shown && payload.waits) state.waiting = [...state.waiting, toast].slice(-MAX_WAITING);
      else state.shown = toast;
    },
    /** Closes the notice with this title if it is shown. */
    noticeClosed: (state, { payload: title }: PayloadAction<string>) => {
      if (state.shown?.title === title) state.shown = state.waiting.shift() ?? null;
    },
    noticeGone: (state, { payload: id }: PayloadAction<number>) => {
      if (state.shown?.id === id) state.shown = state.waiting.shift() ?? null;
    },
  },
});

export const { notified, noticeClosed, noticeGone } = noticesSlice.actions;
export const noticesReducer = noticesSlice.reducer;

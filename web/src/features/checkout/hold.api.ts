import type { Hold, HoldBody } from '@geodes/contracts';
import { api, type ReplyMeta } from '../../app/api.js';

/** Smaller clock differences are ignored: the Date header counts whole seconds. */
const CLOCK_TOLERANCE_MS = 5_000;

/** Converts the end of a hold to this browser's clock, which may be fast or slow. */
const toLocalClock = (hold: Hold, meta: ReplyMeta | undefined): Hold => {
  const serverTime = Date.parse(meta?.date ?? '');
  const offset = Date.now() - serverTime;
  if (Number.isNaN(serverTime) || Math.abs(offset) < CLOCK_TOLERANCE_MS) return hold;
  return { ...hold, expiresAt: new Date(Date.parse(hold.expiresAt) + offset).toISOString() };
};

const holdApi = api.injectEndpoints({
  endpoints: (build) => ({
    takeHold: build.mutation<Hold, HoldBody>({
      query: (body) => ({ url: '/holds', method: 'POST', body }),
      transformResponse: toLocalClock,
    }),
    /** Null if the browser has no hold. */
    currentHold: build.mutation<Hold | null, void>({
      query: () => ({ url: '/holds/current' }),
      transformResponse: (hold: Hold | null, meta) => hold && toLocalClock(hold, meta),
    }),
    endHold: build.mutation<null, string>({
      query: (holdId) => ({ url: `/holds/${encodeURIComponent(holdId)}`, method: 'DELETE' }),
    }),
  }),
});

export const { takeHold, currentHold, endHold } = holdApi.endpoints;

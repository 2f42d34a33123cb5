import { api } from './api.js';
import type { AppThunk } from './store.js';

/** Does it now, and again when the reads that are under way have come: they may be older than what the shop told. */
export const nowAndAfterReads =
  (work: () => void): AppThunk =>
  (dispatch) => {
    work();
    const reads = dispatch(api.util.getRunningQueriesThunk());
    if (reads.length > 0) void Promise.allSettled(reads).then(work);
  };

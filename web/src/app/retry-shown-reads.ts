import { retryOnline } from '../ui/connection.js';
import { isApiError } from './api-error.js';
import { api, isRefusal } from './api.js';
import { type AppStore, type AppThunk, type RootState, watch } from './store.js';

interface Refetchable {
  initiate: (arg: unknown, options: object) => AppThunk<Promise<{ isError: boolean }>>;
}

/**
 * Returns the failed reads of a page that got no response or whose earlier data it shows. A geode counts without: cart and
 * wishlist show what they stored of it. What the server refused, it would refuse again.
 */
export const failedShownReads = ({ api: { queries, subscriptions } }: Pick<RootState, 'api'>) =>
  Object.entries(queries).flatMap(([key, query]) => {
    if (query?.status !== 'rejected') return [];
    const status = isApiError(query.error) ? query.error.status : undefined;
    if (query.data === undefined && query.endpointName !== 'getGeode' && status !== 0) return [];
    if (status !== undefined && isRefusal(status)) return [];
    return Object.keys(subscriptions[key] ?? {}).length > 0 ? [{ key, ...query }] : [];
  });

/**
 * Retries each of these reads after growing pauses and when the browser is online again: live events are not repeated, so
 * the page would stay out of date. A read in flight delays other invalidations, so the pauses are between reads and not
 * part of one (as with `maxRetries`).
 */
export const retryShownReads = (store: AppStore): void => {
  const { endpoints } = api as unknown as { endpoints: Record<string, Refetchable> };
  const attempts = new Map<string, number>();
  const waiting = new Set<string>();
  const retry = async (key: string) => {
    const failed = failedShownReads(store.getState()).find((read) => read.key === key);
    const read = endpoints[failed?.endpointName ?? ''];
    const call = read?.initiate(failed?.originalArgs, { forceRefetch: true, subscribe: false });
    if (call && (await store.dispatch(call)).isError) attempts.set(key, (attempts.get(key) ?? 0) + 1);
    else attempts.delete(key);
    waiting.delete(key);
    check();
  };
  const check = () => {
    for (const { key } of failedShownReads(store.getState())) {
      if (waiting.has(key)) continue;
      waiting.add(key);
      retryOnline(attempts.get(key) ?? 0, () => void retry(key));
    }
  };
  watch(store, (state) => state.api, check);
};

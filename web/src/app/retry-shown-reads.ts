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
    return Object.keys(subscriptions[key] ?? {}).length > 0 ? [query] : [];
  });

/**
 * Retries these reads after growing pauses and when the browser is online again: live events are not repeated, so the
 * page would stay out of date. A read in flight delays other invalidations, so the pauses are between reads and not part
 * of one (as with `maxRetries`).
 */
export const retryShownReads = (store: AppStore): void => {
  const { endpoints } = api as unknown as { endpoints: Record<string, Refetchable> };
  let attempts = 0;
  let isRetrying = false;
  const refetchAll = async () => {
    const reads = failedShownReads(store.getState()).flatMap(({ endpointName = '', originalArgs }) => {
      const read = endpoints[endpointName]?.initiate(originalArgs, { forceRefetch: true, subscribe: false });
      return read ? [store.dispatch(read)] : [];
    });
    const results = await Promise.all(reads);
    attempts = results.some(({ isError }) => isError) ? attempts + 1 : 0;
    isRetrying = false;
    check();
  };
  const check = () => {
    if (isRetrying || failedShownReads(store.getState()).length === 0) return;
    isRetrying = true;
    retryOnline(attempts, () => void refetchAll());
  };
  watch(store, (state) => state.api, check);
};

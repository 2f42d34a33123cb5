import type { PlacedRefund, RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { useEffect, useEffectEvent, useState } from 'react';
import { api, newKey } from '../../../../app/api.js';
import { useAppDispatch } from '../../../../app/hooks.js';
import { useShopClock } from '../../../../app/shop-clock.js';
import { backgroundHeaders } from '../../session/session.api.js';
import { LIST_TAGS } from '../orders.api.js';
import {
  outcomeOf,
  readAttempt,
  type RefundAttempt,
  type RefundOutcome,
  type RefundRequest,
  storeAttempt,
} from './refund-attempt.js';
import { isSettling, refundState } from './refund-text.js';

/** The gateway waits up to 20 s for Square. */
const REFUND_TIMEOUT_MS = 30_000;

const refundsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Safe to repeat with the same key. Refetches the lists also after a failure, which may have recorded the refund. */
    refundOrder: build.mutation<PlacedRefund, RefundAttempt & { orderId: string }>({
      query: ({ orderId, key, request: { amount, reason, restock } }) => ({
        url: `/admin/orders/${encodeURIComponent(orderId)}/refunds`,
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: { amount, ...(reason ? { reason } : {}), restock },
        timeout: REFUND_TIMEOUT_MS,
      }),
      invalidatesTags: LIST_TAGS,
    }),
    /** Reads one order, for repeated reads that must not change a list on the screen. */
    readOrder: build.query<RefundableOrder | null, Pick<RefundableOrder, 'id' | 'archivedAt'>>({
      query: ({ id, archivedAt }) => ({
        url: `/admin/orders${archivedAt ? '/archived' : ''}?${new URLSearchParams({ search: id, page: '1', limit: '1' })}`,
        headers: backgroundHeaders(),
      }),
      transformResponse: ({ orders }: RefundableOrderPage) => orders[0] ?? null,
      keepUnusedDataFor: 0,
    }),
  }),
});

/** Reads an order again, past the cache. Null if it is not in the archive or, without `archivedAt`, not in the open lists. */
export const rereadOrder = ({ id, archivedAt }: Pick<RefundableOrder, 'id' | 'archivedAt'>) =>
  refundsApi.endpoints.readOrder.initiate({ id, archivedAt }, { subscribe: false, forceRefetch: true });

const { useRefundOrderMutation } = refundsApi;

/**
 * Sends refunds of an order. The key stays the same until an outcome is definite. `unanswered` is a request that was sent and
 * whose outcome is unknown; until it is known, only this request is sent again.
 */
export const useRefund = (orderId: string) => {
  const [refund, { isLoading: isSending }] = useRefundOrderMutation();
  const [{ key, unanswered }, setAttempt] = useState<{ key: string; unanswered: RefundRequest | null }>(() => {
    const stored = readAttempt(orderId);
    return stored ? { key: stored.key, unanswered: stored.request } : { key: newKey(), unanswered: null };
  });
  const send = async (wanted: RefundRequest): Promise<RefundOutcome> => {
    const request = unanswered ?? wanted;
    storeAttempt(orderId, { key, request });
    const outcome = outcomeOf(await refund({ orderId, key, request }));
    if (outcome.kind === 'unknown') setAttempt({ key, unanswered: request });
    else if (outcome.kind === 'made' || outcome.kind === 'refused') {
      storeAttempt(orderId, null);
      setAttempt({ key: newKey(), unanswered: null });
    } else if (!unanswered) storeAttempt(orderId, null);
    return outcome;
  };
  return { unanswered, isSending, send };
};

const WATCH_INTERVAL_MS = 3_000;
/** Square may keep a refund pending for days. After these reads the owner refreshes the list. */
const MAX_READS = 40;
const MAX_WATCHED_ORDERS = 5;

/** Rereads orders while a refund changes them. A changed order goes to `onChanged`, and the lists are refetched. */
export const useRefundWatch = (orders: readonly RefundableOrder[], onChanged?: (order: RefundableOrder) => void) => {
  const dispatch = useAppDispatch();
  useShopClock();
  const watched = orders.filter((order) => isSettling(order)).slice(0, MAX_WATCHED_ORDERS);
  const state = watched.map(refundState).join();
  const read = useEffectEvent(async () => {
    const reads = await Promise.all(watched.map((order) => dispatch(rereadOrder(order))));
    const changed = reads.flatMap(({ data }, index) => {
      const before = watched[index];
      return data && before && refundState(data) !== refundState(before) ? [data] : [];
    });
    for (const order of changed) onChanged?.(order);
    if (changed.length > 0) dispatch(api.util.invalidateTags(LIST_TAGS));
  });
  useEffect(() => {
    if (state === '') return;
    let isStopped = false;
    let reads = 0;
    let timer: ReturnType<typeof setTimeout>;
    const next = () => {
      timer = setTimeout(() => {
        reads += 1;
        void read().then(() => !isStopped && reads < MAX_READS && next());
      }, WATCH_INTERVAL_MS);
    };
    next();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [state]);
};

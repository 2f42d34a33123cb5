import type { RefundableOrder } from '@geodes/contracts';
import { useEffect, useEffectEvent } from 'react';
import { api } from '../../../../app/api.js';
import { useAppDispatch } from '../../../../app/hooks.js';
import { LIST_TAGS } from '../orders.api.js';
import { isSettling, refundState } from './refund-text.js';
import { rereadOrder } from './refunds.api.js';

const INTERVAL_MS = 3_000;
/** Square may keep a refund pending for days. After these reads the owner refreshes the list. */
const MAX_READS = 40;
const MAX_ORDERS = 5;

/**
 * Rereads orders while a refund changes them. A changed order goes to `onChanged`, and the lists are refetched.
 */
export const useRefundWatch = (orders: readonly RefundableOrder[], onChanged?: (order: RefundableOrder) => void) => {
  const dispatch = useAppDispatch();
  const watched = orders.filter(isSettling).slice(0, MAX_ORDERS);
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
      }, INTERVAL_MS);
    };
    next();
    return () => {
      isStopped = true;
      clearTimeout(timer);
    };
  }, [state]);
};

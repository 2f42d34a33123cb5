import { useState } from 'react';
import { newIdempotencyKey } from '../../../app/api.js';
import { outcomeOf, readAttempt, storeAttempt, type RefundOutcome, type RefundRequest } from './refund-attempt.js';
import { useRefundOrderMutation } from './refunds.api.js';

/**
 * Sends refunds of an order. The key stays the same until an outcome is definite. `open` is a request that was sent and
 * whose outcome is unknown; until it is known, only this request is sent again.
 */
export const useRefund = (orderId: string) => {
  const [refund, { isLoading: isSending }] = useRefundOrderMutation();
  const [{ key, open }, setAttempt] = useState<{ key: string; open: RefundRequest | null }>(() => {
    const stored = readAttempt(orderId);
    return stored ? { key: stored.key, open: stored.request } : { key: newIdempotencyKey(), open: null };
  });
  const send = async (wanted: RefundRequest): Promise<RefundOutcome> => {
    const request = open ?? wanted;
    storeAttempt(orderId, { key, request });
    const outcome = outcomeOf(await refund({ orderId, key, request }));
    if (outcome.kind === 'unknown') setAttempt({ key, open: request });
    else if (outcome.kind === 'made' || outcome.kind === 'refused') {
      storeAttempt(orderId, null);
      setAttempt({ key: newIdempotencyKey(), open: null });
    } else if (!open) storeAttempt(orderId, null);
    return outcome;
  };
  return { open, isSending, send };
};

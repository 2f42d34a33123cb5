import { useState } from 'react';
import { newKey } from '../../../../app/new-key.js';
import { outcomeOf, readAttempt, storeAttempt, type RefundOutcome, type RefundRequest } from './refund-attempt.js';
import { useRefundOrderMutation } from './refunds.api.js';

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

import type { PlacedRefund, RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { api } from '../../../../app/api.js';
import { backgroundHeaders } from '../../background-headers.js';
import { LIST_TAGS } from '../orders.api.js';
import type { RefundAttempt } from './refund-attempt.js';

/** The gateway waits up to 20 s for Square. */
const TIMEOUT_MS = 30_000;

const refundsApi = api.injectEndpoints({
  endpoints: (build) => ({
    /** Safe to repeat with the same key. Refetches the lists also after a failure, which may have recorded the refund. */
    refundOrder: build.mutation<PlacedRefund, RefundAttempt & { orderId: string }>({
      query: ({ orderId, key, request: { amount, reason, restock } }) => ({
        url: `/admin/orders/${encodeURIComponent(orderId)}/refunds`,
        method: 'POST',
        headers: { 'Idempotency-Key': key },
        body: { amount, ...(reason ? { reason } : {}), restock },
        timeout: TIMEOUT_MS,
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

/** Reads an order again, past the cache. */
export const rereadOrder = ({ id, archivedAt }: RefundableOrder) =>
  refundsApi.endpoints.readOrder.initiate({ id, archivedAt }, { subscribe: false, forceRefetch: true });

export const { useRefundOrderMutation } = refundsApi;

import type { PaymentDifference, PaymentDifferences, Reconciliation } from '@geodes/contracts';
import { api } from '../../../app/api.js';
import { messageOf } from '../../../app/api-error.js';
import { counted } from '../../../app/counted.js';

/** The gateway gives up on a check after 30 s. */
const CHECK_TIMEOUT_MS = 35_000;

const reconciliationApi = api.enhanceEndpoints({ addTagTypes: ['Difference'] }).injectEndpoints({
  endpoints: (build) => ({
    getDifferences: build.query<PaymentDifferences, void>({
      query: () => ({ url: '/admin/reconciliation' }),
      providesTags: ['Difference'],
    }),
    checkWithSquare: build.mutation<Reconciliation, void>({
      query: () => ({ url: '/admin/reconciliation', method: 'POST', timeout: CHECK_TIMEOUT_MS }),
      // A check may also find refunds, which the orders show.
      invalidatesTags: ['Difference', { type: 'AdminOrder', id: 'LIST' }],
    }),
    acknowledgeDifference: build.mutation<PaymentDifference, string>({
      query: (id) => ({ url: `/admin/reconciliation/${encodeURIComponent(id)}/seen`, method: 'POST' }),
      invalidatesTags: ['Difference'],
    }),
  }),
});

export const { useGetDifferencesQuery, useCheckWithSquareMutation, useAcknowledgeDifferenceMutation } =
  reconciliationApi;

/** Returns for example `1 payment needs your eyes`. */
export const needsEyes = (count: number): string =>
  `${counted(count, 'payment')} ${count === 1 ? 'needs' : 'need'} your eyes`;

/** Sums up a reconciliation of the last day. */
export const checkText = ({ payments, repaired, reported }: Reconciliation): string => {
  const found = [repaired > 0 && `${repaired} mended`, reported > 0 && `${reported} left for you`].filter(Boolean);
  return `${counted(payments, 'payment')} of the last day checked: ${found.length > 0 ? found.join(', ') : 'all is well'}.`;
};

/** Says how a check goes or ended. `failed` is shown if the server gave no reason. */
export const checkStatus = (
  { isLoading, error, data }: { isLoading: boolean; error?: unknown; data?: Reconciliation },
  failed: string,
): string => {
  if (isLoading) return 'Comparing with Square …';
  if (error) return messageOf(error, failed);
  return data ? checkText(data) : '';
};

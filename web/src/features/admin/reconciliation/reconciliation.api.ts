import type { PaymentDifference, PaymentDifferences, Reconciliation } from '@geodes/contracts';
import { api } from '../../../app/api.js';

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

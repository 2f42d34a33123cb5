import type { LookupOrder } from '@geodes/contracts';
import { api } from '../../app/api.js';

const lookupApi = api.injectEndpoints({
  endpoints: (build) => ({
    lookUpOrders: build.query<LookupOrder[], string>({
      query: (email) => ({ url: `/orders/lookup?email=${encodeURIComponent(email)}` }),
    }),
  }),
});

export const { useLazyLookUpOrdersQuery } = lookupApi;

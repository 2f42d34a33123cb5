import type { Analytics } from '@geodes/contracts';
import { api } from '../../../app/api.js';
import type { AnalyticsQuery } from './analytics-period.js';

const analyticsApi = api.injectEndpoints({
  endpoints: (build) => ({
    getAnalytics: build.query<Analytics, AnalyticsQuery>({
      query: (query) => ({ url: `/admin/analytics?${new URLSearchParams({ ...query })}` }),
      // Seconds. Short, because every order changes the figures.
      keepUnusedDataFor: 60,
    }),
  }),
});

export const { useGetAnalyticsQuery } = analyticsApi;

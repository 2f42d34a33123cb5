import type { SiteConfig } from '@geodes/contracts';
import { api } from './api.js';

const siteConfigApi = api.injectEndpoints({
  endpoints: (build) => ({ getSiteConfig: build.query<SiteConfig, void>({ query: () => ({ url: '/config' }) }) }),
});

export const { useGetSiteConfigQuery } = siteConfigApi;

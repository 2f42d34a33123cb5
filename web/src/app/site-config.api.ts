import type { SiteConfig } from '@geodes/contracts';
import { api } from './api.js';
import type { AppStore } from './store.js';

const siteConfigApi = api.injectEndpoints({
  endpoints: (build) => ({
    getSiteConfig: build.query<SiteConfig, void>({
      query: () => ({ url: '/config' }),
      providesTags: ['ShopDetails'],
    }),
  }),
});

export const { useGetSiteConfigQuery } = siteConfigApi;

/** Reads the configuration that the gateway writes into each document, so that no request is needed. */
export const takeWrittenConfig = ({ dispatch }: AppStore): void => {
  const written = document.getElementById('config')?.textContent;
  if (!written) return;
  const value = JSON.parse(written) as SiteConfig;
  dispatch(siteConfigApi.util.upsertQueryEntries([{ endpointName: 'getSiteConfig', arg: undefined, value }]));
};

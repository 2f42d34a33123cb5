import type { SiteConfig } from '@geodes/contracts';
import { api } from './api.js';
import type { AppStore } from './store.js';

const siteConfigApi = api.injectEndpoints({
  endpoints: (build) => ({ getSiteConfig: build.query<SiteConfig, void>({ query: () => ({ url: '/config' }) }) }),
});

export const { useGetSiteConfigQuery } = siteConfigApi;

/** The gateway writes the configuration into each document: the first draw has it, and nothing is requested. */
export const takeWrittenConfig = ({ dispatch }: AppStore): void => {
  const written = document.getElementById('config')?.textContent;
  if (!written) return;
  const value = JSON.parse(written) as SiteConfig;
  dispatch(siteConfigApi.util.upsertQueryEntries([{ endpointName: 'getSiteConfig', arg: undefined, value }]));
};

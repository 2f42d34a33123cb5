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

/** Hours that the site names until the owner sets others. */
export const businessHours = [
  { days: 'Mon-Fri', hours: '9AM-5PM CST' },
  { days: 'Sat', hours: '10AM-4PM CST' },
  { days: 'Sun', hours: 'closed' },
] as const;

export const phoneHours = 'Mon-Fri 9AM-5PM CST';

/** Reads the configuration that the gateway writes into each document, so that no request is needed. */
export const takeWrittenConfig = ({ dispatch }: AppStore): void => {
  const written = document.getElementById('config')?.textContent;
  if (!written) return;
  const value = JSON.parse(written) as SiteConfig;
  dispatch(siteConfigApi.util.upsertQueryEntries([{ endpointName: 'getSiteConfig', arg: undefined, value }]));
};

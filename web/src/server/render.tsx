import type { SiteServer } from '@geodes/contracts';
import { legacy_createStore as createStore } from '@reduxjs/toolkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { cacheResponse, firstQuery } from '../app/preload-route.js';
import { pagePath, pages, type PageMetadata } from '../app/metadata.js';
import { loadPages, Router } from '../app/router.js';
import { reducer } from '../app/store.js';
import { filtersOf, pageOf, queryOf } from '../features/gallery/filters.js';
import { geodeDetail, openGeodeOf } from '../features/geode-views/geode-detail.lazy.js';
import { renderHead } from './head.js';

/** Returns the canonical URL of the gallery for a query string: fixed order, without unknown parameters. */
const galleryUrl = (search: string): string => {
  const query = new URLSearchParams(search);
  const geode = openGeodeOf(search);
  const known = geode ? new URLSearchParams({ geode }) : queryOf(filtersOf(query), pageOf(query));
  return known.size > 0 ? `/gallery?${known.toString()}` : '/gallery';
};

const partsOf = (url: string): { pathname: string; search: string } => {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return { pathname, search };
};

/** The module with which the gateway renders pages: the site's components, built for a server. */
export const site: SiteServer = {
  pages: Object.entries<PageMetadata>(pages).map(([path, { hidden }]) => ({ path, hidden: hidden !== undefined })),

  prepare: async () => {
    await Promise.all([loadPages(), geodeDetail.load()]);
  },

  view: (url) => {
    const { pathname, search } = partsOf(url);
    const path = pagePath(pathname);
    if (!Object.hasOwn(pages, path)) return undefined;
    const own = path === '/gallery' ? galleryUrl(search) : path;
    return { url: own, query: firstQuery(partsOf(own)) };
  },

  head: renderHead,

  render: (url, config, data) => {
    // No middleware: its timers would keep each response for a day.
    const store = createStore(reducer);
    store.dispatch(cacheResponse({ endpointName: 'getSiteConfig', arg: undefined }, config));
    const query = firstQuery(partsOf(url));
    if (query && data !== undefined) store.dispatch(cacheResponse(query, data));
    return renderToStaticMarkup(
      <Provider store={store}>
        <StaticRouter location={url}>
          <Router />
        </StaticRouter>
      </Provider>,
    );
  },
};

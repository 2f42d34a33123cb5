import type { SitePage, SiteServer } from '@geodes/contracts';
import { legacy_createStore as createStore } from '@reduxjs/toolkit';
import { renderToStaticMarkup } from 'react-dom/server';
import { Provider } from 'react-redux';
import { StaticRouter } from 'react-router-dom';
import { cacheResponse, firstQuery } from '../app/preload-route.js';
import {
  COMING_SOON,
  comingSoon,
  geodeMetadata,
  KEYWORDS,
  notFound,
  pagePath,
  pages,
  SHOP,
  SOCIAL_PICTURE,
  type PageMetadata,
} from '../app/metadata.js';
import { loadPages, Router } from '../app/router.js';
import { reducer } from '../app/store.js';
import { filtersOf, pageOf, queryOf } from '../features/gallery/filters.js';
import { geodeDetail } from '../features/geode-views/geode-detail.lazy.js';

const page = (path: string, { title, description, hidden }: PageMetadata): SitePage => ({
  path,
  title,
  description,
  hidden: hidden !== undefined,
});

/** Returns the canonical URL of the gallery for a query string: fixed order, without unknown parameters. */
const galleryUrl = (search: string): string => {
  const query = new URLSearchParams(search);
  const id = query.get('geode');
  const known = id ? new URLSearchParams({ geode: id.toLowerCase() }) : queryOf(filtersOf(query), pageOf(query));
  return known.size > 0 ? `/gallery?${known.toString()}` : '/gallery';
};

const addressOf = (url: string): { pathname: string; search: string } => {
  const [, pathname = '', search = ''] = /^([^?]*)(.*)$/s.exec(url) ?? [];
  return { pathname, search };
};

const comingSoonPage: SitePage = { ...page(`/gallery${COMING_SOON}`, comingSoon), showsList: true };

/** The module with which the gateway renders pages: the site's components, built for a server. */
export const site: SiteServer = {
  shop: SHOP,
  keywords: KEYWORDS,
  picture: SOCIAL_PICTURE,
  pages: Object.entries(pages).map(([path, metadata]) => page(path, metadata)),
  notFound: page('/not-found', notFound),

  prepare: async () => {
    await Promise.all([loadPages(), geodeDetail.load()]);
  },

  view: (url) => {
    const { pathname, search } = addressOf(url);
    const path = pagePath(pathname);
    const found = site.pages.find((one) => one.path === path);
    if (!found) return undefined;
    const own = path === '/gallery' ? galleryUrl(search) : path;
    const isComingSoon = new URLSearchParams(addressOf(own).search).get('available') === 'upcoming';
    return { page: isComingSoon ? comingSoonPage : found, url: own, query: firstQuery(addressOf(own)) };
  },

  describe: (geode) => {
    const { title, description } = geodeMetadata(geode);
    return { title, description };
  },

  render: (url, config, answer) => {
    // No middleware: its timers would keep each response for a day.
    const store = createStore(reducer);
    store.dispatch(cacheResponse({ endpointName: 'getSiteConfig', arg: undefined }, config));
    const query = firstQuery(addressOf(url));
    if (query && answer !== undefined) store.dispatch(cacheResponse(query, answer));
    return renderToStaticMarkup(
      <Provider store={store}>
        <StaticRouter location={url}>
          <Router />
        </StaticRouter>
      </Provider>,
    );
  },
};

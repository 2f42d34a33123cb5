import type { SiteQuery } from '@geodes/contracts';
import { matchPath } from 'react-router-dom';
import { callOf, filtersOf, pageOf } from '../features/gallery/filters.js';
import { cartDrawer } from '../features/checkout/cart-drawer.lazy.js';
import { geodeDetail, openGeodeOf } from '../features/geode-views/geode-detail.lazy.js';
import { geodeCalls } from '../features/geodes/geodes.api.js';
import { api, requestEarly } from './api.js';
import { preloadPage } from './router.js';
import type { AppStore } from './store.js';

/** Milliseconds to keep showing the server's HTML while waiting for data; then the site renders without it. */
const DATA_TIMEOUT_MS = 400;
/** Milliseconds to wait for a page's script, without which nothing can be shown. */
const SCRIPT_TIMEOUT_MS = 10_000;

type Address = Pick<Location, 'pathname' | 'search'>;

/** Returns the query of the first render of a URL; undefined if it needs none. */
export const firstQuery = ({ pathname, search }: Address): SiteQuery | undefined => {
  if (matchPath('/', pathname) || matchPath('/our-story', pathname))
    return { endpointName: 'getFeatured', arg: undefined, path: geodeCalls.featured().url };
  if (matchPath('/showcase', pathname)) return { endpointName: 'getShowcase', arg: undefined, path: '/showcase' };
  if (!matchPath('/gallery', pathname)) return undefined;
  const id = openGeodeOf(search);
  if (id) return { endpointName: 'getGeode', arg: id, path: geodeCalls.one(id).url };
  const query = new URLSearchParams(search);
  const arg = callOf(filtersOf(query), pageOf(query));
  return { endpointName: 'getGeodes', arg, path: geodeCalls.list(arg).url };
};

/** Returns the action that puts a response into the cache, where the query's own hook finds it. */
export const cacheResponse = ({ endpointName, arg }: { endpointName: string; arg: unknown }, value: unknown) =>
  // The type of `api` does not know the endpoints, which features inject.
  api.util.upsertQueryEntries([{ endpointName, arg, value }] as never);

/** Resolves when the page can be rendered just as the HTML shows it, so that nothing flickers. Never rejects. */
export const preloadFirstView = async (store: AppStore, address: Address): Promise<void> => {
  const script = scriptOf(address);
  const query = firstQuery(address);
  await Promise.all([
    within(SCRIPT_TIMEOUT_MS, script),
    store.getState().cart.isOpen && within(SCRIPT_TIMEOUT_MS, cartDrawer.preload()),
    query &&
      within(
        DATA_TIMEOUT_MS,
        // The page's script injects its endpoints.
        requestEarly({ url: query.path }, (value) => script.then(() => store.dispatch(cacheResponse(query, value)))),
      ),
  ]);
};

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);

/** Loads the script of a page. The home page and the gallery are part of the first script. */
const scriptOf = async ({ pathname, search }: Address): Promise<void> => {
  if (matchPath('/gallery', pathname)) {
    if (openGeodeOf(search)) await geodeDetail.preload();
  } else if (!matchPath('/', pathname)) await preloadPage(pathname);
};

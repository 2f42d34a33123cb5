import type { SiteQuery } from '@geodes/contracts';
import { matchPath } from 'react-router-dom';
import { callOf, filtersOf, pageOf } from '../features/gallery/filters.js';
import { cartDrawer } from '../features/checkout/cart-drawer.lazy.js';
import { geodeDetail } from '../features/geode-views/geode-detail.lazy.js';
import { geodeCalls } from '../features/geodes/geodes.api.js';
import { api, askEarly } from './api.js';
import { preloadPage } from './router.js';
import type { AppStore } from './store.js';

/** The page as the server made it waits so long for the answer that it shows, milliseconds: after that the site is drawn without. */
const ANSWER_PATIENCE_MS = 400;
/** And so long for the script of a page: it shows nothing without. */
const SCRIPT_PATIENCE_MS = 10_000;

type Address = Pick<Location, 'pathname' | 'search'>;

/** What the page at an address is drawn with at first; undefined where it asks for nothing. */
export const firstQuery = ({ pathname, search }: Address): SiteQuery | undefined => {
  if (matchPath('/', pathname)) return { endpointName: 'getFeatured', arg: undefined, path: geodeCalls.featured().url };
  if (matchPath('/showcase', pathname)) return { endpointName: 'getShowcase', arg: undefined, path: '/showcase' };
  if (!matchPath('/gallery', pathname)) return undefined;
  const query = new URLSearchParams(search);
  const id = query.get('geode');
  if (id) return { endpointName: 'getGeode', arg: id, path: geodeCalls.one(id).url };
  const arg = callOf(filtersOf(query), pageOf(query));
  return { endpointName: 'getGeodes', arg, path: geodeCalls.list(arg).url };
};

/** The action that puts an answer where the query's own hook looks for it. */
export const answered = ({ endpointName, arg }: { endpointName: string; arg: unknown }, value: unknown) =>
  // each endpoint is injected where it is used
  api.util.upsertQueryEntries([{ endpointName, arg, value }] as never);

/** Ends when the page at an address can be drawn as it stands in the HTML, so that nothing flickers. It never rejects. */
export const firstView = async (store: AppStore, address: Address): Promise<void> => {
  const script = scriptOf(address);
  const query = firstQuery(address);
  await Promise.all([
    within(SCRIPT_PATIENCE_MS, script),
    store.getState().cart.isOpen && within(SCRIPT_PATIENCE_MS, cartDrawer.preload()),
    query &&
      within(
        ANSWER_PATIENCE_MS,
        // a page's script brings its endpoints
        askEarly({ url: query.path }, (value) => script.then(() => store.dispatch(answered(query, value)))),
      ),
  ]);
};

const within = (milliseconds: number, work: Promise<unknown>): Promise<unknown> =>
  Promise.race([work, new Promise((resolve) => setTimeout(resolve, milliseconds))]);

/** What the page is drawn with; the home page and the gallery are part of the first script. */
const scriptOf = async ({ pathname, search }: Address): Promise<void> => {
  if (matchPath('/gallery', pathname)) {
    if (new URLSearchParams(search).get('geode')) await geodeDetail.preload();
  } else if (!matchPath('/', pathname)) await preloadPage(pathname);
};

import type { Geode, GeodePage } from '@geodes/contracts';
import { matchPath } from 'react-router-dom';
import { callOf, filtersOf, pageOf } from '../features/gallery/filters.js';
import { cartDrawer } from '../features/cart/cart-drawer.lazy.js';
import { geodeDetail } from '../features/geodes/geode-detail.lazy.js';
import { geodeCalls, geodeQueries } from '../features/geodes/geodes.api.js';
import { askEarly } from './api.js';
import { preloadPage } from './router.js';
import type { AppStore } from './store.js';

/** The page as the server made it waits so long for the answer that it shows, milliseconds: after that the site is drawn without. */
const ANSWER_PATIENCE_MS = 400;
/** And so long for the script of a page: it shows nothing without. */
const SCRIPT_PATIENCE_MS = 10_000;

type Address = Pick<Location, 'pathname' | 'search'>;

/** Ends when the page at an address can be drawn as it stands in the HTML, so that nothing flickers. It never rejects. */
export const firstView = async (store: AppStore, address: Address): Promise<void> => {
  await Promise.all([
    within(SCRIPT_PATIENCE_MS, scriptOf(address)),
    store.getState().cart.isOpen && within(SCRIPT_PATIENCE_MS, cartDrawer.preload()),
    within(ANSWER_PATIENCE_MS, answerFor(store, address)),
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

const answerFor = async ({ dispatch }: AppStore, { pathname, search }: Address): Promise<void> => {
  const { upsertQueryData } = geodeQueries;
  if (matchPath('/', pathname))
    await askEarly(geodeCalls.featured(), (geodes) =>
      dispatch(upsertQueryData('getFeatured', undefined, geodes as Geode[])),
    );
  if (!matchPath('/gallery', pathname)) return;
  const query = new URLSearchParams(search);
  const id = query.get('geode');
  if (id) return askEarly(geodeCalls.one(id), (geode) => dispatch(upsertQueryData('getGeode', id, geode as Geode)));
  const wanted = callOf(filtersOf(query), pageOf(query));
  await askEarly(geodeCalls.list(wanted), (page) => dispatch(upsertQueryData('getGeodes', wanted, page as GeodePage)));
};

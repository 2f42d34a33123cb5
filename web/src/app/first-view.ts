import type { Geode, GeodePage } from '@geodes/contracts';
import { matchPath } from 'react-router-dom';
import { callOf, filtersOf, pageOf } from '../features/gallery/filters.js';
import { geodeDetail } from '../features/geodes/geode-detail.lazy.js';
import { geodeCalls, geodeQueries } from '../features/geodes/geodes.api.js';
import { askEarly } from './api.js';
import { preloadPage } from './router.js';
import type { AppStore } from './store.js';

/** The page as the server made it stands still for so long at most, milliseconds. */
const PATIENCE_MS = 400;

type Address = Pick<Location, 'pathname' | 'search'>;

/** Ends when the page at an address can be drawn as it stands in the HTML, so that nothing flickers. It never rejects. */
export const firstView = (store: AppStore, address: Address): Promise<unknown> =>
  Promise.race([needs(store, address), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

const needs = ({ dispatch }: AppStore, { pathname, search }: Address): Promise<unknown> => {
  const { upsertQueryData } = geodeQueries;
  if (matchPath('/', pathname))
    return askEarly(geodeCalls.featured(), (geodes) =>
      dispatch(upsertQueryData('getFeatured', undefined, geodes as Geode[])),
    );
  if (!matchPath('/gallery', pathname)) return preloadPage(pathname);
  const query = new URLSearchParams(search);
  const id = query.get('geode');
  if (id !== null)
    return Promise.all([
      askEarly(geodeCalls.one(id), (geode) => dispatch(upsertQueryData('getGeode', id, geode as Geode))),
      geodeDetail.preload(),
    ]);
  const wanted = callOf(filtersOf(query), pageOf(query));
  return askEarly(geodeCalls.list(wanted), (page) => dispatch(upsertQueryData('getGeodes', wanted, page as GeodePage)));
};

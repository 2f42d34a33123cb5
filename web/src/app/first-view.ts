import { matchPath } from 'react-router-dom';
import { callOf, filtersOf, pageOf } from '../features/gallery/filters.js';
import { geodeDetail } from '../features/geodes/geode-detail.lazy.js';
import { getFeatured, getGeode, getGeodes } from '../features/geodes/geodes.api.js';
import { preloadPage } from './router.js';
import type { AppStore } from './store.js';

/** The page as the server made it stands still for so long at most, milliseconds. */
const PATIENCE_MS = 400;

/** Ends when the page at an address can be drawn as it stands in the HTML, so that nothing flickers. It never rejects. */
export const firstView = (store: AppStore, address: Pick<Location, 'pathname' | 'search'>): Promise<unknown> =>
  Promise.race([needs(store, address), new Promise((resolve) => setTimeout(resolve, PATIENCE_MS))]);

const needs = (
  { dispatch }: AppStore,
  { pathname, search }: Pick<Location, 'pathname' | 'search'>,
): Promise<unknown> => {
  const once = { subscribe: false } as const;
  if (matchPath('/', pathname)) return dispatch(getFeatured.initiate(undefined, once));
  if (!matchPath('/gallery', pathname)) return preloadPage(pathname);
  const query = new URLSearchParams(search);
  const list = dispatch(getGeodes.initiate(callOf(filtersOf(query), pageOf(query)), once));
  const id = query.get('geode');
  return id === null ? list : Promise.all([dispatch(getGeode.initiate(id, once)), geodeDetail.preload()]);
};

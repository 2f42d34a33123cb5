import { useCallback, useEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { KEEP_SCROLL } from '../../app/keep-scroll.js';
import { openGeodeOf, wasOpenedHere } from '../geode-views/geode-detail.lazy.js';
import { filtersOf, pageOf, queryOf, type Filters } from './filters.js';

/** Returns what consecutive changes may share one history entry: prices, as with the arrow keys, or a search being typed. */
const sharedBy = (change: Partial<Filters>): 'price' | 'search' | undefined => {
  const names = Object.keys(change);
  if (change.search && names.length === 1) return 'search';
  return names.every((name) => name === 'minPrice' || name === 'maxPrice') ? 'price' : undefined;
};

const urlOf = (filters: Filters, page: number, geode?: string | null) => {
  const query = queryOf(filters, page);
  if (geode) query.set('geode', geode);
  return { search: query.toString() };
};

/**
 * Keeps filters, sort order, page and the open geode in the URL, so that reload, Back and shared links restore them.
 */
export const useGalleryUrl = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const text = query.toString();

  const { filters, page, geodeId } = useMemo(() => {
    const params = new URLSearchParams(text);
    return { filters: filtersOf(params), page: pageOf(params), geodeId: openGeodeOf(text) };
  }, [text]);

  /** The second press of a double one must not go back once more. */
  const isClosing = useRef(false);
  useEffect(() => {
    isClosing.current = false;
  }, [geodeId]);

  /** What may share the history entry of the last change, and the query of that. */
  const last = useRef<{ by: 'price' | 'search' | undefined; query: string }>(undefined);

  /** Returns to page 1 and keeps an open geode open. Reads the URL and not the rendered query, which may be one change behind. */
  const changeFilters = (change: Partial<Filters>, replaces = false) => {
    const current = new URLSearchParams(window.location.search);
    const now = filtersOf(current);
    const next = { ...now, ...change };
    if (queryOf(next).toString() === queryOf(now).toString()) return;
    const by = sharedBy(change);
    const isNext = by !== undefined && by === last.current?.by && last.current.query === current.toString();
    const replace = replaces || isNext;
    const url = urlOf(next, 1, openGeodeOf(window.location.search));
    last.current = { by, query: url.search };
    void navigate(url, { replace, state: KEEP_SCROLL });
  };

  /** The requested page does not exist (any more): go to the last one. */
  const toLastPage = useCallback(
    (last: number) => void navigate(urlOf(filters, last, geodeId), { replace: true, state: KEEP_SCROLL }),
    [navigate, filters, geodeId],
  );

  return {
    toLastPage,
    filters,
    page,
    geodeId,
    changeFilters,
    pageUrl: (wanted: number) => urlOf(filters, wanted),
    geodeUrl: (id: string) => urlOf(filters, page, id),
    /**
     * Replaces the open geode by its neighbour in the list; Back still closes the dialog. Reads the URL and not the rendered
     * geode, which may be one press behind.
     */
    stepIn: (list: readonly { id: string }[], step: 1 | -1) => {
      const index = list.findIndex(({ id }) => id === openGeodeOf(window.location.search));
      const next = index < 0 ? undefined : list[index + step];
      if (next) void navigate(urlOf(filters, page, next.id), { replace: true, state: state ?? KEEP_SCROLL });
    },
    closeGeode: () => {
      if (isClosing.current) return;
      isClosing.current = true;
      if (wasOpenedHere(state)) void navigate(-1);
      else void navigate(urlOf(filters, page), { replace: true, state: KEEP_SCROLL });
    },
  };
};

import { useCallback, useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams, type To } from 'react-router-dom';
import { stateFields, STAYING } from '../../app/staying.js';
import { wasOpenedHere } from '../geodes/geode-detail.address.js';
import { filtersOf, pageOf, queryOf, type Filters } from './filters.js';

/** State of an entry of the history that a choice of prices has made. */
const PRICED = { ...STAYING, isPriced: true } as const;

const isOfPrice = (change: Partial<Filters>): boolean =>
  Object.keys(change).every((name) => name === 'minPrice' || name === 'maxPrice');

/** Filters, sort, page and the open geode live in the address: reload, back and a shared link restore them. */
export const useGalleryAddress = () => {
  const [query] = useSearchParams();
  const navigate = useNavigate();
  const { state } = useLocation();
  const text = query.toString();

  const { filters, page, geodeId } = useMemo(() => {
    const params = new URLSearchParams(text);
    return { filters: filtersOf(params), page: pageOf(params), geodeId: params.get('geode') || null };
  }, [text]);

  const addressOf = useCallback((next: Filters, nextPage: number, geode?: string): To => {
    const params = queryOf(next, nextPage);
    if (geode) params.set('geode', geode);
    return { search: params.toString() };
  }, []);

  /**
   * Page 1 again: what was on this page need not be in the new list at all. A geode that was opened meanwhile stays open. Prices
   * that are chosen one after the other, as with the arrow keys, are one step back.
   */
  const changeFilters = (change: Partial<Filters>, replaces = false) => {
    // a change a moment ago may not be drawn yet
    const now = filtersOf(new URLSearchParams(window.location.search));
    const next = { ...now, ...change };
    // as they are already: nothing changes, the page neither
    if (queryOf(next).toString() === queryOf(now).toString()) return;
    const ofPrice = isOfPrice(change);
    const replace = replaces || (ofPrice && stateFields(state).isPriced === true);
    void navigate(addressOf(next, 1, geodeId ?? undefined), { replace, state: ofPrice ? PRICED : STAYING });
  };

  /** The page that was asked for is not there, or no longer: the last one is shown. */
  const toLastPage = useCallback(
    (last: number) => void navigate(addressOf(filters, last, geodeId ?? undefined), { replace: true, state: STAYING }),
    [navigate, addressOf, filters, geodeId],
  );

  return {
    toLastPage,
    filters,
    page,
    geodeId,
    changeFilters,
    pageAddress: (wanted: number) => addressOf(filters, wanted),
    geodeAddress: (id: string) => addressOf(filters, page, id),
    /** Another geode takes the place of the open one; back still closes the dialog. */
    stepTo: (id: string) => void navigate(addressOf(filters, page, id), { replace: true, state: state ?? STAYING }),
    closeGeode: () => {
      if (wasOpenedHere(state)) void navigate(-1);
      else void navigate(addressOf(filters, page), { replace: true, state: STAYING });
    },
  };
};

import { plainToInstance } from 'class-transformer';
import { validateSync } from 'class-validator';
import { GeodeQuery } from '@geodes/contracts';

/** As many stones as the site shows on a page. */
const PAGE_SIZE = 10;
const KNOWN = [
  'search',
  'location',
  'crystalType',
  'category',
  'minPrice',
  'maxPrice',
  'size',
  'sortBy',
  'page',
] as const;
/** The end of the site's price range, dollars: what lies beyond it is no filter. */
const HIGHEST_PRICE = 500;
/** What the site leaves out of the address and of the call, since it filters nothing. */
const NO_FILTER: Readonly<Record<string, string>> = {
  minPrice: '0',
  maxPrice: String(HIGHEST_PRICE),
  sortBy: 'newest',
  page: '1',
};
/** What the site counts as filters; a lowest price is none. */
const NARROWING = ['search', 'location', 'crystalType', 'category', 'size', 'maxPrice'];

type Filters = Readonly<Record<string, string>>;

/** The prices as the site has them, the lower one as the lowest. */
const pricesOf = ({ minPrice, maxPrice }: Filters): Filters => {
  const within = (text: string | undefined, otherwise: number): number =>
    text !== undefined && Number(text) <= HIGHEST_PRICE ? Number(text) : otherwise;
  const prices = [within(minPrice, 0), within(maxPrice, HIGHEST_PRICE)];
  return { minPrice: String(Math.min(...prices)), maxPrice: String(Math.max(...prices)) };
};

/** What the query of an address says to the gallery: what is empty, unknown or as by default is left out. */
export const filtersOf = (query: Readonly<Record<string, unknown>>): Record<string, string> => {
  const filters: Record<string, string> = {};
  for (const name of KNOWN) {
    const given = query[name];
    const value: unknown = Array.isArray(given) ? given[0] : given;
    if (typeof value !== 'string') continue;
    const text = value.trim();
    if (text !== '' && text.toLowerCase() !== 'all' && text !== NO_FILTER[name]) filters[name] = text;
  }
  const wrong = validateSync(plainToInstance(GeodeQuery, filters));
  for (const { property } of wrong) Reflect.deleteProperty(filters, property);
  for (const [name, price] of Object.entries(pricesOf(filters)))
    if (price === NO_FILTER[name]) Reflect.deleteProperty(filters, name);
    else filters[name] = price;
  return filters;
};

/** Whether the site would say that filters leave nothing, where there is nothing. */
export const isFiltered = (filters: Filters): boolean => NARROWING.some((name) => filters[name] !== undefined);

/** The call for the page of stones that filters ask for. */
export const callOf = (filters: Filters): GeodeQuery => plainToInstance(GeodeQuery, { ...filters, limit: PAGE_SIZE });

/** The address of the gallery with filters, of another page of it, or of a geode opened over it. */
export const galleryAddress = (filters: Filters, page: number): string => {
  const { page: _page, ...rest } = filters;
  const query = new URLSearchParams({ ...rest, ...(page > 1 ? { page: String(page) } : {}) }).toString();
  return query ? `/gallery?${query}` : '/gallery';
};

/** The address of that call as the site writes it. */
export const callAddress = (filters: Filters): string => {
  const { page = '1', ...rest } = filters;
  return `/api/geodes?${new URLSearchParams({ ...rest, page, limit: String(PAGE_SIZE) }).toString()}`;
};

import type { Category, Size, SortBy } from '@geodes/contracts';
import { categoryNames } from '../geodes/geode-labels.js';

/** Filters and sort order of the gallery. `all` means no filter. */
export interface Filters {
  search: string;
  location: string;
  crystalType: string;
  category: Category | 'all';
  /** Dollars. */
  minPrice: number;
  /** Dollars. */
  maxPrice: number;
  size: Size | 'all';
  available: 'upcoming' | 'all';
  sortBy: SortBy;
}

export const PAGE_SIZE = 10;
export const PRICE_STEP = 10;
export const HIGHEST_PRICE = 500;

export const defaultFilters: Filters = {
  search: '',
  location: 'all',
  crystalType: 'all',
  category: 'all',
  minPrice: 0,
  maxPrice: HIGHEST_PRICE,
  size: 'all',
  available: 'all',
  sortBy: 'newest',
};

const option = <T extends string>(value: T, label: string = value) => ({ value, label });

export const locationOptions = [option('all', 'All'), option('Keokuk, Iowa'), option('Hamilton, Illinois')] as const;
export const crystalOptions = [
  option('all', 'All'),
  option('Quartz'),
  option('Calcite'),
  option('Chalcedony'),
  option('Pyrite'),
] as const;
export const categoryOptions = [
  option('all', 'All'),
  ...Object.entries(categoryNames).map(([value, label]) => option(value as Category, label)),
];
export const sizeOptions = [
  option('all', 'All'),
  option('small', 'Small (1-3 inches)'),
  option('medium', 'Medium (3-6 inches)'),
  option('large', 'Large (6+ inches)'),
] as const;
export const availableOptions = [option('all', 'All'), option('upcoming', 'Coming soon')] as const;
export const sortOptions = [
  option('newest', 'Newest'),
  option('price-asc', 'Price: low to high'),
  option('price-desc', 'Price: high to low'),
  option('oldest', 'Oldest'),
] as const;

const oneOf = <T extends string>(options: readonly { value: T }[], value: string | null, otherwise: T): T =>
  options.find((candidate) => candidate.value === value)?.value ?? otherwise;

/** Limits of the API: prices in dollars, pages, and lengths of search, location and crystal type. */
const PRICE = /^\d{1,7}(\.\d{1,2})?$/;
const PAGE = /^\d+$/;
const MAX_TEXT = 200;
const MAX_CRYSTAL = 100;

const price = (value: string | null, otherwise: number): number =>
  value !== null && PRICE.test(value) && Number(value) <= HIGHEST_PRICE ? Number(value) : otherwise;

const text = (value: string | null, longest: number, otherwise: string): string =>
  value !== null && value.trim() !== '' && value.trim().length <= longest ? value : otherwise;

/** Reads filters from a query string. Missing or invalid values take their defaults. */
export const filtersOf = (query: URLSearchParams): Filters => {
  const minPrice = price(query.get('minPrice'), defaultFilters.minPrice);
  const maxPrice = price(query.get('maxPrice'), defaultFilters.maxPrice);
  return {
    search: (query.get('search') ?? '').trimStart().slice(0, MAX_TEXT),
    location: text(query.get('location'), MAX_TEXT, 'all'),
    crystalType: text(query.get('crystalType'), MAX_CRYSTAL, 'all'),
    category: oneOf(categoryOptions, query.get('category'), 'all'),
    minPrice: Math.min(minPrice, maxPrice),
    maxPrice: Math.max(minPrice, maxPrice),
    size: oneOf(sizeOptions, query.get('size'), 'all'),
    available: oneOf(availableOptions, query.get('available'), 'all'),
    sortBy: oneOf(sortOptions, query.get('sortBy'), 'newest'),
  };
};

/** Reads the page number from a query string, from 1. */
export const pageOf = (query: URLSearchParams): number => {
  const text = query.get('page') ?? '';
  const page = PAGE.test(text) ? Number(text) : 1;
  return page >= 1 && page <= 1_000_000 ? page : 1;
};

/** Returns the query string of filters and page. Default values are left out. */
export const queryOf = (filters: Filters, page = 1): URLSearchParams => {
  const query = new URLSearchParams();
  for (const key of Object.keys(defaultFilters) as (keyof Filters)[]) {
    const value = typeof filters[key] === 'string' ? filters[key].trim() : filters[key];
    if (value !== defaultFilters[key]) query.set(key, String(value));
  }
  if (page > 1) query.set('page', String(page));
  return query;
};

/** Returns the query string of the API call for a page of the catalogue. */
export const callOf = (filters: Filters, page: number): string => {
  const query = queryOf(filters);
  query.set('page', String(page));
  query.set('limit', String(PAGE_SIZE));
  return query.toString();
};

/** Counts the active filters. The price counts only if the maximum is below the highest. */
export const activeFilters = (filters: Filters): number =>
  [
    filters.search.trim() !== '',
    filters.location !== 'all',
    filters.crystalType !== 'all',
    filters.category !== 'all',
    filters.maxPrice < HIGHEST_PRICE,
    filters.size !== 'all',
    filters.available !== 'all',
  ].filter(Boolean).length;

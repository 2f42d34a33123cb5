import { CATEGORIES, type GeodeQuery, SIZES, SORTS } from '@geodes/contracts';

/** What the site asks for first. */
export const HOT = '/api/geodes?page=1&limit=10';

const path = (parameters: Record<string, string>): string =>
  `/api/geodes?${new URLSearchParams(parameters).toString()}`;
const asked = (parameters: Record<string, string>): GeodeQuery => ({
  sortBy: 'newest',
  page: 1,
  limit: 10,
  ...(parameters as Partial<GeodeQuery>),
});

/** So many different filters, as people move the sliders and the lists: prices always, a size, a category or an order often. */
export const differentFilters = (count: number): Map<string, GeodeQuery> => {
  const all = new Map<string, GeodeQuery>();
  for (let number = 0; number < count; number += 1) {
    const least = 5 + ((number * 37) % 400);
    const parameters: Record<string, string> = {
      minPrice: `${least}.${String(Math.floor(number / 400) % 100).padStart(2, '0')}`,
      maxPrice: String(least + 10 + (number % 7) * 30),
      ...(number % 3 === 0 ? { size: SIZES[(number % 9) / 3] ?? 'small' } : {}),
      ...(number % 5 === 0 ? { category: CATEGORIES[(number / 5) % 3] ?? 'individual' } : {}),
      ...(number % 4 > 0 ? { sortBy: SORTS[number % 4] ?? 'oldest' } : {}),
    };
    all.set(path(parameters), asked(parameters));
  }
  return all;
};

/** Searches for words of all frequencies, by how many of 100,000 geodes have them. Prices make each a different one. */
export const SEARCHES: Record<string, (number: number) => string> = {
  'in every geode': () => 'geode',
  'in one of ten': (number) => ['snowdrift', 'evening', 'prairie', 'cedar'][number % 4] ?? 'blue',
  'in one of a hundred': (number) => `lot${10 + (number % 90)}`,
  'in one of two thousand': (number) => `note${1000 + (number % 1000)}`,
  'in one': (number) => `stone${10_000 + ((number * 17) % 80_000)}`,
  'in none': (number) => `zzyzx${number}`,
  'of two': (number) => `keokuk lot${10 + (number % 90)}`,
  'of two letters': (number) => ['st', 'qu', 'no', 'ge'][number % 4] ?? 'sm',
};

export const differentSearches = (word: (number: number) => string, count: number): Map<string, GeodeQuery> => {
  const all = new Map<string, GeodeQuery>();
  for (let number = 0; number < count; number += 1) {
    const parameters = { search: word(number), maxPrice: `510.${String(number % 100).padStart(2, '0')}` };
    all.set(path(parameters), asked(parameters));
  }
  return all;
};

import { type GeodeQuery, SIZES, SORTS } from '@geodes/contracts';

const CRYSTALS = ['Quartz', 'Calcite', 'Amethyst', 'Chalcedony', 'Barite', 'Dolomite'];
const PLACES = ['Keokuk', 'Hamilton', 'Utah', 'Missouri'];

/** The first request of the site. */
export const HOT_PATH = '/api/geodes?page=1&limit=10';

const path = (parameters: Record<string, string>): string =>
  `/api/geodes?${new URLSearchParams(parameters).toString()}`;
const queryOf = (parameters: Record<string, string>): GeodeQuery => ({
  sortBy: 'newest',
  page: 1,
  limit: 10,
  ...(parameters as Partial<GeodeQuery>),
  ...(parameters['page'] ? { page: Number(parameters['page']) } : {}),
});

/** Returns `count` different mixes of crystal type, place, size, price and page, as buyers filter. */
export const differentFilters = (count: number): Map<string, GeodeQuery> => {
  const all = new Map<string, GeodeQuery>();
  for (let number = 0; number < count; number += 1) {
    const least = 5 + ((number * 37) % 300);
    const parameters: Record<string, string> = {
      ...(number % 2 === 0 ? { crystalType: CRYSTALS[(number / 2) % CRYSTALS.length] ?? '' } : {}),
      ...(number % 3 === 0 ? { location: PLACES[(number / 3) % PLACES.length] ?? '' } : {}),
      ...(number % 4 === 0 ? { size: SIZES[(number / 4) % SIZES.length] ?? '' } : {}),
      // cents make each query different
      minPrice: `${least}.${String(Math.floor(number / 300) % 100).padStart(2, '0')}`,
      maxPrice: String(least + 50 + (number % 7) * 50),
      ...(number % 5 === 0 ? { sortBy: SORTS[(number / 5) % SORTS.length] ?? '' } : {}),
      ...(number % 6 === 0 ? { page: String(2 + ((number / 6) % 3)) } : {}),
    };
    all.set(path(parameters), queryOf(parameters));
  }
  return all;
};

/** Words by how many of 100,000 geodes have them. Prices make each query different. */
export const WORDS: Record<string, (number: number) => string> = {
  'in every geode': () => 'geode',
  'in one of ten': (number) => ['snowdrift', 'evening', 'prairie', 'cedar'][number % 4] ?? 'blue',
  'in one of a hundred': (number) => `lot${10 + (number % 90)}`,
  'in one of two thousand': (number) => `note${1000 + (number % 1000)}`,
  'in one': (number) => `stone${10_000 + ((number * 17) % 80_000)}`,
  'in none': (number) => `zzyzx${number}`,
  'of two letters': (number) => ['st', 'qu', 'no', 'ge'][number % 4] ?? 'sm',
};

/** `keokuk` is in one of five geodes, `lotN` in one of a hundred. */
export const twoWords = (number: number): string => `keokuk lot${10 + (number % 90)}`;

/** Returns `count` different searches of a word. */
export const differentSearches = (word: (number: number) => string, count: number): Map<string, GeodeQuery> => {
  const all = new Map<string, GeodeQuery>();
  for (let number = 0; number < count; number += 1) {
    const parameters = {
      search: word(number),
      maxPrice: `${510 + Math.floor(number / 100)}.${String(number % 100).padStart(2, '0')}`,
    };
    all.set(path(parameters), queryOf(parameters));
  }
  return all;
};

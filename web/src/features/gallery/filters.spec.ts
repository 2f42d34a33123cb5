import { activeFilters, callOf, defaultFilters, filtersOf, pageOf, queryOf, type Filters } from './filters.js';

const parse = (text: string) => filtersOf(new URLSearchParams(text));
const chosen: Filters = {
  search: 'smoky twins',
  location: 'Keokuk, Iowa',
  crystalType: 'Quartz',
  category: 'gift-box',
  minPrice: 50,
  maxPrice: 360,
  size: 'medium',
  available: 'upcoming',
  sortBy: 'price-asc',
};

describe('the filters in the URL', () => {
  it('are restored unchanged', () => {
    expect(parse(queryOf(chosen).toString())).toEqual(chosen);
    expect(pageOf(queryOf(chosen, 4))).toBe(4);
  });
  it('leave out every value equal to its default', () => {
    expect(queryOf(defaultFilters).toString()).toBe('');
    expect(queryOf({ ...defaultFilters, sortBy: 'oldest', maxPrice: 360 }).toString()).toBe(
      'maxPrice=360&sortBy=oldest',
    );
  });
  it('leave out location all, a blank search and the first page', () => {
    expect(queryOf({ ...defaultFilters, location: 'all', search: '  ' }, 1).toString()).toBe('');
  });
  it('take their defaults if the URL has no or invalid values', () => {
    expect(parse('')).toEqual(defaultFilters);
    expect(parse('category=boat&size=huge&sortBy=random&minPrice=-5&maxPrice=9000')).toEqual(defaultFilters);
    expect(parse('minPrice=&maxPrice=abc&location=')).toEqual(defaultFilters);
    expect(parse('minPrice=9.999&maxPrice=1e2')).toEqual(defaultFilters);
    const long = 'x'.repeat(201);
    expect(parse(`location=${long}&crystalType=${long}`)).toEqual(defaultFilters);
    expect(pageOf(new URLSearchParams('page=0'))).toBe(1);
    expect(pageOf(new URLSearchParams('page=2.5'))).toBe(1);
  });
  it('cut a search at the length of its field', () => {
    expect(parse(`search=${'x'.repeat(250)}`).search).toBe('x'.repeat(200));
  });
  it('read the page from plain decimal digits only', () => {
    for (const text of ['1e1', '0x10', '+2', ' 2', '']) expect(pageOf(new URLSearchParams([['page', text]]))).toBe(1);
    expect(pageOf(new URLSearchParams('page=12'))).toBe(12);
  });
  it('swap a minimum price above the maximum', () => {
    expect(parse('minPrice=300&maxPrice=100')).toMatchObject({ minPrice: 100, maxPrice: 300 });
  });
});

describe('the request for a page', () => {
  it('has page and limit and leaves defaults out', () => {
    expect(callOf(defaultFilters, 1)).toBe('page=1&limit=10');
    expect(callOf({ ...defaultFilters, size: 'large' }, 3)).toBe('size=large&page=3&limit=10');
  });
});

describe('the count of active filters', () => {
  it('is 0 by default and ignores the sort order', () => {
    expect(activeFilters(defaultFilters)).toBe(0);
    expect(activeFilters({ ...defaultFilters, sortBy: 'oldest' })).toBe(0);
  });
  it('counts the price only if the maximum is below 500', () => {
    expect(activeFilters({ ...defaultFilters, minPrice: 100 })).toBe(0);
    expect(activeFilters({ ...defaultFilters, maxPrice: 490 })).toBe(1);
  });
  it('counts each other filter', () => {
    expect(activeFilters(chosen)).toBe(7);
  });
});

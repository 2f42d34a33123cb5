import { callOf, filtersOf, galleryAddress } from './gallery-query.js';

describe('the filters in an address', () => {
  it('are those of the site, and no others', () => {
    const filters = filtersOf({ search: ' blue ', crystalType: 'Calcite', sortBy: 'price-asc', page: '2', geode: 'x' });
    expect(filters).toEqual({ search: 'blue', crystalType: 'Calcite', sortBy: 'price-asc', page: '2' });
    expect(callOf(filters)).toMatchObject({ ...filters, page: 2, limit: 10 });
  });

  it('leave out what is as by default, empty or malformed', () => {
    expect(
      filtersOf({
        search: '',
        location: 'all',
        category: 'rocks',
        minPrice: '0',
        maxPrice: 'much',
        size: 'huge',
        sortBy: 'newest',
        page: '-3',
      }),
    ).toEqual({});
  });

  it('take the first of repeated values, and the lower price as the lowest', () => {
    expect(filtersOf({ search: ['a', 'b'], minPrice: '200', maxPrice: '100' })).toEqual({
      search: 'a',
      minPrice: '100',
      maxPrice: '200',
    });
  });

  it('stay in the address of another page', () => {
    expect(galleryAddress({ search: 'blue & grey', page: '2' }, 3)).toBe('/gallery?search=blue+%26+grey&page=3');
    expect(galleryAddress({ page: '2' }, 1)).toBe('/gallery');
  });
});

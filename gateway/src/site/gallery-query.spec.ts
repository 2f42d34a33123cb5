import { callAddress, callOf, filtersOf, galleryAddress, isFiltered } from './gallery-query.js';

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

  it.each([
    [{ minPrice: '501', maxPrice: '600' }, {}],
    [{ minPrice: '200', maxPrice: '1000000' }, { minPrice: '200' }],
    [{ minPrice: '600', maxPrice: '100' }, { maxPrice: '100' }],
    [{ minPrice: '500', maxPrice: '100' }, { minPrice: '100' }],
    [{ minPrice: '5', maxPrice: '0' }, { maxPrice: '5' }],
    [{ minPrice: '0.00', maxPrice: '99.50' }, { maxPrice: '99.5' }],
  ])('have prices within the range of the site: %j', (query, filters) => {
    expect(filtersOf(query)).toEqual(filters);
  });

  it('ask the call in the order in which the site writes it', () => {
    const filters = filtersOf({ size: 'small', maxPrice: '10', minPrice: '20', search: 'blue' });
    expect(callAddress(filters)).toBe('/api/geodes?search=blue&minPrice=10&maxPrice=20&size=small&page=1&limit=10');
  });

  it.each(['search', 'location', 'crystalType'])('are active where there is a %s', (name) => {
    expect(isFiltered(filtersOf({ [name]: 'blue' }))).toBe(true);
  });

  it.each([
    [{ category: 'gift-box' }, true],
    [{ size: 'small' }, true],
    [{ maxPrice: '499' }, true],
    [{ maxPrice: '500' }, false],
    [{ maxPrice: '700' }, false],
    [{ minPrice: '100' }, false],
    [{ sortBy: 'oldest', page: '3', location: 'all' }, false],
  ])('are active or not as on the site: %j', (query, active) => {
    expect(isFiltered(filtersOf(query))).toBe(active);
  });

  it('stay in the address of another page', () => {
    expect(galleryAddress({ search: 'blue & grey', page: '2' }, 3)).toBe('/gallery?search=blue+%26+grey&page=3');
    expect(galleryAddress({ page: '2' }, 1)).toBe('/gallery');
  });
});

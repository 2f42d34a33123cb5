import { changedGeodeFields, newGeodeFields, stockChangedSince } from './geode-fields.js';
import type { Geode } from './geode.entity.js';

const body = {
  title: 'Smoky',
  description: 'A geode',
  price: '29.99',
  size: '3 1/2"',
  location: 'Keokuk, Iowa',
  crystalType: 'Quartz',
  quantity: 1,
  imageUrls: ['/objects/a.webp'],
};
const geode = { ...newGeodeFields(body), stockChangedAt: new Date('2026-01-01T00:00:00.500Z') } as Geode;

describe('a new geode', () => {
  it('has no tier, is an individual and is not featured unless told', () =>
    expect(newGeodeFields({ ...body, tier: null })).toMatchObject({
      tier: '',
      category: 'individual',
      isFeatured: false,
      priceCents: 2999,
      imageUrls: ['/objects/a.webp'],
    }));

  it.each([{ imageUrls: [] }, { imageUrls: undefined }, { imageUrl: ' ', imageUrls: [' '] }])(
    'has a picture: it is refused with %j',
    (none) => expect(() => newGeodeFields({ ...body, ...none })).toThrow('Please upload an image for the geode'),
  );
});

describe('an edit of a geode', () => {
  it('changes the fields it is given and no other', () =>
    expect(changedGeodeFields(geode, { title: 'Clear', quantity: 2 })).toEqual({ title: 'Clear', unitsAvailable: 2 }));

  it('changes nothing where everything is as it was', () =>
    expect(changedGeodeFields(geode, { title: 'Smoky', price: '29.99', quantity: 1, tier: null })).toEqual({}));

  it.each([
    [geode, { imageUrls: [] }],
    [geode, { imageUrl: '', imageUrls: [''] }],
    [{ ...geode, imageUrls: [] }, { title: 'Clear' }],
  ])('is refused if it leaves no picture %#', (before, changes) =>
    expect(() => changedGeodeFields(before, changes)).toThrow('Please upload an image for the geode'),
  );

  it('gives a picture to one that has none', () =>
    expect(changedGeodeFields({ ...geode, imageUrls: [] }, { imageUrl: '/objects/b.webp' })).toEqual({
      imageUrls: ['/objects/b.webp'],
    }));

  it('takes the tier away with null', () =>
    expect(changedGeodeFields({ ...geode, tier: 'S' }, { tier: null })).toEqual({ tier: '' }));
});

describe('an edit of the stock', () => {
  it('is refused where the stock changed after it was read', () =>
    expect(stockChangedSince(geode, { quantity: 2, updatedAt: '2026-01-01T00:00:00.499Z' })).toBe(true));

  it('is accepted where the last change was seen', () =>
    expect(stockChangedSince(geode, { quantity: 2, updatedAt: '2026-01-01T00:00:00.500Z' })).toBe(false));

  it('is accepted where nobody says what was seen', () =>
    expect(stockChangedSince(geode, { quantity: 2 })).toBe(false));

  it('is not meant by an edit of other fields', () =>
    expect(stockChangedSince(geode, { title: 'Clear', updatedAt: '2020-01-01T00:00:00.000Z' })).toBe(false));
});

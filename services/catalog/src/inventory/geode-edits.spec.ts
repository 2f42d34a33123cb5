import type { Geode } from '../geodes/geode.entity.js';
import { changedGeodeFields, newGeodeFields, stockChangedSince } from './geode-edits.js';

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
const noPicture = expect.objectContaining({
  code: 'BAD_REQUEST',
  details: [{ field: 'imageUrls', reason: 'Please upload an image for the geode' }],
}) as Error;
const geode = { ...newGeodeFields(body), stockChangedAt: new Date('2026-01-01T00:00:00.500Z') } as Geode;

describe('newGeodeFields', () => {
  it('defaults to no tier, the category individual and not featured', () =>
    expect(newGeodeFields({ ...body, tier: null })).toMatchObject({
      tier: '',
      category: 'individual',
      isFeatured: false,
      priceCents: 2999,
      imageUrls: ['/objects/a.webp'],
    }));

  it.each([{ imageUrls: [] }, { imageUrls: undefined }, { imageUrl: ' ', imageUrls: [' '] }])(
    'refuses a geode without a picture: %j',
    (none) => expect(() => newGeodeFields({ ...body, ...none })).toThrow(noPicture),
  );
});

describe('the address of a picture', () => {
  const script = 'javascript:alert(1)';
  it.each([
    [{ imageUrl: script }, 'imageUrl'],
    [{ imageUrls: ['/objects/b.webp', script] }, 'imageUrls'],
  ])('is refused if it is neither an object nor http: %j', (wrong, field) => {
    const details = [{ field, reason: expect.stringContaining('Please upload the picture') as string }];
    expect(() => newGeodeFields({ ...body, ...wrong })).toThrow(expect.objectContaining({ details }));
    expect(() => changedGeodeFields(geode, wrong)).toThrow(expect.objectContaining({ details }));
  });

  it('stays if it is older than the rule', () => {
    const old = { ...geode, imageUrls: ['stone.jpg'] };
    expect(changedGeodeFields(old, { title: 'Clear' })).toEqual({ title: 'Clear' });
  });
});

describe('changedGeodeFields', () => {
  it('returns only the fields that an edit changes', () =>
    expect(changedGeodeFields(geode, { title: 'Clear', quantity: 2 })).toEqual({ title: 'Clear', unitsAvailable: 2 }));

  it('returns nothing if all values are the same', () =>
    expect(changedGeodeFields(geode, { title: 'Smoky', price: '29.99', quantity: 1, tier: null })).toEqual({}));

  it.each([
    [geode, { imageUrls: [] }],
    [geode, { imageUrl: '', imageUrls: [''] }],
    [{ ...geode, imageUrls: [] }, { title: 'Clear' }],
  ])('refuses an edit that leaves no picture %#', (before, changes) =>
    expect(() => changedGeodeFields(before, changes)).toThrow(noPicture),
  );

  it('adds a picture to a geode without one', () =>
    expect(changedGeodeFields({ ...geode, imageUrls: [] }, { imageUrl: '/objects/b.webp' })).toEqual({
      imageUrls: ['/objects/b.webp'],
    }));

  it('removes the tier if it is null', () =>
    expect(changedGeodeFields({ ...geode, tier: 'S' }, { tier: null })).toEqual({ tier: '' }));
});

describe('stockChangedSince', () => {
  it('is true if the stock changed after the owner read it', () =>
    expect(stockChangedSince(geode, { quantity: 2, updatedAt: '2026-01-01T00:00:00.499Z' })).toBe(true));

  it('is false if the owner read the last change', () =>
    expect(stockChangedSince(geode, { quantity: 2, updatedAt: '2026-01-01T00:00:00.500Z' })).toBe(false));

  it('is false if the edit does not say what the owner read', () =>
    expect(stockChangedSince(geode, { quantity: 2 })).toBe(false));

  it('is false for an edit of other fields', () =>
    expect(stockChangedSince(geode, { title: 'Clear', updatedAt: '2020-01-01T00:00:00.000Z' })).toBe(false));
});

import type { Geode } from '@geodes/contracts';
import { HALF_TYPED } from '../dates.js';
import { toFormPictures, type FormPicture } from '../pictures/picture-list.js';
import { geodeFormRules, toForm, geodeChanges, newGeodeBody, optionsOf } from './geode-form.js';

const geode: Geode = {
  id: '1',
  title: 'Pyrite Lantern',
  description: 'Brass in grey.',
  price: '118.00',
  size: '3 inches',
  location: 'Warsaw, Illinois',
  crystalType: 'Pyrite',
  imageUrl: '/objects/a',
  imageUrls: ['/objects/a', '/objects/b'],
  quantity: 1,
  availableQuantity: 1,
  tier: '',
  category: 'individual',
  isAvailable: true,
  availability: 'available',
  isFeatured: false,
  isDraft: false,
  availableFrom: null,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
};
const values = (options: { value: string }[]) => options.map(({ value }) => value);

describe('the selects of the geode form', () => {
  it('offer Quartz, Amethyst, Calcite and Chalcedony, and the present value of the geode', () => {
    expect(values(optionsOf('crystalType')).slice(1)).toEqual(['Quartz', 'Amethyst', 'Calcite', 'Chalcedony']);
    expect(values(optionsOf('crystalType', geode))).toEqual(['Quartz', 'Amethyst', 'Calcite', 'Chalcedony', 'Pyrite']);
    expect(values(optionsOf('location', geode)).slice(0, 3)).toEqual([
      'Keokuk, Iowa',
      'Hamilton, Illinois',
      'Warsaw, Illinois',
    ]);
  });
  it('offer the tiers S, A, B, C or none', () => {
    expect(optionsOf('tier').map(({ label }) => label)).toEqual([
      'None',
      'S, Museum Quality',
      'A, Excellent',
      'B, Great',
      'C, Good',
    ]);
  });
  it('have no item with an empty value', () => {
    const all = [...optionsOf('crystalType'), ...optionsOf('location'), ...optionsOf('tier'), ...optionsOf('category')];
    expect(values(all)).not.toContain('');
  });
});

describe('the request body of the geode form', () => {
  it('has all fields of a new geode: quantity as integer, price as string, no tier as empty string', () => {
    const form = {
      ...toForm(),
      title: ' T ',
      description: 'D',
      price: '45.5',
      size: '3',
      pictures: toFormPictures(['/objects/x']),
    };
    expect(newGeodeBody({ ...form, location: 'Keokuk, Iowa', crystalType: 'Quartz' })).toEqual({
      title: 'T',
      description: 'D',
      price: '45.50',
      quantity: 1,
      size: '3',
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      tier: '',
      category: 'individual',
      isFeatured: false,
      isDraft: false,
      availableFrom: null,
      imageUrl: '/objects/x',
      imageUrls: ['/objects/x'],
    });
  });
  it('is empty if nothing was changed', () => {
    expect(geodeChanges(geode, toForm(geode))).toEqual({});
    expect(geodeChanges(geode, { ...toForm(geode), price: '118', title: ' Pyrite Lantern ' })).toEqual({});
    const typedElsewhere = { ...geode, description: 'Brass.\r\nGrey.' };
    expect(geodeChanges(typedElsewhere, { ...toForm(typedElsewhere), description: 'Brass.\nGrey.' })).toEqual({});
  });
  it('has only the changed fields', () => {
    expect(geodeChanges(geode, { ...toForm(geode), title: 'Lantern', tier: 'A' })).toEqual({
      title: 'Lantern',
      tier: 'A',
    });
    expect(geodeChanges({ ...geode, tier: 'A' }, { ...toForm(geode), tier: 'none' })).toEqual({ tier: '' });
    expect(geodeChanges(geode, { ...toForm(geode), location: 'other', otherPlace: 'Fox River' })).toEqual({
      location: 'Fox River',
    });
    expect(geodeChanges(geode, { ...toForm(geode), pictures: toFormPictures(['/objects/b', '/objects/a']) })).toEqual({
      imageUrl: '/objects/b',
      imageUrls: ['/objects/b', '/objects/a'],
    });
  });
  it('has the instant of the minute on which the geode goes on sale', () => {
    const minute = '2026-11-27T18:00';
    const instant = new Date(2026, 10, 27, 18, 0).toISOString();
    expect(newGeodeBody({ ...toForm(), availableFrom: minute })).toMatchObject({ availableFrom: instant });
    expect(geodeChanges(geode, { ...toForm(geode), availableFrom: minute })).toEqual({ availableFrom: instant });
    const upcoming = { ...geode, availableFrom: instant };
    expect(geodeChanges(upcoming, { ...toForm(upcoming), availableFrom: '' })).toEqual({ availableFrom: null });
  });
  it('leaves an instant between two minutes as it is unless the owner changes it', () => {
    const upcoming = { ...geode, isDraft: true, availableFrom: '2026-11-28T00:00:59.999Z' };
    expect(geodeChanges(upcoming, { ...toForm(upcoming), isDraft: false })).toEqual({ isDraft: false });
  });
  it('has updatedAt beside a changed quantity', () => {
    expect(geodeChanges(geode, { ...toForm(geode), quantity: '3' })).toEqual({
      quantity: 3,
      updatedAt: geode.updatedAt,
    });
  });
});

describe('the rules of the geode form', () => {
  const rules = geodeFormRules(undefined);
  it.each([
    ['', 'Price is required and must be a valid positive number.'],
    ['0', 'Price must be a valid positive number.'],
    ['-3', 'Price must be a valid positive number.'],
    ['1.234', 'Price must have at most 2 decimals.'],
    ['1000000', 'Price must be below $1,000,000.'],
    ['0.29', true],
    ['999999.99', true],
  ])('check a price of %j: %s', (price, verdict) => {
    expect(rules.price(price)).toBe(verdict);
  });
  it.each([
    ['', 'Quantity is required and must be 1 or more.'],
    ['0', 'Quantity must be 1 or more.'],
    ['-1', 'Quantity must be 1 or more.'],
    ['1.5', 'Quantity must be a whole number.'],
    ['10001', 'Quantity must be 10,000 or less.'],
    ['1', true],
  ])('check a quantity of %j: %s', (quantity, verdict) => {
    expect(rules.quantity(quantity)).toBe(verdict);
  });
  it('accept the quantity 0 of a sold geode', () => {
    expect(geodeFormRules({ ...geode, quantity: 0 }).quantity('0')).toBe(true);
  });
  it('refuse blank texts and selects without a choice', () => {
    expect([rules.title(' '), rules.description(''), rules.size(' ')]).toEqual([
      'Title is required.',
      'Description is required.',
      'Size is required.',
    ]);
    expect(rules.location('none')).toBe('Location is required.');
    expect(rules.crystalType('none')).toBe('Crystal type is required.');
    expect(rules.otherPlace(' ', { ...toForm(), location: 'other' })).toBe('Location is required.');
    expect(rules.otherPlace('', { ...toForm(), location: 'Keokuk, Iowa' })).toBe(true);
  });
  it('check when it goes on sale: a part of date and time would put it on sale at once', () => {
    expect([rules.availableFrom(''), rules.availableFrom('2026-11-27T18:00')]).toEqual([true, true]);
    expect(rules.availableFrom(HALF_TYPED)).toBe('On sale from needs a date and a time, or neither.');
    expect(rules.availableFrom('122026-11-27T18:00')).toBe(
      'On sale from must be a moment such as 2026-11-27T18:00:00-06:00.',
    );
    expect(rules.availableFrom('0026-11-27T18:00')).toBe('On sale from must be a moment in the years 1970 to 9999.');
  });
  it('require a picture, and the end of its upload', () => {
    const second = (state: FormPicture['state']): FormPicture => ({ id: 'new', state, path: '', sent: 0 });
    const stored = toFormPictures(['/objects/a']);
    expect(rules.pictures([])).toBe('Please upload an image for the geode.');
    expect(rules.pictures([...stored, second('sending')])).not.toBe(true);
    expect(rules.pictures([...stored, second('failed')])).not.toBe(true);
    expect(rules.pictures(stored)).toBe(true);
  });
});

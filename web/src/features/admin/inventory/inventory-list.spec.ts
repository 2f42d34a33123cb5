import type { Geode, OpenHold, OpenHolds } from '@geodes/contracts';
import { countByState, filterInventory, holdsByGeode } from './inventory-list.js';

const geode = (change: Partial<Geode>) =>
  ({
    title: 'Stone',
    description: '',
    location: 'Keokuk, Iowa',
    crystalType: 'Quartz',
    size: '3 inches',
    price: '10.00',
    quantity: 1,
    availability: 'available',
    ...change,
  }) as Geode;

const geodes = [
  geode({ title: 'Winter Calcite', crystalType: 'Calcite', price: '149.00' }),
  geode({ title: 'amber Géode', price: '9.50', quantity: 3 }),
  geode({ title: 'Pyrite Lantern', price: '118.00', quantity: 0, availability: 'held' }),
  geode({ title: 'Red Rim', price: '89.00', quantity: 0, availability: 'sold' }),
  geode({ title: 'Zinc Spray', price: '5.00', quantity: 4, availability: 'upcoming' }),
  geode({ title: 'Zoned Agate', price: '4.00', quantity: 5, isDraft: true }),
];
const shown = (view: Partial<Parameters<typeof filterInventory>[1]>) =>
  filterInventory(geodes, { search: '', sort: 'newest', filter: 'all', ...view }).map(({ title }) => title);

describe('the inventory list', () => {
  it('matches every word of a search, regardless of case and accents', () => {
    expect(shown({ search: 'CALCITE keokuk' })).toEqual(['Winter Calcite']);
    expect(shown({ search: 'geode' })).toEqual(['amber Géode']);
    expect(shown({ search: 'calcite hamilton' })).toEqual([]);
    expect(shown({ search: '  ' })).toHaveLength(6);
  });
  it.each([
    ['newest', ['Winter Calcite', 'amber Géode', 'Pyrite Lantern', 'Red Rim', 'Zinc Spray', 'Zoned Agate']],
    ['title', ['amber Géode', 'Pyrite Lantern', 'Red Rim', 'Winter Calcite', 'Zinc Spray', 'Zoned Agate']],
    ['price-asc', ['Zoned Agate', 'Zinc Spray', 'amber Géode', 'Red Rim', 'Pyrite Lantern', 'Winter Calcite']],
    ['price-desc', ['Winter Calcite', 'Pyrite Lantern', 'Red Rim', 'amber Géode', 'Zinc Spray', 'Zoned Agate']],
    ['quantity-asc', ['Pyrite Lantern', 'Red Rim', 'Winter Calcite', 'amber Géode', 'Zinc Spray', 'Zoned Agate']],
    ['quantity-desc', ['Zoned Agate', 'Zinc Spray', 'amber Géode', 'Winter Calcite', 'Pyrite Lantern', 'Red Rim']],
  ] as const)('is sorted by %s', (sort, order) => {
    expect(shown({ sort })).toEqual(order);
  });
  it('filters by availability and counts each; a draft is a draft alone', () => {
    expect(shown({ filter: 'held' })).toEqual(['Pyrite Lantern']);
    expect(shown({ filter: 'sold' })).toEqual(['Red Rim']);
    expect(shown({ filter: 'available' })).toHaveLength(2);
    expect(shown({ filter: 'upcoming' })).toEqual(['Zinc Spray']);
    expect(shown({ filter: 'draft' })).toEqual(['Zoned Agate']);
    expect(countByState(geodes)).toEqual({ all: 6, available: 2, upcoming: 1, draft: 1, held: 1, sold: 1 });
  });
});

const hold = (holdId: string, ...geodeIds: string[]) => ({ holdId, geodeIds }) as OpenHold;

it('maps a geode to the hold that ends first', () => {
  const holds = { holds: [hold('first', 'agate', 'pyrite'), hold('second', 'pyrite', 'calcite')] } as OpenHolds;
  const found = holdsByGeode(holds);
  expect(['agate', 'pyrite', 'calcite', 'quartz'].map((id) => found.get(id)?.holdId)).toEqual([
    'first',
    'first',
    'second',
    undefined,
  ]);
  expect(holdsByGeode(undefined).size).toBe(0);
});

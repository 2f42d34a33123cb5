import type { Geode, OpenHold, OpenHolds } from '@geodes/contracts';
import { countByAvailability, filterInventory, holdsByGeode } from './inventory-list.js';

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
];
const shown = (view: Partial<Parameters<typeof filterInventory>[1]>) =>
  filterInventory(geodes, { search: '', sort: 'newest', filter: 'all', ...view }).map(({ title }) => title);

describe('the inventory list', () => {
  it('matches every word of a search, regardless of case and accents', () => {
    expect(shown({ search: 'CALCITE keokuk' })).toEqual(['Winter Calcite']);
    expect(shown({ search: 'geode' })).toEqual(['amber Géode']);
    expect(shown({ search: 'calcite hamilton' })).toEqual([]);
    expect(shown({ search: '  ' })).toHaveLength(4);
  });
  it.each([
    ['newest', ['Winter Calcite', 'amber Géode', 'Pyrite Lantern', 'Red Rim']],
    ['title', ['amber Géode', 'Pyrite Lantern', 'Red Rim', 'Winter Calcite']],
    ['price-asc', ['amber Géode', 'Red Rim', 'Pyrite Lantern', 'Winter Calcite']],
    ['price-desc', ['Winter Calcite', 'Pyrite Lantern', 'Red Rim', 'amber Géode']],
    ['quantity-asc', ['Pyrite Lantern', 'Red Rim', 'Winter Calcite', 'amber Géode']],
    ['quantity-desc', ['amber Géode', 'Winter Calcite', 'Pyrite Lantern', 'Red Rim']],
  ] as const)('is sorted by %s', (sort, order) => {
    expect(shown({ sort })).toEqual(order);
  });
  it('filters by availability and counts each', () => {
    expect(shown({ filter: 'held' })).toEqual(['Pyrite Lantern']);
    expect(shown({ filter: 'sold' })).toEqual(['Red Rim']);
    expect(shown({ filter: 'available' })).toHaveLength(2);
    expect(countByAvailability(geodes)).toEqual({ all: 4, available: 2, held: 1, sold: 1 });
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

import { availability } from './availability.js';

describe('availability', () => {
  it.each([
    [1, 0, 'available'],
    [1, 1, 'available'],
    [0, 1, 'held'],
    [0, 0, 'sold'],
  ] as const)('with %i units on sale and %i reserved is %s', (unitsAvailable, unitsReserved, expected) =>
    expect(availability({ unitsAvailable, unitsReserved })).toBe(expected),
  );
});

import { availability } from './availability.js';

const NOW = new Date('2026-11-27T18:00:00.000Z');
const LATER = new Date('2026-11-27T18:00:00.001Z');

describe('availability', () => {
  it.each([
    [1, 0, null, 'available'],
    [1, 1, null, 'available'],
    [0, 1, null, 'held'],
    [0, 0, null, 'sold'],
    [1, 0, LATER, 'upcoming'],
    [1, 1, LATER, 'upcoming'],
    [1, 0, NOW, 'available'],
    [0, 1, LATER, 'held'],
    [0, 0, LATER, 'sold'],
  ] as const)(
    'with %i units on sale, %i reserved and the instant %s is %s',
    (unitsAvailable, unitsReserved, availableFrom, expected) =>
      expect(availability({ unitsAvailable, unitsReserved, availableFrom }, NOW)).toBe(expected),
  );
});

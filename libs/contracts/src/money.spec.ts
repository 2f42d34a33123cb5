import { dollars } from './money.js';

it.each([
  [0, '0.00'],
  [5, '0.05'],
  [110, '1.10'],
  [2900, '29.00'],
  [2999, '29.99'],
  [12_900, '129.00'],
  [99_999_999, '999999.99'],
  [100_000_005, '1000000.05'],
])('formats %i cents as %s dollars', (cents, text) => expect(dollars(cents)).toBe(text));

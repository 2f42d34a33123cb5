import { dollars, firstOrderDiscount } from './money.js';

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

it.each([
  [44_900, 4_490],
  [12_905, 1_291],
  [12_904, 1_290],
  [1_995, 200],
  [1_994, 199],
  [5, 1],
  [4, 0],
  [0, 0],
])('discounts a first order of %i cents by a tenth, %i, rounded half up', (subtotal, discount) =>
  expect(firstOrderDiscount(subtotal)).toBe(discount),
);

import { priceCents } from './geode-view.js';

it.each([
  ['29.99', 2999],
  ['29.9', 2990],
  ['29', 2900],
  ['0.01', 1],
  ['1.10', 110],
  ['4.35', 435],
  ['0', 0],
  ['999999999999.99', 99_999_999_999_999],
])('converts %s dollars to %s cents', (dollars, cents) => expect(priceCents(dollars)).toBe(cents));

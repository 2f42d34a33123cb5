import { priceCents } from './geode-view.js';

describe('priceCents', () => {
  it.each([
    ['29.99', 2999],
    ['29.9', 2990],
    ['29', 2900],
    ['0.01', 1],
    ['1.10', 110],
    ['4.35', 435],
    ['1.005', undefined],
    ['999999.99', 99_999_999],
    ['9999999.99', 999_999_999],
    ['0', 0],
    ['-1', undefined],
    ['1e3', undefined],
  ])('converts %s dollars to %s cents', (text, cents) => {
    if (cents === undefined) expect(() => priceCents(text)).toThrow(RangeError);
    else expect(priceCents(text)).toBe(cents);
  });
});

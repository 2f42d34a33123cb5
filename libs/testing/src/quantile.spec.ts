import { median, quantile } from './quantile.js';

describe('quantile', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('returns the quantile of unsorted values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median(hundred)).toBe(51);
    expect(quantile(hundred, 0.95)).toBe(96);
    expect(quantile([7], 0.95)).toBe(7);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10);
  });

  it('returns NaN for an empty list', () => {
    expect(median([])).toBeNaN();
  });
});

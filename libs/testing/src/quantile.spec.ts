import { median, quantile } from './quantile.js';

describe('the value below which a share of the others lies', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('is found whatever the order of the values', () => {
    expect(median([9, 1, 5])).toBe(5);
    expect(median(hundred)).toBe(51);
    expect(quantile(hundred, 0.95)).toBe(96);
    expect(quantile([7], 0.95)).toBe(7);
    expect(quantile([1, 2, 3, 4, 5, 6, 7, 8, 9, 10], 0.95)).toBe(10);
  });

  it('is none of none', () => {
    expect(median([])).toBeNaN();
  });
});

import { counted, median, quantile } from './figures.js';

describe('figures of a trial', () => {
  const hundred = Array.from({ length: 100 }, (_, index) => 100 - index);

  it('have a median and a 95th percentile, whatever the order of the values', () => {
    expect(median(hundred)).toBe(51);
    expect(quantile(hundred, 0.95)).toBe(96);
    expect(quantile([7], 0.95)).toBe(7);
  });

  it('say when there is nothing to tell', () => {
    expect(median([])).toBeNaN();
  });

  it('count what buyers were told', () => {
    expect(counted([201, 409, 409])).toEqual({ 201: 1, 409: 2 });
  });
});

import { median, quantile, Random } from './numbers.js';

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

const numbersOf = (random: Random) => Array.from({ length: 1_000 }, () => random.next());

describe('Random', () => {
  it('repeats its numbers for the same seed only', () => {
    expect(numbersOf(new Random(7))).toEqual(numbersOf(new Random(7)));
    expect(numbersOf(new Random(7))).not.toEqual(numbersOf(new Random(8)));
  });

  it('fills the range from 0 to 1', () => {
    const numbers = numbersOf(new Random(1));
    expect(Math.min(...numbers)).toBeLessThan(0.01);
    expect(Math.max(...numbers)).toBeGreaterThan(0.99);
    expect(numbers.reduce((sum, number) => sum + number) / numbers.length).toBeCloseTo(0.5, 1);
  });

  it('picks items by weight', () => {
    const random = new Random(3);
    const picked = Array.from({ length: 2_000 }, () =>
      random.weighted(['rare', 'often'], (item) => (item === 'rare' ? 1 : 9)),
    );
    expect(picked.filter((item) => item === 'rare').length / 2_000).toBeCloseTo(0.1, 1);
  });

  it('shuffles without losing items', () => {
    const cards = Array.from({ length: 50 }, (_, index) => index);
    const shuffled = new Random(3).shuffled(cards);
    expect(shuffled).not.toEqual(cards);
    expect(shuffled.toSorted((a, b) => a - b)).toEqual(cards);
  });

  it('creates version 4 UUIDs', () => {
    expect(new Random(5).uuid()).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
  });
});

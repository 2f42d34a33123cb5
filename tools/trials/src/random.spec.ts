import { Random } from './random.js';

describe('chance', () => {
  it('follows from its seed alone', () => {
    const drawn = (seed: number) => {
      const random = new Random(seed);
      return [
        random.next(),
        random.chance(0.5),
        random.between(2, 4),
        random.pick(['a', 'b']),
        random.shuffled([1, 2, 3]),
      ];
    };
    expect(drawn(7)).toEqual(drawn(7));
    expect(drawn(7)).not.toEqual(drawn(8));
  });

  it('keeps every card of a deck', () => {
    expect(new Random(3).shuffled([1, 2, 3, 4, 5]).sort()).toEqual([1, 2, 3, 4, 5]);
  });

  it('is spread over its range', () => {
    const random = new Random(1);
    const values = Array.from({ length: 1_000 }, () => random.between(10, 20));
    expect(Math.min(...values)).toBeGreaterThanOrEqual(10);
    expect(Math.max(...values)).toBeLessThan(20);
    expect(values.filter((value) => value < 15).length).toBeGreaterThan(400);
  });
});

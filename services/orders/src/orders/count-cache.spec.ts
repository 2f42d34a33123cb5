import { CountCache } from './count-cache.js';

describe('a cached count', () => {
  let time: number;
  let actual: number;
  let queries: number;
  let counts: CountCache;
  const count = () => {
    queries += 1;
    return Promise.resolve(actual);
  };
  beforeEach(() => {
    [time, actual, queries] = [0, 100, 0];
    counts = new CountCache(30, () => time);
  });

  it('is returned without a query while it is fresh', async () => {
    expect(await counts.get('open', count)).toBe(100);
    [time, actual] = [29, 200];
    expect([await counts.get('open', count), queries]).toEqual([100, 1]);
    expect(await counts.get('archive', count)).toBe(200);
  });

  it('is returned while a new count runs', async () => {
    await counts.get('open', count);
    [time, actual] = [31, 200];
    expect(await counts.get('open', count)).toBe(100);
    expect([await counts.get('open', count), queries]).toEqual([200, 2]);
  });

  it('is not returned when it is very old', async () => {
    await counts.get('open', count);
    [time, actual] = [601, 200];
    expect(await counts.get('open', count)).toBe(200);
  });

  it('is counted by one query at a time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => counts.get('open', count)));
    expect(queries).toBe(1);
  });

  it('is returned if the new count fails; without a cached count the failure is thrown', async () => {
    await counts.get('open', count);
    time = 31;
    const failing = () => Promise.reject(new Error('away'));
    expect(await counts.get('open', failing)).toBe(100);
    await expect(counts.get('archive', failing)).rejects.toThrow('away');
    expect(await counts.get('archive', count)).toBe(100);
  });
});

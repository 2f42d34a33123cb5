import { CountCache } from './count-cache.js';

describe('a remembered count', () => {
  let time: number;
  let real: number;
  let asked: number;
  let counts: CountCache;
  const count = () => {
    asked += 1;
    return Promise.resolve(real);
  };
  beforeEach(() => {
    [time, real, asked] = [0, 100, 0];
    counts = new CountCache(30, () => time);
  });

  it('is given again while it is young', async () => {
    expect(await counts.get('open', count)).toBe(100);
    [time, real] = [29, 200];
    expect([await counts.get('open', count), asked]).toEqual([100, 1]);
    expect(await counts.get('archive', count)).toBe(200);
  });

  it('is given while it is counted again', async () => {
    await counts.get('open', count);
    [time, real] = [31, 200];
    expect(await counts.get('open', count)).toBe(100);
    expect([await counts.get('open', count), asked]).toEqual([200, 2]);
  });

  it('is waited for where it is old', async () => {
    await counts.get('open', count);
    [time, real] = [601, 200];
    expect(await counts.get('open', count)).toBe(200);
  });

  it('is counted by one at a time', async () => {
    await Promise.all(Array.from({ length: 5 }, () => counts.get('open', count)));
    expect(asked).toBe(1);
  });

  it('is given though counting it again fails; where there is none the failure is told', async () => {
    await counts.get('open', count);
    time = 31;
    const failing = () => Promise.reject(new Error('away'));
    expect(await counts.get('open', failing)).toBe(100);
    await expect(counts.get('archive', failing)).rejects.toThrow('away');
    expect(await counts.get('archive', count)).toBe(100);
  });
});

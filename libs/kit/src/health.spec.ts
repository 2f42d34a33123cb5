import { Readiness } from './health.js';

describe('whether a process is ready', () => {
  /** A dependency that is well or not, and a clock that a test turns. */
  const dependency = () => {
    const state = { isWell: true, looks: 0, now: 0 };
    const check = () => {
      state.looks += 1;
      return state.isWell ? Promise.resolve() : Promise.reject(new Error('away'));
    };
    return { state, readiness: new Readiness([{ name: 'redis', check }], { now: () => state.now }) };
  };

  it('is looked at once for all who ask at the same time', async () => {
    const { state, readiness } = dependency();
    expect(await Promise.all(Array.from({ length: 100 }, () => readiness.failing()))).toEqual(Array(100).fill([]));
    expect(state.looks).toBe(1);
  });

  it('is told again for half a second, then looked at anew', async () => {
    const { state, readiness } = dependency();
    expect(await readiness.failing()).toEqual([]);
    Object.assign(state, { isWell: false, now: 499 });
    expect(await readiness.failing()).toEqual([]);
    state.now = 500;
    expect(await readiness.failing()).toEqual(['redis']);
    expect(state.looks).toBe(2);
  });
});

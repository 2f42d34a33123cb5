import { Readiness } from './health.js';

describe('Readiness', () => {
  /** A dependency and a clock that the test controls. */
  const dependency = () => {
    const state = { isWell: true, checks: 0, now: 0 };
    const check = () => {
      state.checks += 1;
      return state.isWell ? Promise.resolve() : Promise.reject(new Error('away'));
    };
    return { state, readiness: new Readiness([{ name: 'redis', check }], { now: () => state.now }) };
  };

  it('runs health checks once for concurrent requests', async () => {
    const { state, readiness } = dependency();
    expect(await Promise.all(Array.from({ length: 100 }, () => readiness.failing()))).toEqual(Array(100).fill([]));
    expect(state.checks).toBe(1);
  });

  it('caches health check results for half a second', async () => {
    const { state, readiness } = dependency();
    expect(await readiness.failing()).toEqual([]);
    Object.assign(state, { isWell: false, now: 499 });
    expect(await readiness.failing()).toEqual([]);
    state.now = 500;
    expect(await readiness.failing()).toEqual(['redis']);
    expect(state.checks).toBe(2);
  });
});

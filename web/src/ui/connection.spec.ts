import { retryOnline } from './connection.js';

describe('a retry while offline', () => {
  afterEach(() => {
    jest.restoreAllMocks();
    Reflect.deleteProperty(globalThis, 'window');
  });

  it('waits 2 s, twice as long after each attempt, and 30 s at most', () => {
    Object.assign(globalThis, { window: new EventTarget() });
    const delays = jest.spyOn(globalThis, 'setTimeout');
    for (const attempt of [0, 1, 2, 3, 4, 9]) retryOnline(attempt, () => undefined)();
    expect(delays.mock.calls.map(([, milliseconds]) => milliseconds)).toEqual([
      2_000, 4_000, 8_000, 16_000, 30_000, 30_000,
    ]);
  });
});

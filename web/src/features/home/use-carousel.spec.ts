import { mayPreload, TURN_INTERVAL_MS, wrappedIndex } from './use-carousel.js';

describe('the carousel', () => {
  it('advances every 5 seconds', () => {
    expect(TURN_INTERVAL_MS).toBe(5_000);
  });
  it('loops', () => {
    expect(wrappedIndex(5, 1, 6)).toBe(0);
    expect(wrappedIndex(0, -1, 6)).toBe(5);
    expect(wrappedIndex(2, 1, 6)).toBe(3);
    expect(wrappedIndex(0, 1, 0)).toBe(0);
  });
  it('preloads the adjacent pictures unless the connection is data-saver, 2g or slow-2g', () => {
    expect(mayPreload(undefined)).toBe(true);
    expect(mayPreload({ effectiveType: '4g', saveData: false })).toBe(true);
    expect(mayPreload({ effectiveType: '4g', saveData: true })).toBe(false);
    expect(mayPreload({ effectiveType: '2g' })).toBe(false);
    expect(mayPreload({ effectiveType: 'slow-2g' })).toBe(false);
  });
});

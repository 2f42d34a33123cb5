import { mayPreload, TURN, turned } from './use-carousel.js';

describe('the carousel', () => {
  it('advances every 5 seconds', () => {
    expect(TURN).toBe(5_000);
  });
  it('loops', () => {
    expect(turned(5, 1, 6)).toBe(0);
    expect(turned(0, -1, 6)).toBe(5);
    expect(turned(2, 1, 6)).toBe(3);
    expect(turned(0, 1, 0)).toBe(0);
  });
  it('preloads the neighbours unless the connection is data-saver, 2g or slow-2g', () => {
    expect(mayPreload(undefined)).toBe(true);
    expect(mayPreload({ effectiveType: '4g', saveData: false })).toBe(true);
    expect(mayPreload({ effectiveType: '4g', saveData: true })).toBe(false);
    expect(mayPreload({ effectiveType: '2g' })).toBe(false);
    expect(mayPreload({ effectiveType: 'slow-2g' })).toBe(false);
  });
});

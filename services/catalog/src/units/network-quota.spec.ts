import { type OffSaleUse, secondsUntilAllowed, WINDOW_SECONDS } from './network-quota.js';

const LIMITS = { units: 3, seconds: 600 };
const open = (endsIn: number, seconds = 0): OffSaleUse => ({ seconds, age: 0, endsIn });
const ended = (age: number, seconds: number): OffSaleUse => ({ seconds, age, endsIn: null });

describe('the seconds until a network may take units off sale', () => {
  it('are none up to both limits', () => {
    expect(secondsUntilAllowed([open(60), ended(10, 300)], 2, 150, LIMITS)).toBe(0);
  });

  it('are the time until enough open units end', () => {
    expect(secondsUntilAllowed([open(90), open(30), open(60)], 1, 1, LIMITS)).toBe(30);
    expect(secondsUntilAllowed([open(90), open(30), open(60)], 2, 1, LIMITS)).toBe(60);
  });

  it('are the time until enough of the hour is forgotten, oldest first', () => {
    const uses = [ended(100, 200), ended(2_000, 300), ended(1_000, 100)];
    expect(secondsUntilAllowed(uses, 1, 60, LIMITS)).toBe(WINDOW_SECONDS - 2_000);
    expect(secondsUntilAllowed(uses, 8, 50, { ...LIMITS, units: 8 })).toBe(WINDOW_SECONDS - 1_000);
  });

  it('do not count what has left the window', () => {
    expect(secondsUntilAllowed([ended(WINDOW_SECONDS, 10_000)], 1, 60, LIMITS)).toBe(0);
  });

  it('are the window if the request alone is over a limit', () => {
    expect(secondsUntilAllowed([], 4, 1, LIMITS)).toBe(WINDOW_SECONDS);
    expect(secondsUntilAllowed([], 11, 60, { units: 20, seconds: 600 })).toBe(WINDOW_SECONDS);
  });

  it('are none for one full hold of ten, however long it is, until some of it was used', () => {
    const limits = { units: 20, seconds: 600 };
    expect(secondsUntilAllowed([], 10, 14_400, limits)).toBe(0);
    expect(secondsUntilAllowed([ended(60, 14_400)], 9, 14_400, limits)).toBe(0);
    expect(secondsUntilAllowed([ended(60, 14_400)], 10, 14_400, limits)).toBe(WINDOW_SECONDS - 60);
  });
});

import { countdownText, untilNextText } from './sale-time.js';

const SECOND = 1_000;
const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe('the countdown', () => {
  it.each([
    [3 * DAY - 1, 'in 3 days'],
    [2 * DAY, 'in 2 days'],
    [2 * DAY - 1, 'in 48 hours'],
    [2 * HOUR + 5 * MINUTE, 'in 2 hours 5 minutes'],
    [HOUR + MINUTE, 'in 1 hour 1 minute'],
    [HOUR, 'in 1 hour'],
    [59 * MINUTE, 'in 59 minutes'],
    [MINUTE + 1, 'in 2 minutes'],
    [MINUTE, 'in 60 seconds'],
    [SECOND, 'in 1 second'],
    [1, 'in 1 second'],
  ])('of %i milliseconds says %j', (left, text) => expect(countdownText(left)).toBe(text));

  it.each([2 * DAY, 3.5 * DAY, 5 * HOUR + 1, HOUR, 90 * SECOND, MINUTE, 1_500, 1])(
    'of %i milliseconds says something else after the pause, and nothing else before',
    (left) => {
      const pause = untilNextText(left);
      expect(pause).toBeGreaterThan(0);
      expect(countdownText(left - pause + 1)).toBe(countdownText(left));
      expect(countdownText(left - pause)).not.toBe(countdownText(left));
    },
  );

  it('waits at most an hour, and ends at the instant', () => {
    expect(untilNextText(30 * DAY)).toBe(HOUR);
    let left = 3 * DAY;
    for (let step = 0; left > 0 && step < 10_000; step += 1) left -= untilNextText(left);
    expect(left).toBe(0);
  });
});

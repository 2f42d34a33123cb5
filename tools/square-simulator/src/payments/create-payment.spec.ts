import { durationMs } from './create-payment.js';

describe('a delay_duration', () => {
  it.each([
    ['PT10M', 600_000],
    ['PT168H', 604_800_000],
    ['P7D', 604_800_000],
    ['P1W', 604_800_000],
    ['P1DT2H3M4S', 93_784_000],
    ['PT0S', 0],
  ])('%s lasts %i ms', (text, ms) => {
    expect(durationMs(text)).toBe(ms);
  });

  it.each(['', 'P', 'PT', 'P1DT', '10M', 'PT10', 'PT-1M', 'P1M', 'P1Y', 'PT1.5H', 'P1WT1H', ' PT1M', 'PT1M\n'])(
    '%j is refused',
    (text) => {
      expect(durationMs(text)).toBeUndefined();
    },
  );
});

import { tooltipDelay } from './tooltip-delay.js';

describe('tooltips', () => {
  it('open after 700 ms', () => {
    expect(tooltipDelay(Number.NEGATIVE_INFINITY, 5_000)).toBe(700);
    expect(tooltipDelay(1_000, 1_300)).toBe(700);
  });
  it('open at once within 300 ms of another one', () => {
    expect(tooltipDelay(1_000, 1_299)).toBe(0);
  });
});

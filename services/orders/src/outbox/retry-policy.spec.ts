import { afterFailure, MAX_FAILURES, retryDelaySeconds } from './retry-policy.js';

describe('a fact that fails', () => {
  it('is tried again after growing pauses that stay well below two minutes', () => {
    expect([1, 2, 3, 12, 13, 10_000].map(retryDelaySeconds)).toEqual([5, 10, 15, 60, 60, 60]);
  });

  it('is given up with the tenth refusal, between three and ten minutes after the first', () => {
    let [failures, seconds] = [0, 0];
    for (let round = 1; round < MAX_FAILURES; round += 1) {
      const next = afterFailure(failures, false);
      expect(next.isGivenUp).toBe(false);
      failures = next.failures;
      seconds += next.retryDelaySeconds ?? 0;
    }
    expect(afterFailure(failures, false)).toMatchObject({ failures: 10, isGivenUp: true });
    expect(seconds).toBeGreaterThan(180);
    expect(seconds).toBeLessThan(600);
  });

  it('because something was away is never given up for that, however often', () => {
    expect(afterFailure(0, true)).toEqual({ failures: 0, isGivenUp: false, retryDelaySeconds: null });
    expect(afterFailure(MAX_FAILURES, true)).toMatchObject({ failures: MAX_FAILURES, isGivenUp: false });
  });

  it('again after the operator had it retried is given up at once', () => {
    expect(afterFailure(MAX_FAILURES, false).isGivenUp).toBe(true);
  });
});

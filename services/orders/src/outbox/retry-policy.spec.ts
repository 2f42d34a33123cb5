import { afterFailure, MAX_FAILURES, retryDelaySeconds } from './retry-policy.js';

describe('an outbox event that fails', () => {
  it('is retried after growing delays of at most a minute', () => {
    expect([1, 2, 3, 12, 13, 10_000].map(retryDelaySeconds)).toEqual([5, 10, 15, 60, 60, 60]);
  });

  it('fails for good with the tenth refusal, between three and ten minutes after the first', () => {
    let [failures, seconds] = [0, 0];
    for (let round = 1; round < MAX_FAILURES; round += 1) {
      const next = afterFailure(failures, false);
      expect(next.isFailed).toBe(false);
      failures = next.failures;
      seconds += next.retryDelaySeconds ?? 0;
    }
    expect(afterFailure(failures, false)).toMatchObject({ failures: 10, isFailed: true });
    expect(seconds).toBeGreaterThan(180);
    expect(seconds).toBeLessThan(600);
  });

  it('never fails for good because of outages', () => {
    expect(afterFailure(0, true)).toEqual({ failures: 0, isFailed: false, retryDelaySeconds: null });
    expect(afterFailure(MAX_FAILURES, true)).toMatchObject({ failures: MAX_FAILURES, isFailed: false });
  });

  it('fails for good with the first refusal after the operator retried it', () => {
    expect(afterFailure(MAX_FAILURES, false).isFailed).toBe(true);
  });
});

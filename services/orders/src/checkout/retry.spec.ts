import { AppError, systemClock } from '@geodes/kit';
import { retryUntilKnown } from './retry.js';

const options = { budgetMs: 200, pauseMs: 5 };

describe('retryUntilKnown', () => {
  it.each(['UNAVAILABLE', 'INTERNAL'] as const)('repeats the call while it fails with %s', async (code) => {
    let calls = 0;
    const outcome = await retryUntilKnown(
      async () => {
        calls += 1;
        if (calls < 3) throw new AppError(code, 'away');
        return 'done';
      },
      options,
      systemClock,
    );
    expect([outcome, calls]).toEqual(['done', 3]);
  });

  it('returns undefined if the outcome is still unknown when the budget is spent', async () => {
    const outcome = await retryUntilKnown(async () => undefined, options, systemClock);
    expect(outcome).toBeUndefined();
  });

  it('throws a refusal after the first call', async () => {
    let calls = 0;
    const refusal = new AppError('OUT_OF_STOCK', 'gone');
    await expect(
      retryUntilKnown(
        async () => {
          calls += 1;
          throw refusal;
        },
        options,
        systemClock,
      ),
    ).rejects.toBe(refusal);
    expect(calls).toBe(1);
  });
});

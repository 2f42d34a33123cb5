import { AppError, systemClock } from '@geodes/kit';
import { retryUntilKnown } from './retry.js';

const retried = (call: () => Promise<string | undefined>) =>
  retryUntilKnown(call, { budgetMs: 200, pauseMs: 5 }, systemClock);

describe('retryUntilKnown', () => {
  it.each(['UNAVAILABLE', 'INTERNAL'] as const)('repeats the call while it fails with %s', async (code) => {
    const call = jest.fn(() => Promise.resolve('done'));
    for (let failure = 1; failure <= 2; failure += 1) call.mockRejectedValueOnce(new AppError(code, 'away'));
    expect(await retried(call)).toBe('done');
    expect(call).toHaveBeenCalledTimes(3);
  });

  it('returns undefined if the outcome is still unknown when the budget is spent', async () => {
    expect(await retried(() => Promise.resolve(undefined))).toBeUndefined();
  });

  it('throws a refusal after the first call', async () => {
    const refusal = new AppError('OUT_OF_STOCK', 'gone');
    const call = jest.fn(() => Promise.reject(refusal));
    await expect(retried(call)).rejects.toBe(refusal);
    expect(call).toHaveBeenCalledTimes(1);
  });
});

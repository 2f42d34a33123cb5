import { AppError, systemClock } from '@geodes/kit';
import { retryUntilKnown } from './retry.js';

const patience = { budgetMs: 200, pauseMs: 5 };
const unavailable = () => new AppError('UNAVAILABLE', 'away');

describe('asking until the answer is known', () => {
  it('asks again while the service is away', async () => {
    let calls = 0;
    const answer = await retryUntilKnown(
      async () => {
        calls += 1;
        if (calls < 3) throw unavailable();
        return 'done';
      },
      patience,
      systemClock,
    );
    expect([answer, calls]).toEqual(['done', 3]);
  });

  it('gives up as unknown when the budget is spent', async () => {
    const answer = await retryUntilKnown(async () => undefined, patience, systemClock);
    expect(answer).toBeUndefined();
  });

  it('passes a refusal on at once', async () => {
    let calls = 0;
    const refusal = new AppError('OUT_OF_STOCK', 'gone');
    await expect(
      retryUntilKnown(
        async () => {
          calls += 1;
          throw refusal;
        },
        patience,
        systemClock,
      ),
    ).rejects.toBe(refusal);
    expect(calls).toBe(1);
  });
});

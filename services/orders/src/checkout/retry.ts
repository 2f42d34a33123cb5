import { AppError, type Clock } from '@geodes/kit';

export interface RetryOptions {
  /** No new try begins after this many milliseconds. */
  budgetMs: number;
  /** First pause between tries, milliseconds; doubles up to two seconds. */
  pauseMs: number;
}

const MAX_PAUSE_MS = 2_000;

/**
 * Repeats a call that is safe to repeat while its answer stays unknown (`undefined`, or the service is UNAVAILABLE).
 * Returns undefined where it is still unknown when the budget is spent; throws every other error.
 */
export const retryUntilKnown = async <T>(
  call: () => Promise<T | undefined>,
  { budgetMs, pauseMs }: RetryOptions,
  clock: Clock,
): Promise<T | undefined> => {
  const end = clock.now() + budgetMs;
  for (let pause = pauseMs; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const answer = await call();
      if (answer !== undefined) return answer;
    } catch (error) {
      if (!(error instanceof AppError && error.code === 'UNAVAILABLE')) throw error;
    }
    const jittered = pause * (0.75 + Math.random() / 2);
    if (clock.now() + jittered > end) return undefined;
    await clock.sleep(jittered);
  }
};

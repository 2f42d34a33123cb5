import type { ErrorCode } from '@geodes/contracts';
import { AppError, type Clock } from '@geodes/kit';

export interface RetryOptions {
  /** No new call begins after this many milliseconds. */
  budgetMs: number;
  /** First pause between calls, milliseconds; doubles up to two seconds. */
  pauseMs: number;
}

const MAX_PAUSE_MS = 2_000;
const UNKNOWN: ReadonlySet<ErrorCode> = new Set(['UNAVAILABLE', 'INTERNAL']);

/**
 * Repeats an idempotent call while its outcome is unknown: it returned undefined, threw UNAVAILABLE, or threw INTERNAL
 * (a process that stops fails so).
 * Returns undefined if the outcome is still unknown when the budget is spent. Throws every other error.
 */
export const retryUntilKnown = async <T>(
  call: () => Promise<T | undefined>,
  { budgetMs, pauseMs }: RetryOptions,
  clock: Clock,
): Promise<T | undefined> => {
  const end = clock.now() + budgetMs;
  for (let pause = pauseMs; ; pause = Math.min(pause * 2, MAX_PAUSE_MS)) {
    try {
      const outcome = await call();
      if (outcome !== undefined) return outcome;
    } catch (error) {
      if (!(error instanceof AppError && UNKNOWN.has(error.code))) throw error;
    }
    const jittered = pause * (0.75 + Math.random() / 2);
    if (clock.now() + jittered > end) return undefined;
    await clock.sleep(jittered);
  }
};

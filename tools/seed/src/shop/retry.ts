import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@geodes/kit';

const TIMEOUT_MS = 90_000;
const PAUSE_MS = 500;

/** A refusal is final; anything else (a service that starts again, a store that is away) passes. */
const passes = (error: unknown) => !(error instanceof AppError) || error.code === 'UNAVAILABLE';

/** Tries again for up to a minute and a half, then throws the last error. What is done must be safe to do twice. */
export async function withRetry<T>(act: () => Promise<T>, limitMs = TIMEOUT_MS): Promise<T> {
  const until = Date.now() + limitMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!passes(error) || Date.now() + PAUSE_MS > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

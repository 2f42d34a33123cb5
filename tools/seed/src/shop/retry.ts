import { setTimeout as sleep } from 'node:timers/promises';
import { AppError } from '@geodes/kit';

const TIMEOUT_MS = 90_000;
const PAUSE_MS = 500;

/** A refusal is final; other errors (a restarting service, an unavailable store) are transient. */
const isTransient = (error: unknown) => !(error instanceof AppError) || error.code === 'UNAVAILABLE';

/** Retries transient errors until the timeout (ms), then throws the last error. `act` must be idempotent. */
export async function withRetry<T>(act: () => Promise<T>, timeoutMs = TIMEOUT_MS): Promise<T> {
  const until = Date.now() + timeoutMs;
  for (;;) {
    try {
      return await act();
    } catch (error) {
      if (!isTransient(error) || Date.now() + PAUSE_MS > until) throw error;
      await sleep(PAUSE_MS);
    }
  }
}

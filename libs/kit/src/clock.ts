import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the code asks for it, so that a test can hold it in its hand. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  /** Milliseconds since 1970 as this machine believes: they may be wrong, and may be set back. */
  wall(): number;
  /** Ends after `ms` milliseconds, or at once when `signal` is aborted. Never rejects. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export const systemClock: Clock = {
  now: () => performance.now(),
  wall: () => Date.now(),
  sleep: (ms, signal) =>
    sleep(ms, undefined, { signal }).catch((error: unknown) => {
      if (!signal?.aborted) throw error;
    }),
};

/** Waits for `work`, at most `ms` milliseconds; undefined where it takes longer. Throws what the work throws meanwhile. */
export const atMost = async <T>(ms: number, work: Promise<T>, clock: Clock): Promise<T | undefined> => {
  const over = new AbortController();
  try {
    return (await Promise.race([work, clock.sleep(ms, over.signal)])) as T | undefined;
  } finally {
    over.abort();
  }
};

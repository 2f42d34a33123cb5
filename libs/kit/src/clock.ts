import { setTimeout as sleep } from 'node:timers/promises';

/** Injection token of the process's clock. */
export const CLOCK = Symbol('CLOCK');

/** The source of time, so that tests can control it. */
export interface Clock {
  /** Monotonic milliseconds. */
  now(): number;
  /** Milliseconds since 1970 by the system clock, which may be wrong or set back. */
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

/** Waits for `work`, at most `ms` milliseconds; returns undefined on timeout. Throws the error of `work`. */
export const atMost = async <T>(ms: number, work: Promise<T>, clock: Clock): Promise<T | undefined> => {
  const controller = new AbortController();
  try {
    return (await Promise.race([work, clock.sleep(ms, controller.signal)])) as T | undefined;
  } finally {
    controller.abort();
  }
};

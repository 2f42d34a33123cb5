import { setTimeout as sleep } from 'node:timers/promises';

/** Time as the code asks for it, so that a test can hold it in its hand. */
export interface Clock {
  /** Milliseconds of a clock that never goes back. */
  now(): number;
  sleep(ms: number): Promise<void>;
}

export const systemClock: Clock = { now: () => performance.now(), sleep: (ms) => sleep(ms) };

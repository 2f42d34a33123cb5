import type { Clock } from '@geodes/kit';

const FIRST_DELAY_MS = 300;
const MAX_DELAY_MS = 8_000;

/**
 * Returns the milliseconds to wait after this many failed tries. Doubles with each try; half of it is random, so callers
 * do not retry together.
 */
export const backoffMs = (tries: number): number => {
  const full = Math.min(MAX_DELAY_MS, FIRST_DELAY_MS * 2 ** (tries - 1));
  return full * (0.5 + Math.random() / 2);
};

/** The latest end of a command, shared by the calls it makes. */
export class Deadline {
  private readonly end: number;

  constructor(
    timeoutMs: number,
    private readonly clock: Clock,
  ) {
    this.end = clock.now() + timeoutMs;
  }

  get leftMs(): number {
    return Math.max(0, Math.floor(this.end - this.clock.now()));
  }

  /** Returns `ms`, or what is left if that is less. */
  atMost(ms: number): number {
    return Math.min(ms, this.leftMs);
  }

  /**
   * Repeats `work` with backoff until it returns a result; `tries` counts from 1. Returns undefined after `maxTries`, or once
   * a further try would begin with less than `minLeftMs` left.
   */
  async retry<T>(
    maxTries: number,
    minLeftMs: number,
    work: (tries: number) => Promise<T | undefined>,
  ): Promise<T | undefined> {
    for (let tries = 1; ; tries += 1) {
      const result = await work(tries);
      if (result !== undefined) return result;
      const delayMs = backoffMs(tries);
      if (tries === maxTries || this.leftMs - delayMs < minLeftMs) return undefined;
      await this.clock.sleep(delayMs);
    }
  }
}

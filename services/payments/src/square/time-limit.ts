import type { Clock } from '@geodes/kit';

/** The time a command has left, shared by the calls it makes. Milliseconds. */
export class TimeLimit {
  private readonly end: number;

  constructor(
    limitMs: number,
    private readonly clock: Clock,
  ) {
    this.end = clock.now() + limitMs;
  }

  get left(): number {
    return Math.max(0, Math.floor(this.end - this.clock.now()));
  }

  /** At most `ms` of what is left. */
  atMost(ms: number): number {
    return Math.min(ms, this.left);
  }
}

/**
 * Runs `work` for at most `limitMs`; then aborts it and rejects, also where it does not heed the signal. The SDK stops
 * its own clock when the reply's headers arrive and would wait for a stalled body without limit (square 46.0.0).
 */
export const withinTime = async <T>(limitMs: number, work: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      reject(Object.assign(new Error(`no answer within ${limitMs} ms`), { code: 'TIMEOUT' }));
      controller.abort();
    }, limitMs);
  });
  try {
    return await Promise.race([work(controller.signal), late]);
  } finally {
    clearTimeout(timer);
  }
};

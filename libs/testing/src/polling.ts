import { setTimeout as sleep } from 'node:timers/promises';

/** Polls `look` until it returns a truthy value. After `timeoutMs` throws an Error with `what` and the last failure. */
export const eventually = async <T>(
  what: string,
  look: () => T | Promise<T>,
  timeoutMs = 60_000,
  intervalMs = 100,
): Promise<NonNullable<T>> => {
  const end = performance.now() + timeoutMs;
  for (;;) {
    let failure: unknown = 'there was nothing';
    try {
      const value = await look();
      if (value) return value;
    } catch (error) {
      failure = error;
    }
    if (performance.now() > end) throw new Error(`${what} not within ${timeoutMs} ms: ${String(failure)}`);
    await sleep(intervalMs);
  }
};

/** Polls until the condition is met. Returns false if it is not within `timeoutMs`. */
export const until = async (
  isMet: () => boolean | Promise<boolean>,
  timeoutMs: number,
  intervalMs = 500,
): Promise<boolean> => {
  const end = performance.now() + timeoutMs;
  while (!(await isMet())) {
    if (performance.now() > end) return false;
    await sleep(intervalMs);
  }
  return true;
};

import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until `isWanted`, at most `timeoutMs` milliseconds. Returns the last value, wanted or not. */
export const eventually = async <T>(
  read: () => Promise<T>,
  isWanted: (value: T) => boolean,
  timeoutMs = 40_000,
): Promise<T> => {
  const end = Date.now() + timeoutMs;
  for (;;) {
    const value = await read();
    if (isWanted(value) || Date.now() > end) return value;
    await sleep(100);
  }
};

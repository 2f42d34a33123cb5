import { setTimeout as sleep } from 'node:timers/promises';

/** Looks until it sees what is wanted, at most `limitMs`; returns what was seen last. */
export const eventually = async <T>(
  look: () => Promise<T>,
  wanted: (seen: T) => boolean,
  limitMs = 40_000,
): Promise<T> => {
  const end = Date.now() + limitMs;
  for (;;) {
    const seen = await look();
    if (wanted(seen) || Date.now() > end) return seen;
    await sleep(100);
  }
};

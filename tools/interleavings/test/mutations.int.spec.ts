import { availableParallelism } from 'node:os';
import { runBatch } from '../src/batch.js';
import { MUTATIONS } from '../src/shop/mutations.js';

const TIMEOUT_MS = 300_000;
const PROCESSES = Math.ceil(availableParallelism() * 1.5);
/** Each bug must be found within this many seeds; most are found within fifty. */
const MAX_SEEDS = 1_000;
/** Bugs that only a late seed finds: the search starts there, to save time. The full tests start at seed 1. */
const FIRST_SEEDS: Record<string, number> = {
  'void-without-tombstone': 101,
  'step-without-guard': 955,
  'refusal-without-release': 101,
  'late-authorisation-stands': 767,
  'done-when-enqueued': 341,
};
const isLong = Boolean(process.env.LONG_PROOFS);

describe('the invariants detect a shop that', () => {
  it.each(MUTATIONS.map(({ name, wrong }) => [wrong, name]))(
    '%s',
    async (_wrong, mutation) => {
      const { failures, done } = await runBatch({
        from: isLong ? 1 : (FIRST_SEEDS[mutation] ?? 1),
        count: MAX_SEEDS,
        processes: PROCESSES,
        mutation,
        stopsAtFailure: true,
      });
      expect(failures.flatMap(({ violations }) => violations)).not.toEqual([]);
      console.log(`${mutation}: found by seed ${failures[0]?.seed} after ${done} interleavings`);
    },
    TIMEOUT_MS,
  );
});

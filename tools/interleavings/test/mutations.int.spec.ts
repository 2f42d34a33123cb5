import { availableParallelism } from 'node:os';
import { runBatch } from '../src/fleet/fleet.js';
import { MUTATIONS } from '../src/shop/mutations.js';

const TIMEOUT_MS = 300_000;
const PROCESSES = Math.ceil(availableParallelism() * 1.5);
/** Within so many interleavings each mistake has to be found; most are found among the first fifty. */
const BOUND = 1_000;
/** The search for what only a late seed found begins there, to save time; the long proof takes all from the first. */
const FOUND_LATE: Record<string, number> = {
  'void-without-tombstone': 101,
  'step-without-guard': 955,
  'refusal-without-release': 101,
  'late-authorisation-stands': 767,
  'done-when-enqueued': 341,
};
const isLong = Boolean(process.env.LONG_PROOFS);

describe('the interleavings find a shop that', () => {
  it.each(MUTATIONS.map(({ name, wrong }) => [wrong, name]))(
    '%s',
    async (_wrong, mutation) => {
      const { failures, done } = await runBatch({
        from: isLong ? 1 : (FOUND_LATE[mutation] ?? 1),
        count: BOUND,
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

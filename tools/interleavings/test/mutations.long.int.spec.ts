import { availableParallelism } from 'node:os';
import { runBatch } from '../src/batch.js';
import { MUTATIONS } from '../src/shop/mutations.js';

const TIMEOUT_MS = 300_000;
const PROCESSES = Math.ceil(availableParallelism() * 1.5);
/** Each bug must be found within this many seeds; most are found within fifty. */
const MAX_SEEDS = 1_000;

describe('the invariants detect a shop that', () => {
  it.each(MUTATIONS.map(({ name, wrong }) => [wrong, name]))(
    '%s',
    async (_wrong, mutation) => {
      const { failures } = await runBatch({ from: 1, count: MAX_SEEDS, processes: PROCESSES, mutation });
      for (const { seed } of failures) process.stderr.write(`${mutation}: found by seed ${seed}\n`);
      expect(failures).not.toEqual([]);
    },
    TIMEOUT_MS,
  );
});

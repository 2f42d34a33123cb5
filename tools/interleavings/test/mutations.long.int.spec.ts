import { availableParallelism } from 'node:os';
import { findFailures } from '../src/batch.js';
import { MUTATIONS } from '../src/shop/mutations.js';
import type { SeedResult } from '../src/worker.js';

const TIMEOUT_MS = MUTATIONS.length * 300_000;
const PROCESSES = Math.ceil(availableParallelism() * 1.5);
/** Each bug must be found within this many seeds; most are found within fifty. */
const MAX_SEEDS = 1_000;

let found: Map<string, SeedResult>;

beforeAll(async () => {
  const searches = MUTATIONS.map(({ name }) => ({ mutation: name, from: 1, count: MAX_SEEDS }));
  found = await findFailures(searches, PROCESSES);
  for (const [mutation, { seed }] of found) process.stderr.write(`${mutation}: found by seed ${seed}\n`);
}, TIMEOUT_MS);

describe('the invariants detect a shop that', () => {
  it.each(MUTATIONS.map(({ name, wrong }) => [wrong, name]))('%s', (_wrong, mutation) => {
    expect(found.get(mutation)?.violations ?? []).not.toEqual([]);
  });
});

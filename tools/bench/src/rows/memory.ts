import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from '../bench.js';
import { megabytes } from '../figures.js';
import { memoryOf, nodeMemory } from '../process-memory.js';

const REST_MS = 20_000;
const IDLE_MB = 800;

/** What every process holds after a while without requests. */
export const memory: Measurement = async ({ shop, say }) => {
  await sleep(REST_MS);
  const node = nodeMemory(shop.shop.processes);
  const total = node.reduce((sum, { bytes }) => sum + bytes, 0);
  const each = node.map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
  const servers = memoryOf(shop.shop.processes)
    .filter(({ isNode }) => !isNode)
    .map(({ name, bytes }) => `${name} ${megabytes(bytes)}`);
  say(`  Node processes: ${megabytes(total)}: ${each.join(', ')}; beside them ${servers.join(', ')}`);
  return {
    rows: [
      {
        work: 'resident memory of all Node processes, 20 s after the last request',
        target: `under ${IDLE_MB} MB idle, aim 600`,
        measured: megabytes(total),
        beside: `${each.join(', ')}; no Node: ${servers.join(', ')}`,
        misses: total >= IDLE_MB * 1_048_576,
      },
    ],
    wrong: [],
  };
};

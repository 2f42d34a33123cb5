import { setTimeout as sleep } from 'node:timers/promises';
import type { Measurement } from '../bench.js';
import { megabytes } from '../figures.js';
import { inWords, memoryOf, nodeMemory, totalBytes } from '../process-memory.js';

const REST_MS = 20_000;
const IDLE_MB = 800;

/** What every process holds after a while without requests. */
export const memory: Measurement = async ({ shop, say }) => {
  await sleep(REST_MS);
  const node = nodeMemory(shop.shop.processes);
  const total = totalBytes(node);
  const each = inWords(node);
  const servers = inWords(memoryOf(shop.shop.processes).filter(({ isNode }) => !isNode));
  say(`  Node processes: ${megabytes(total)}: ${each}; beside them ${servers}`);
  return {
    rows: [
      {
        work: 'resident memory of all Node processes, 20 s after the last request',
        target: `under ${IDLE_MB} MB idle, aim 600`,
        measured: megabytes(total),
        beside: `${each}; no Node: ${servers}`,
        misses: total >= IDLE_MB * 1_048_576,
      },
    ],
    wrong: [],
  };
};

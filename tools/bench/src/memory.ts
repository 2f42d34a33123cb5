import { setTimeout as sleep } from 'node:timers/promises';
import { type Benchmark, megabytes } from './benchmark.js';
import { commandOf, memoryOf } from './process-tree.js';

const IDLE_MS = 20_000;
const TARGET_MB = 700;

/** Measures the memory of all processes and servers after a time without requests. */
export const memory: Benchmark = async ({ shop }) => {
  await sleep(IDLE_MS);
  const names = new Map(shop.shop.processes.names().map((name) => [shop.shop.processes.pidOf(name), name]));
  const byName = new Map<string, number>();
  for (const pid of shop.processes()) {
    const name = names.get(pid) ?? commandOf(pid);
    byName.set(name, (byName.get(name) ?? 0) + memoryOf(pid));
  }
  const all = [...byName].toSorted(([, one], [, other]) => other - one);
  const total = all.reduce((sum, [, bytes]) => sum + bytes, 0);
  return [
    {
      work: 'idle memory (PSS) of all processes and servers',
      target: `${TARGET_MB} MB, aim 500`,
      measured: megabytes(total),
      details: all.map(([name, bytes]) => `${name} ${megabytes(bytes)}`).join(', '),
      misses: total > TARGET_MB * 1_048_576,
    },
  ];
};

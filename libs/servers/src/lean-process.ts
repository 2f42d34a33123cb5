import { getHeapStatistics, setFlagsFromString } from 'node:v8';

/**
 * Preloaded by every process of a shop (`node --expose-gc --import …/lean-process.js`): keeps its memory small.
 * Measured on an idle shop; what each line brings is in docs/performance.md, "Memory".
 */

// `import 'node:http'` reads all that node:http exports, and two getters there load fetch's whole implementation
const http = process.getBuiltinModule('node:http') as unknown as Record<string, unknown>;
for (const name of ['WebSocket', 'CloseEvent', 'MessageEvent']) delete http[name];

// What is kept may grow by so much before garbage is looked for again; V8 lets it double and more. No option of Node's.
setFlagsFromString('--heap-growing-percent=30');

const LOOK_MS = 10_000;
/** Share of the time in which a quiet process works. */
const QUIET = 0.05;
const GROWN = 1.25;
/** Looking through a larger heap would stop the process for too long: a heap of 35 MB takes 75 ms. */
const LARGEST_BYTES = 150 * 1_048_576;

let kept = 0;
let before = performance.eventLoopUtilization();

// What starting, or a rush, has left is given back once the process has nothing to do; V8 alone would keep it
if (globalThis.gc) setInterval(giveBack, LOOK_MS).unref();

function giveBack(): void {
  const now = performance.eventLoopUtilization();
  const { utilization } = performance.eventLoopUtilization(now, before);
  before = now;
  const held = getHeapStatistics().total_physical_size;
  if (utilization > QUIET || held < kept * GROWN || held > LARGEST_BYTES) return;
  void globalThis.gc?.({ type: 'major', execution: 'sync', flavor: 'last-resort' });
  kept = getHeapStatistics().total_physical_size;
}

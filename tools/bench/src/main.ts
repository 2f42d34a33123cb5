import 'reflect-metadata';
import { parseArgs } from 'node:util';
import { type Benchmark, type Row, systemLoad, table, writeResults } from './benchmark.js';
import { memory } from './memory.js';
import { hotGeode, orders } from './orders.js';
import { cached, filters, geodes, search } from './reads.js';
import { BenchShop } from './shop.js';
import { start } from './start.js';

/** In the order in which they run: memory first, while the shop is new. */
const BENCHMARKS: Record<string, Benchmark> = {
  memory,
  cached,
  geodes,
  filters,
  search,
  orders,
  'hot-geode': hotGeode,
  start,
};
const USAGE = `npm run bench -- [${Object.keys(BENCHMARKS).join('] [')}]
All of them, without names, also write tools/bench/RESULTS.md.`;

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { help: { type: 'boolean', default: false } },
  });
  if (values.help) return console.log(USAGE);
  const unknown = positionals.find((name) => !(name in BENCHMARKS));
  if (unknown) throw new Error(`There is no "${unknown}".\n${USAGE}`);
  const loadBefore = systemLoad();
  const rows: Row[] = [];
  const say = (line: string): void => console.log(line);
  say('Starting a separate shop.');
  const shop = await BenchShop.start();
  try {
    for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      say(`${name} …`);
      const measured = await benchmark({ shop, say });
      say(table(measured));
      rows.push(...measured);
    }
  } finally {
    await shop.stop();
  }
  if (positionals.length === 0) await writeResults(rows, loadBefore);
};

main().catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : String(error));
  process.exitCode = 2;
});

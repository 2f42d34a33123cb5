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
  --rounds 3 --seconds 3   turns of shop and baseline, and the length of each
All of them, without names, also write tools/bench/RESULTS.md.`;

const positive = (text: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(text)) throw new Error(`"${text}" is not a whole number from 1.\n${USAGE}`);
  return Number(text);
};

const main = async (): Promise<void> => {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: {
      rounds: { type: 'string', default: '3' },
      seconds: { type: 'string', default: '3' },
      help: { type: 'boolean', default: false },
    },
  });
  if (values.help) return console.log(USAGE);
  const unknown = positionals.find((name) => !(name in BENCHMARKS));
  if (unknown) throw new Error(`There is no "${unknown}".\n${USAGE}`);
  const [rounds, seconds] = [positive(values.rounds), positive(values.seconds)];
  const loadBefore = systemLoad();
  const rows: Row[] = [];
  const say = (line: string): void => console.log(line);
  say('Starting a separate shop.');
  const shop = await BenchShop.start();
  try {
    for (const [name, benchmark] of Object.entries(BENCHMARKS)) {
      if (positionals.length > 0 && !positionals.includes(name)) continue;
      say(`${name} …`);
      const measured = await benchmark({ shop, rounds, seconds, say });
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

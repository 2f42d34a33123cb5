import { ifWrong, type Measurement } from '../bench.js';
import { differentFilters, differentSearches, HOT, SEARCHES } from '../data/queries.js';
import { megabytes, whole } from '../figures.js';
import { inTurn, load } from '../load/load.js';
import { inWords, nodeMemory, type ProcessMemory, totalBytes } from '../process-memory.js';
import type { Row } from '../report/row.js';
import { buy, stonesOnSale } from './orders.js';

const MINUTE_MS = 60_000;
const CONNECTIONS = 16;
/** Of each kind of reading within a round, seconds. */
const READING_S = 12;
const DIFFERENT = 10_000;
const ORDERS_A_ROUND = 100;
const MOST_MB = 1_126; // 1.1 GB
/** The second half of the time may end so much above its begin, MB: a collection of garbage is not always due. */
const FLAT_MB = 40;

/** What all Node processes hold while they are read from and bought from, minute after minute. */
export const endurance: Measurement = async (bench) => {
  const { shop, say, geodes, minutes } = bench;
  await shop.have(geodes, say, true);
  // a round takes more than half a minute
  const stones = await stonesOnSale(shop.gateway, Math.min(geodes, 2 * ORDERS_A_ROUND * minutes));
  const reads = readsOf();
  const wrong: string[] = [];
  const totals: number[] = [];
  let held: ProcessMemory[] = [];
  let orders = 0;
  let answers = 0;
  const end = performance.now() + minutes * MINUTE_MS;
  while (performance.now() < end) {
    for (const ask of reads) {
      const heard = await load({ origins: [shop.gateway], connections: CONNECTIONS, seconds: READING_S, ask });
      answers += heard.ms.length;
      wrong.push(...ifWrong('reading', heard.wrong));
    }
    const wanted = stones.splice(0, ORDERS_A_ROUND);
    if (wanted.length > 0) {
      const bought = await buy(bench, wanted, CONNECTIONS);
      orders += bought.statuses[201] ?? 0;
      wrong.push(...ifWrong('buying', bought.wrong));
    }
    held = nodeMemory(shop.shop.processes);
    totals.push(totalBytes(held));
    say(`  after ${Math.round((performance.now() - end) / MINUTE_MS + minutes)} min: ${megabytes(totalBytes(held))}`);
  }
  const [first = 0] = totals;
  const half = totals.slice(Math.floor(totals.length / 2));
  const last = totalBytes(held);
  const grown = last - (half[0] ?? 0);
  const rows: Row[] = [
    {
      work: `resident memory of all Node processes, after ${minutes} minutes of load`,
      target: 'under 1.1 GB',
      measured: megabytes(last),
      beside: `most ${megabytes(Math.max(...totals))}, after the first minute ${megabytes(first)}; ${whole(answers)} reads, ${whole(orders)} orders, ${CONNECTIONS} connections; ${inWords(held)}`,
      misses: last >= MOST_MB * 1_048_576,
    },
    {
      work: 'how much of it came in the second half',
      target: 'flat',
      measured: megabytes(grown),
      beside: `the rounds of that half: ${megabytes(Math.min(...half))} to ${megabytes(Math.max(...half))}`,
      misses: grown >= FLAT_MB * 1_048_576,
    },
  ];
  for (const { work, measured, beside } of rows) say(`  ${work}: ${measured}; ${beside}`);
  return { rows, wrong };
};

/** The hot page, filters and words that nobody asked for a moment ago. */
const readsOf = () => [
  { path: HOT },
  inTurn([...differentFilters(DIFFERENT).keys()]),
  inTurn(Object.values(SEARCHES).flatMap((word) => [...differentSearches(word, DIFFERENT / 100).keys()])),
];

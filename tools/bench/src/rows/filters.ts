import type { GeodeQuery } from '@geodes/contracts';
import { median, quantile } from '@geodes/testing';
import { type Bench, ifWrong, type Measurement } from '../bench.js';
import { differentFilters, differentSearches, SEARCHES } from '../data/queries.js';
import { unboundedPlans } from '../data/plans.js';
import { recordStatements } from '../data/statements.js';
import { ms, percent, whole } from '../figures.js';
import { startFloor } from '../floors/floor.js';
import { alternate, type Compared, spread } from '../load/alternate.js';
import { inTurn, load } from '../load/load.js';
import type { Row } from '../report/row.js';

const CONNECTIONS = 64;
/** More than are asked for within the ten seconds for which a reply is kept. */
const DIFFERENT = 40_000;
/** As catalog has. */
const POOL = 12;
const SIZES = [10_000, 100_000];
const LEAST = 0.25;
const MOST_GROWTH = 1.5;
const SEARCH_MS = 30;
const SEARCH_CONNECTIONS = 4;
const SEARCH_REQUESTS = 200;
/** In every geode, and none of those that are measured. Until so much was compiled, all words are a third slower. */
const WARM_UP_WORDS = ['seam', 'opened', 'hand', 'hollow', 'clear', 'points', 'grey', 'rind', 'base'];
const WARM_UP_REQUESTS = 900;

/** Filters that nobody asked for before, beside a bare server that runs the same SQL on the same database. */
export const compareCold = async (
  { shop, rounds, seconds }: Bench,
  queries: ReadonlyMap<string, GeodeQuery>,
): Promise<Compared> => {
  const { statements, asked } = await recordStatements(shop.catalog, queries);
  const floor = await startFloor({ database: shop.catalog, poolSize: POOL, statements, asked });
  const paths = [...queries.keys()];
  try {
    const side = (origin: string) => ({ origins: [origin], connections: CONNECTIONS, seconds, ask: inTurn(paths) });
    return await alternate(side(shop.gateway), side(floor.origin), rounds);
  } finally {
    floor.stop();
  }
};

/** The catalogue with another filter in every request. */
export const filters: Measurement = async (bench) => {
  const rows: Row[] = [];
  const wrong: string[] = [];
  const costs: number[] = [];
  const queries = differentFilters(DIFFERENT);
  for (const size of SIZES) {
    await bench.shop.have(size, bench.say);
    const compared = await compareCold(bench, queries);
    const { shop, floor, ratio } = compared;
    const work = `GET /api/geodes, every request another filter, ${whole(size)} geodes`;
    bench.say(`  ${work}: ${whole(shop.perSecond)} a second, floor ${whole(floor.perSecond)}: ${percent(ratio)}`);
    costs.push(1 / shop.perSecond);
    wrong.push(...ifWrong(work, shop.wrong + floor.wrong));
    rows.push({
      work,
      target: `${percent(LEAST)} of floor (b)`,
      measured: percent(ratio),
      beside: `${whole(shop.perSecond)} a second, floor ${whole(floor.perSecond)}; rounds ${spread(compared)}; median ${ms(median(shop.ms))}, 95 % ${ms(quantile(shop.ms, 0.95))}`,
      misses: ratio < LEAST,
    });
    for (const plan of await unboundedPlans(bench.shop.catalog, queries)) bench.say(`\n${plan}`);
  }
  const [small = Number.NaN, large = Number.NaN] = costs;
  rows.push({
    work: 'cost of such a request at 100,000 geodes',
    target: `under ${MOST_GROWTH} × that at 10,000`,
    measured: `${(large / small).toFixed(2)} ×`,
    beside: `${ms(1_000 * small)} and ${ms(1_000 * large)} of the machine`,
    misses: large / small >= MOST_GROWTH,
  });
  return { rows, wrong };
};

/** Words that nobody looked for before, of all frequencies, at 100,000 geodes. */
export const search: Measurement = async ({ shop, say }) => {
  const most = Math.max(...SIZES);
  await shop.have(most, say);
  const rows: Row[] = [];
  const wrong: string[] = [];
  const asked = (queries: ReadonlyMap<string, GeodeQuery>) =>
    load({
      origins: [shop.gateway],
      connections: SEARCH_CONNECTIONS,
      requests: queries.size,
      ask: inTurn([...queries.keys()]),
    });
  await asked(differentSearches((number) => WARM_UP_WORDS[number % WARM_UP_WORDS.length] ?? '', WARM_UP_REQUESTS));
  for (const [name, word] of Object.entries(SEARCHES)) {
    const queries = differentSearches(word, SEARCH_REQUESTS);
    const heard = await asked(queries);
    const work = `GET /api/geodes?search=…, a word ${name}, ${whole(most)} geodes`;
    const middle = median(heard.ms);
    say(`  ${work}: median ${ms(middle)}, 95 % ${ms(quantile(heard.ms, 0.95))}`);
    wrong.push(...ifWrong(work, heard.wrong));
    rows.push({
      work,
      target: `median under ${SEARCH_MS} ms`,
      measured: ms(middle),
      beside: `95 % ${ms(quantile(heard.ms, 0.95))}, ${SEARCH_CONNECTIONS} connections`,
      misses: middle >= SEARCH_MS,
    });
    for (const plan of await unboundedPlans(shop.catalog, new Map([...queries].slice(0, 1)))) say(`\n${plan}`);
  }
  return { rows, wrong };
};

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
/** Highest median by the number of geodes, at 16 connections. */
const MAX_MEDIAN_MS: Record<number, number> = { 10_000: 25, 100_000: 100 };
const MEDIAN_CONNECTIONS = 16;
const FEW_REQUESTS = 400;
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
  const queries = differentFilters(DIFFERENT);
  for (const size of SIZES) {
    await bench.shop.have(size, bench.say);
    const compared = await compareCold(bench, queries);
    const { shop, floor, ratio } = compared;
    const work = `GET /api/geodes, every request another filter, ${whole(size)} geodes`;
    bench.say(`  ${work}: ${whole(shop.perSecond)} a second, floor ${whole(floor.perSecond)}: ${percent(ratio)}`);
    wrong.push(...ifWrong(work, shop.wrong + floor.wrong));
    rows.push({
      work,
      target: `${percent(LEAST)} of floor (b)`,
      measured: percent(ratio),
      beside: `${whole(shop.perSecond)} a second, floor ${whole(floor.perSecond)}; rounds ${spread(compared)}; median ${ms(median(shop.ms))}, 95 % ${ms(quantile(shop.ms, 0.95))}`,
      misses: ratio < LEAST,
    });
    const few = new Map([...queries].slice(-FEW_REQUESTS));
    const { row, wrongOnes } = await medianOf(
      bench,
      `GET /api/geodes, mixed filters, ${whole(size)} geodes`,
      few,
      size,
    );
    rows.push(row);
    wrong.push(...wrongOnes);
    for (const plan of await unboundedPlans(bench.shop.catalog, queries)) bench.say(`\n${plan}`);
  }
  return { rows, wrong };
};

/** Words of all frequencies that nobody searched for before. */
export const search: Measurement = async (bench) => {
  const rows: Row[] = [];
  const wrong: string[] = [];
  const warmUp = differentSearches((number) => WARM_UP_WORDS[number % WARM_UP_WORDS.length] ?? '', WARM_UP_REQUESTS);
  for (const size of SIZES) {
    await bench.shop.have(size, bench.say);
    await load({
      origins: [bench.shop.gateway],
      connections: MEDIAN_CONNECTIONS,
      requests: warmUp.size,
      ask: inTurn([...warmUp.keys()]),
    });
    for (const [name, word] of Object.entries(SEARCHES)) {
      const queries = differentSearches(word, FEW_REQUESTS);
      const work = `GET /api/geodes?search=…, a word ${name}, ${whole(size)} geodes`;
      const { row, wrongOnes } = await medianOf(bench, work, queries, size);
      rows.push(row);
      wrong.push(...wrongOnes);
      for (const plan of await unboundedPlans(bench.shop.catalog, new Map([...queries].slice(0, 1))))
        bench.say(`\n${plan}`);
    }
  }
  return { rows, wrong };
};

const medianOf = async (
  { shop, say }: Bench,
  work: string,
  queries: ReadonlyMap<string, GeodeQuery>,
  size: number,
): Promise<{ row: Row; wrongOnes: string[] }> => {
  const result = await load({
    origins: [shop.gateway],
    connections: MEDIAN_CONNECTIONS,
    requests: queries.size,
    ask: inTurn([...queries.keys()]),
  });
  const middle = median(result.ms);
  const limit = MAX_MEDIAN_MS[size] ?? Number.NaN;
  const beside = `95 % ${ms(quantile(result.ms, 0.95))}, ${MEDIAN_CONNECTIONS} connections`;
  say(`  ${work}: median ${ms(middle)}, ${beside}`);
  const row = { work, target: `median under ${limit} ms`, measured: ms(middle), beside, misses: middle >= limit };
  return { row, wrongOnes: ifWrong(work, result.wrong) };
};

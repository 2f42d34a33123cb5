import { fork } from 'node:child_process';
import { once } from 'node:events';
import { type IncomingMessage, request } from 'node:http';
import { fileURLToPath } from 'node:url';
import { DataSource } from 'typeorm';
import { catalogDatabase } from '@geodes/catalog/dist/data-source.js';
import { GeodeLists } from '@geodes/catalog/dist/geodes/geode-lists.js';
import { type GeodeQuery, SIZES, SORTS } from '@geodes/contracts';
import type { BaselineSetup } from './baseline-main.js';
import { type Benchmark, type Row, type Targets, comparisonRow, ms, whole } from './benchmark.js';
import { compare, load } from './load.js';
import { type BenchShop, CACHE_MS } from './shop.js';

const MAIN = fileURLToPath(new URL('./baseline-main.js', import.meta.url));
const TIMEOUT_MS = 10_000;
/** Headers that describe the body. All others are the shop's own cost. */
const BODY_HEADERS = ['content-type', 'content-encoding', 'etag', 'cache-control', 'vary'];

/** Starts a bare `node:http` server in a separate process: the least that the same response can cost. */
const startBaseline = async (setup: BaselineSetup): Promise<{ origin: string; stop: () => void }> => {
  const child = fork(MAIN, { execArgv: [], stdio: 'inherit' });
  child.send(setup);
  const [{ port }] = (await once(child, 'message', { signal: AbortSignal.timeout(TIMEOUT_MS) })) as [{ port: number }];
  return { origin: `http://127.0.0.1:${port}`, stop: () => void child.kill() };
};

/** Copies the shop's response for a baseline: the body's bytes and the headers that describe it. Throws unless it is 200. */
const copyResponse = async (url: string): Promise<{ headers: Record<string, string>; body: string }> => {
  const headers = { 'accept-encoding': 'gzip, deflate, br' };
  const [response] = (await once(
    request(url, { headers, signal: AbortSignal.timeout(TIMEOUT_MS) }).end(),
    'response',
  )) as [IncomingMessage];
  const chunks: Buffer[] = [];
  for await (const chunk of response) chunks.push(chunk as Buffer);
  if (response.statusCode !== 200) throw new Error(`${url}: ${response.statusCode}`);
  const described = BODY_HEADERS.flatMap((name) => {
    const value = response.headers[name];
    return typeof value === 'string' ? [[name, value] as const] : [];
  });
  return { headers: Object.fromEntries(described), body: Buffer.concat(chunks).toString('base64') };
};

/** A bare read by key. */
const geodeStatement = 'SELECT * FROM geode WHERE id = $1';

/**
 * Records the statements of the catalogue's own code for each path. Runs them, because the count decides how a page is
 * read.
 */
const listStatements = async (
  url: string,
  queries: ReadonlyMap<string, GeodeQuery>,
): Promise<Required<Pick<BaselineSetup, 'statements' | 'queries'>>> => {
  const source = await new DataSource(catalogDatabase(url)).initialize();
  const runQuery = source.query.bind(source);
  let recorded: [string, unknown[]][] = [];
  source.query = ((sql: string, parameters: unknown[] = []) => {
    recorded.push([sql, parameters]);
    return runQuery(sql, parameters);
  }) as typeof source.query;
  try {
    const lists = new GeodeLists(source);
    const numbers = new Map<string, number>();
    const byPath: Required<BaselineSetup>['queries'] = {};
    for (const [path, query] of queries) {
      recorded = [];
      await lists.listGeodes(query);
      byPath[path] = recorded.map(([sql, parameters]) => {
        const number = numbers.get(sql) ?? numbers.size;
        numbers.set(sql, number);
        return [number, parameters];
      });
    }
    return { statements: [...numbers.keys()], queries: byPath };
  } finally {
    await source.destroy();
  }
};

/** The first request of the site. */
const HOT_PATH = '/api/geodes?page=1&limit=10';
const CONNECTIONS = 16;
const TURN_SECONDS = 3;
const SMALL = 10_000;
const LARGE = 100_000;
/** More than are sent within ten seconds, so that no response comes from the cache. */
const DIFFERENT_QUERIES = 6_000;
/** More than one connection sends in that time. */
const SEARCHES = 6_000;
const SEARCH_SECONDS = 3;
const SEARCH_MEDIAN_MS = 100;

/** Compares the shop with a baseline that serves `setup`, on the same paths. */
const compareWithBaseline = async (
  { shop }: Parameters<Benchmark>[0],
  setup: BaselineSetup,
  paths: readonly string[],
  pauseMs = CACHE_MS,
) => {
  const baseline = await startBaseline(setup);
  const side = { requests: paths.map((path) => ({ path })), connections: CONNECTIONS, seconds: TURN_SECONDS };
  try {
    return await compare({ ...side, origin: shop.origin }, { ...side, origin: baseline.origin }, pauseMs);
  } finally {
    baseline.stop();
  }
};

/** Compares cached responses with a bare server that sends the same bytes. */
export const cached: Benchmark = async (context) => {
  const { shop, say } = context;
  await shop.fill(SMALL, say);
  const cases: [string, string, Targets][] = [
    [`GET ${HOT_PATH}`, HOT_PATH, { ratio: 0.45, aim: 0.6 }],
    ['GET / (HTML)', '/', { ratio: 0.45 }],
    ['GET /gallery (HTML)', '/gallery', { ratio: 0.45 }],
  ];
  const rows: Row[] = [];
  for (const [work, path, targets] of cases) {
    const responses = { [path]: await copyResponse(shop.origin + path) };
    rows.push(comparisonRow(work, await compareWithBaseline(context, { responses }, [path], 0), targets));
  }
  return rows;
};

/** Compares reads of different geodes with bare reads by key. */
export const geodes: Benchmark = async (context) => {
  const { shop, say } = context;
  await shop.fill(SMALL, say);
  const ids = await shop.geodeIds(SMALL);
  const queries = Object.fromEntries(
    ids.map((id): [string, [number, unknown[]][]] => [`/api/geodes/${id}`, [[0, [id]]]]),
  );
  const setup = { database: shop.database('catalog'), statements: [geodeStatement], queries };
  const compared = await compareWithBaseline(context, setup, Object.keys(queries));
  return [comparisonRow('GET /api/geodes/{id}, each another of 10,000', compared, { ratio: 0.25, aim: 0.4 })];
};

/** Compares with a bare server that runs the catalogue's statements of the same paths. */
const compareWithStatements = async (
  context: Parameters<Benchmark>[0],
  queries: Parameters<typeof listStatements>[1],
): ReturnType<typeof compareWithBaseline> => {
  const database = context.shop.database('catalog');
  const setup = { database, ...(await listStatements(database, queries)) };
  return compareWithBaseline(context, setup, [...queries.keys()]);
};

/** Measures lists, each with a different mix of crystal type, place, size, price and page. */
export const filters: Benchmark = async (context) => {
  const rows: Row[] = [];
  for (const [count, targets] of [
    [SMALL, { ratio: 0.3, aim: 0.5, medianMs: 25 }],
    [LARGE, { ratio: 0.25, medianMs: 100 }],
  ] as const) {
    await context.shop.fill(count, context.say);
    const compared = await compareWithStatements(context, differentFilters(DIFFERENT_QUERIES));
    const work = `GET /api/geodes, each another mix of crystal type, place, size, price and page, ${whole(count)} geodes`;
    rows.push(comparisonRow(work, compared, targets));
  }
  return rows;
};

/** Measures searches: two words beside the database, then words of all frequencies in a large catalogue. */
export const search: Benchmark = async (context) => {
  const { shop, say } = context;
  await shop.fill(SMALL, say);
  const compared = await compareWithStatements(context, differentSearches(twoWords, DIFFERENT_QUERIES));
  const rows = [comparisonRow('search of two words, 10,000 geodes', compared, { ratio: 0.3, aim: 0.5 })];
  await shop.fill(LARGE, say);
  for (const [name, word] of Object.entries(WORDS)) rows.push(await searchRow(shop, name, word));
  return rows;
};

const searchRow = async (shop: BenchShop, name: string, word: (number: number) => string): Promise<Row> => {
  const requests = [...differentSearches(word, SEARCHES).keys()].map((path) => ({ path }));
  const result = await load({ origin: shop.origin, requests, connections: 1, seconds: SEARCH_SECONDS });
  if (result.failed + result.refused > 0) throw new Error(`search of a word ${name}: requests failed`);
  return {
    work: `search of a word ${name}, ${whole(LARGE)} geodes, 1 connection`,
    target: `median ${ms(SEARCH_MEDIAN_MS)}`,
    measured: ms(result.median),
    details: `95 % ${ms(result.p95)}`,
    misses: result.median > SEARCH_MEDIAN_MS,
  };
};

const CRYSTALS = ['Quartz', 'Calcite', 'Amethyst', 'Chalcedony', 'Barite', 'Dolomite'];
const PLACES = ['Keokuk', 'Hamilton', 'Utah', 'Missouri'];

const listPath = (parameters: Record<string, string>): string =>
  `/api/geodes?${new URLSearchParams(parameters).toString()}`;
const queryOf = (parameters: Record<string, string>): GeodeQuery => ({
  sortBy: 'newest',
  page: 1,
  limit: 10,
  ...(parameters as Partial<GeodeQuery>),
  ...(parameters['page'] ? { page: Number(parameters['page']) } : {}),
});

/** Returns `count` different mixes of crystal type, place, size, price and page, as buyers filter. */
const differentFilters = (count: number): Map<string, GeodeQuery> => {
  const all = new Map<string, GeodeQuery>();
  for (let number = 0; number < count; number += 1) {
    const least = 5 + ((number * 37) % 300);
    const parameters: Record<string, string> = {
      ...(number % 2 === 0 ? { crystalType: CRYSTALS[(number / 2) % CRYSTALS.length] ?? '' } : {}),
      ...(number % 3 === 0 ? { location: PLACES[(number / 3) % PLACES.length] ?? '' } : {}),
      ...(number % 4 === 0 ? { size: SIZES[(number / 4) % SIZES.length] ?? '' } : {}),
      // cents make each query different
      minPrice: `${least}.${String(Math.floor(number / 300) % 100).padStart(2, '0')}`,
      maxPrice: String(least + 50 + (number % 7) * 50),
      ...(number % 5 === 0 ? { sortBy: SORTS[(number / 5) % SORTS.length] ?? '' } : {}),
      ...(number % 6 === 0 ? { page: String(2 + ((number / 6) % 3)) } : {}),
    };
    all.set(listPath(parameters), queryOf(parameters));
  }
  return all;
};

/** Words by how many of 100,000 geodes have them. Prices make each query different. */
const WORDS: Record<string, (number: number) => string> = {
  'in every geode': () => 'geode',
  'in one of ten': (number) => ['snowdrift', 'evening', 'prairie', 'cedar'][number % 4] ?? 'blue',
  'in one of a hundred': (number) => `lot${10 + (number % 90)}`,
  'in one of two thousand': (number) => `note${1000 + (number % 1000)}`,
  'in one': (number) => `stone${10_000 + ((number * 17) % 80_000)}`,
  'in none': (number) => `zzyzx${number}`,
  'of two letters': (number) => ['st', 'qu', 'no', 'ge'][number % 4] ?? 'sm',
};

/** `keokuk` is in one of five geodes, `lotN` in one of a hundred. */
const twoWords = (number: number): string => `keokuk lot${10 + (number % 90)}`;

/** Returns `count` different searches of a word. */
const differentSearches = (word: (number: number) => string, count: number): Map<string, GeodeQuery> => {
  const all = new Map<string, GeodeQuery>();
  for (let number = 0; number < count; number += 1) {
    const parameters = {
      search: word(number),
      maxPrice: `${510 + Math.floor(number / 100)}.${String(number % 100).padStart(2, '0')}`,
    };
    all.set(listPath(parameters), queryOf(parameters));
  }
  return all;
};

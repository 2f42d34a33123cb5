import { median } from '@geodes/testing';
import { type Bench, BROWSER, ifWrong } from './bench.js';
import { differentFilters, HOT } from './data/queries.js';
import { recordStatements } from './data/statements.js';
import { ms, percent, whole } from './figures.js';
import { prepared, startFloor } from './floors/floor.js';
import { inTurn, load, type Load } from './load/load.js';
import { buy, stonesOnSale } from './rows/orders.js';
import { BenchShop } from './shop.js';

const GEODES = 1_000;
const REQUESTS = 200;
const CONNECTIONS = 8;
const ORDERS = 20;
const READ_LIMIT_MS = 10_000;
const HOT_PATHS = [HOT, '/', '/gallery'];

/**
 * A few hundred requests beside both floors: says the ratios, and returns what was answered wrongly. Times decide
 * nothing, the machine of a test may do anything else meanwhile.
 */
export const shortBench = async (log: string, say: (line: string) => void): Promise<string[]> => {
  const shop = await BenchShop.start(log);
  try {
    await shop.have(GEODES, say);
    const bench: Bench = { shop, say, rounds: 1, seconds: 1, minutes: 1, geodes: GEODES };
    return [...(await hot(bench)), ...(await cold(bench)), ...(await sales(bench))];
  } finally {
    await shop.stop();
  }
};

const compare = async (work: string, say: Bench['say'], shop: Load, floor: Load, name: string): Promise<string[]> => {
  const ours = await load(shop);
  const theirs = await load(floor);
  say(`  ${work}: ${percent(ours.perSecond / theirs.perSecond)} of floor ${name}, median ${ms(median(ours.ms))}`);
  return ifWrong(work, ours.wrong + theirs.wrong);
};

/** Every reply must have the bytes of the first, uncompressed: those that are sent again among them. */
const hot = async ({ shop, say }: Bench): Promise<string[]> => {
  const wrong: string[] = [];
  for (const path of HOT_PATHS) {
    const [plain, compressed] = [await prepared(shop.gateway + path, {}), await prepared(shop.gateway + path, BROWSER)];
    const floor = await startFloor({ replies: { [path]: plain } });
    const expectBody = Buffer.from(plain.body, 'base64').toString();
    const side = { connections: CONNECTIONS, requests: REQUESTS, ask: { path }, expectBody };
    wrong.push(
      ...(await compare(
        `GET ${path}`,
        say,
        { ...side, origins: [shop.gateway] },
        { ...side, origins: [floor.origin] },
        '(a)',
      )),
    );
    floor.stop();
    const again = await prepared(shop.gateway + path, BROWSER);
    if (again.body !== compressed.body) wrong.push(`GET ${path}: compressed, it was another reply the second time`);
    if (plain.headers['etag'] !== again.headers['etag']) wrong.push(`GET ${path}: the ETag changed`);
    const has = { ...BROWSER, 'if-none-match': again.headers['etag'] ?? '' };
    const { status } = await fetch(shop.gateway + path, { headers: has, signal: AbortSignal.timeout(READ_LIMIT_MS) });
    if (status !== 304) wrong.push(`GET ${path}: ${status} instead of 304`);
  }
  return wrong;
};

/** Another filter in every request. */
const cold = async ({ shop, say }: Bench): Promise<string[]> => {
  const queries = differentFilters(REQUESTS);
  const floor = await startFloor({ database: shop.catalog, ...(await recordStatements(shop.catalog, queries)) });
  const side = (origin: string): Load => ({
    origins: [origin],
    connections: CONNECTIONS,
    requests: REQUESTS,
    ask: inTurn([...queries.keys()]),
  });
  const wrong = await compare('another filter in every request', say, side(shop.gateway), side(floor.origin), '(b)');
  floor.stop();
  return wrong;
};

/** Every buyer of another stone gets it. */
const sales = async (bench: Bench): Promise<string[]> => {
  const stones = await stonesOnSale(bench.shop.gateway, ORDERS);
  const heard = await buy(bench, stones, CONNECTIONS);
  bench.say(`  orders for different stones: ${whole(heard.perSecond)} a second, median ${ms(median(heard.ms))}`);
  return ifWrong('orders', heard.wrong);
};

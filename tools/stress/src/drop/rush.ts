import { Agent } from 'node:http';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  auditUntilClean,
  demoOrder,
  keptCents,
  median,
  ORDER_PATH,
  Owner,
  quantile,
  Random,
  SquareSimulator,
  type StartedShop,
  startShop,
  until,
} from '@geodes/testing';
import { RoamingBrowser } from '../holds/holding-browser.js';
import { countEach, countsText, RESULTS } from '../report.js';
import { type CatalogState, untilSettled } from '../streams/catalog-state.js';
import {
  addGeodes,
  addSpare,
  askForHold,
  type HoldOutcome,
  ipAddressOf,
  outcomeOf,
  type Part,
  putOnSaleAt,
  SHOP_ENV,
  sleepUntil,
  takenAt,
} from './going-on-sale.js';
import { OpenPages } from './open-pages.js';
import type { Compared, Steps } from './pages-main.js';

export interface RushOptions {
  seed: number;
  /** There are two gateways, of which one is killed while turns are drawn. */
  killsGateway: boolean;
}

const PAGES = 5_000;
const BUYERS = 500;
const GEODES = 40;
/** Buyers ask within this time after the instant, as the contract counts changed pages. */
const FIRST_SECOND_MS = 1_000;
/** After the instant: the first buyers have been let in, and others still wait. */
const KILL_AFTER_MS = 750;
/** From the owner's call to the instant; the pages open meanwhile. */
const LEAD_MS = { least: 15_000, perPage: 8 };
/** From the last page's opening to the instant, at least. */
const REST_MS = 3_000;
/** By when the live events of the owner's changes have been sent. */
const EVENTS_MS = 2_000;
const PAGES_TIMEOUT_MS = 15_000;
const AUDIT_TIMEOUT_MS = 60_000;
/** Other addresses than those of the pages. */
const FIRST_ADDRESS = 1_000_000;
const MAX_ORDER_TRIES = 10;
const TARGET = { medianMs: 500, p95Ms: 2_000 };

interface Asked extends HoldOutcome {
  browser: RoamingBrowser;
  geodeId: string;
}

/** Opens pages, lets buyers go for a few geodes in the first second after their instant, and sells each of them. */
export const rush = async (options: RushOptions, say: (line: string) => void): Promise<Part> => {
  const log = join(RESULTS, `drop-${options.killsGateway ? 'kill' : 'rush'}-shop.log`);
  const shop = await startShop({ scale: options.killsGateway ? 'gateway=2' : '', log, env: SHOP_ENV });
  const pages = new OpenPages();
  // each buyer keeps the connection of an open page
  const agent = new Agent({ keepAlive: true, maxFreeSockets: BUYERS });
  try {
    return await run(options, shop, pages, agent, say);
  } finally {
    pages.close();
    agent.destroy();
    await shop.stop();
  }
};

const run = async (
  { seed, killsGateway }: RushOptions,
  shop: StartedShop,
  pages: OpenPages,
  agent: Agent,
  say: (line: string) => void,
): Promise<Part> => {
  const random = new Random(seed);
  const { gateways, processes } = shop;
  const owner = new Owner(shop);
  const spareId = await addSpare(owner);
  const geodeIds = await addGeodes(owner, GEODES);
  const instant = Date.now() + LEAD_MS.least + PAGES * LEAD_MS.perPage;
  await putOnSaleAt(owner, geodeIds, instant);
  // a page that opens while events come reads every geode that they name
  await sleep(EVENTS_MS);
  const browsers = Array.from(
    { length: BUYERS },
    (_, index) => new RoamingBrowser(gateways, agent, ipAddressOf(FIRST_ADDRESS + index), index),
  );
  // of two gateways each gets as many as one alone
  for (const _ of gateways) for (const browser of browsers) await holdAndRelease(browser, spareId);
  const opened = await pages.open({ count: PAGES, gateways, geodeIds, instant });
  // each has a connection, as if it had a page open
  await Promise.all(browsers.map((browser) => browser.send('GET', '/api/holds/current')));
  say(`  ${opened} pages are open, the geodes go on sale in ${((instant - Date.now()) / 1_000).toFixed(1)} s`);
  if (Date.now() > instant - REST_MS) throw new Error('the pages did not open before the instant');

  const killing = killsGateway
    ? sleepUntil(instant + KILL_AFTER_MS).then(() => processes.kill('gateway.2'))
    : Promise.resolve(true);
  const asked = await Promise.all(
    browsers.map((browser, index) =>
      ask(browser, geodeIds[index % GEODES] ?? '', instant, random.below(FIRST_SECOND_MS)),
    ),
  );
  const orders = await Promise.all(asked.filter(({ hold }) => hold).map(pay));
  const state = await untilSettled(shop);
  const compared = await untilEqual(pages, state);
  const outcomes = [...asked.map(({ outcome }) => outcome), ...orders];
  return {
    violations: [
      ...((await killing) ? [] : ['the gateway was not killed']),
      ...(opened === PAGES ? [] : [`only ${opened} of ${PAGES} pages opened`]),
      ...geodeIds.flatMap((id) => checkGeode(id, instant, asked, state)),
      ...outcomes.flatMap((outcome) => (/^[05]/.test(outcome) ? `a buyer received ${outcome}` : [])),
      ...orders.flatMap((outcome) => (outcome === '201' ? [] : `a holder who paid received ${outcome}`)),
      ...(await checkLedger(shop)),
      ...compared.differences,
      ...compared.steps.flatMap(({ gone }) => (gone === null ? 'a page never showed all geodes as gone' : [])),
      ...(await auditUntilClean(shop, AUDIT_TIMEOUT_MS)),
    ],
    figures: {
      'pages, buyers, geodes': `${opened}, ${BUYERS}, ${GEODES}`,
      ...pageFigures(compared),
      ...holdFigures(asked),
      'responses to orders': countsText(countEach(orders)),
      'responses 5xx': outcomes.filter((outcome) => outcome.startsWith('5')).length,
    },
    targets: {
      'pages on sale within 1 s, by clock or event': `${PAGES}`,
      'pages with every event within 1 s': `${PAGES}`,
      'time of a hold, median ms': `< ${TARGET.medianMs}`,
      'time of a hold, 95th percentile ms': `< ${TARGET.p95Ms}`,
      'responses 5xx': '0',
    },
  };
};

/** The shop of a drop has been selling for long: the first hundreds of holds of a process take several times as long. */
const holdAndRelease = async (browser: RoamingBrowser, geodeId: string): Promise<void> => {
  const { hold } = await browser.takeHold([geodeId]);
  if (hold) await browser.release(hold);
};

/** Asks once for a hold, some milliseconds after the instant. Never rejects. */
const ask = async (browser: RoamingBrowser, geodeId: string, instant: number, askedMs: number): Promise<Asked> => {
  await sleepUntil(instant + askedMs);
  return { browser, geodeId, ...(await askForHold(browser, geodeId)) };
};

/** Pays for the held geode; repeats the order under its key while it is under way, as the site does. Returns the outcome. */
const pay = async ({ browser, geodeId, hold }: Asked): Promise<string> => {
  const { body, headers } = demoOrder([geodeId], undefined, hold ? { holdId: hold.holdId } : {});
  for (let attempt = 1; ; attempt += 1) {
    const reply = await browser
      .send('POST', ORDER_PATH, { body, headers })
      .catch((error: unknown) => ({ status: 0, text: String(error) }));
    if (reply.status !== 202 || attempt === MAX_ORDER_TRIES) return outcomeOf(reply);
  }
};

/** Compares the pages until they equal the database. */
const untilEqual = async (pages: OpenPages, { geodes }: CatalogState): Promise<Compared> => {
  let compared = await pages.compare(geodes);
  const isEqual = async () => {
    if (compared.differences.length > 0) compared = await pages.compare(geodes);
    return compared.differences.length === 0;
  };
  await until(isEqual, PAGES_TIMEOUT_MS);
  return compared;
};

/** One browser held the geode, not before its instant, and it is sold. */
const checkGeode = (id: string, instant: number, asked: Asked[], { geodes }: CatalogState): string[] => {
  const holds = asked.flatMap(({ geodeId, hold }) => (geodeId === id && hold ? hold : []));
  return [
    ...(holds.length === 1 ? [] : [`${holds.length} buyers held geode ${id}`]),
    ...holds.filter((hold) => takenAt(hold) < instant).map(() => `geode ${id} was held before its instant`),
    ...(geodes.get(id)?.startsWith('sold') ? [] : [`geode ${id} is ${geodes.get(id)}`]),
  ];
};

const checkLedger = async ({ simulator }: StartedShop): Promise<string[]> => {
  const payments = await new SquareSimulator(simulator).payments();
  const captured = payments.filter((payment) => keptCents(payment) > 0).length;
  return captured === GEODES ? [] : [`Square captured ${captured} payments for ${GEODES} geodes`];
};

const pageFigures = ({ steps }: Compared): Part['figures'] => {
  const timesOf = (step: keyof Steps) => steps.flatMap((each) => each[step] ?? []);
  const [announced, opened, gone] = [timesOf('announced'), timesOf('opened'), timesOf('gone')];
  return {
    'pages with every event within 1 s': `${announced.filter((ms) => ms <= FIRST_SECOND_MS).length} of ${PAGES}`,
    'every event on a page, median ms': Math.round(median(announced)),
    'every event on the last page, ms': Math.round(quantile(announced, 1)),
    'pages on sale within 1 s, by clock or event': `${opened.filter((ms) => ms <= FIRST_SECOND_MS).length} of ${PAGES}`,
    'last page on sale by clock or event, ms': Math.round(quantile(opened, 1)),
    'last page showed all geodes as gone, ms': Math.round(quantile(gone, 1)),
  };
};

const holdFigures = (asked: Asked[]): Part['figures'] => {
  const times = asked.map(({ ms }) => ms);
  return {
    'time of a hold, median ms': Math.round(median(times)),
    'time of a hold, 95th percentile ms': Math.round(quantile(times, 0.95)),
    'responses to holds': countsText(countEach(asked.map(({ outcome }) => outcome))),
  };
};

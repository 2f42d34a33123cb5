import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type Geode } from '@geodes/contracts';
import { auditUntilClean, Owner, Random, type StartedShop, startShop } from '@geodes/testing';
import { FaultInjector } from '../chaos/fault-injector.js';
import { type Report, RESULTS } from '../report.js';
import { Page } from './page.js';
import { Shopper } from './shopper.js';
import { type Books, readBooks } from './stones-in-books.js';

export interface LiveOptions {
  streams: number;
  /** How often each process of a kind is killed. */
  rounds: number;
  seed: number;
  scale: string;
}

export const LIVE: Omit<LiveOptions, 'seed'> = {
  streams: 500,
  rounds: 5,
  scale: 'gateway=2,catalog=2',
};

const KILLED = ['gateway', 'catalog', 'nats', 'redis'];
const TROUBLE_INTERVAL_MS = { from: 1_500, to: 4_000 };
const STONES = 40;
const SHOPPERS = 8;
const EDIT_INTERVAL_MS = 1_500;
/** Holds that their browsers forget end while the run runs. */
const HOLD_MINUTES = '0.05';
const OPEN_TIMEOUT_MS = 60_000;
const ALL_TIMEOUT_MS = 600_000;
/** Orders, holds and facts are through within this time from the end of the last fault. */
const QUIET_TIMEOUT_MS = 120_000;
/** From then on every page shows what is so within this time: it may have to come back, and reads once a second. */
const EQUAL_TIMEOUT_MS = 15_000;
const LOOK_INTERVAL_MS = 500;

/** Open pages while what tells them is killed and comes back: at the end each shows what the database says. */
export const live = async (options: LiveOptions, say: (line: string) => void): Promise<Report> => {
  say(`  seed ${options.seed}`);
  const env = { LOG_LEVEL: 'warn', HOLD_MINUTES };
  const shop = await startShop({ scale: options.scale, log: join(RESULTS, 'live-shop.log'), env });
  const pages = Array.from({ length: options.streams }, (_, index) => new Page(shop.gateways, index));
  try {
    return await follow(options, shop, pages, say);
  } finally {
    pages.forEach((page) => page.close());
    await shop.stop();
  }
};

const follow = async (
  { streams, rounds, seed, scale }: LiveOptions,
  shop: StartedShop,
  pages: Page[],
  say: (line: string) => void,
): Promise<Report> => {
  const owner = new Owner(shop);
  const stones: Geode[] = [];
  const more = async () =>
    void stones.push(await owner.newGeode({ title: `Live ${stones.length}`, price: dollars(10_000 + stones.length) }));
  for (let index = 0; index < STONES; index += 1) await more();
  pages.forEach((page) => page.open());
  await until(() => Promise.resolve(pages.every(({ follower }) => follower.isOpen)), OPEN_TIMEOUT_MS);

  const trouble = new FaultInjector(shop, new Random(seed + 1), TROUBLE_INTERVAL_MS, KILLED);
  const closing = new AbortController();
  const shoppers = Array.from({ length: SHOPPERS }, (_, index) =>
    new Shopper(
      shop.gateways,
      new Random(seed + 2 + index),
      () => stones.map(({ id }) => id),
      () => void more().catch(() => undefined),
    ).shop(closing.signal),
  );
  const editing = edit(owner, stones, new Random(seed), closing.signal);
  trouble.start();
  await trouble.untilAllWereKilled(ALL_TIMEOUT_MS, rounds);
  await trouble.stop();
  const calm = performance.now();
  closing.abort();
  await Promise.all([...shoppers, editing]);
  say(`  calm after ${trouble.done.length} troubles: ${JSON.stringify(trouble.counts)}`);

  const books = await quiet(shop);
  const settledMs = performance.now() - calm;
  const differences = () => pages.flatMap((page, index) => differencesOf(page, index, books));
  await until(() => Promise.resolve(differences().length === 0), EQUAL_TIMEOUT_MS);
  const equalMs = performance.now() - calm;
  const sum = (of: (page: Page) => number) => pages.reduce((total, page) => total + of(page), 0);
  return {
    name: 'live',
    violations: [...differences(), ...(await auditUntilClean(shop, QUIET_TIMEOUT_MS))],
    figures: {
      seed,
      streams,
      processes: scale,
      'processes killed': trouble.done.length,
      'events told': books.position,
      'stones compared on each page': books.stones.size,
      'of these sold meanwhile': [...books.stones.values()].filter((said) => said.startsWith('sold')).length,
      'events heard by all pages': sum(({ heard }) => heard),
      'streams that came back': sum(({ follower }) => follower.reconnects),
      'resets told': sum(({ resets }) => resets),
      'shop quiet after the last fault, s': (settledMs / 1_000).toFixed(1),
      'all pages equal after the last fault, s': (equalMs / 1_000).toFixed(1),
    },
    targets: {},
  };
};

/** New prices now and then: pages are told to read these stones again. */
const edit = async (owner: Owner, stones: Geode[], random: Random, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const price = random.between(1, 999).toFixed(2);
    await owner.call('PUT', `/api/admin/geodes/${random.pick(stones).id}`, { price }).catch(() => undefined);
    await sleep(EDIT_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
};

/** The books once nothing is in anybody's checkout any more and no event has come for a while. Throws after two minutes. */
const quiet = async (shop: StartedShop): Promise<Books> => {
  let last: Books | undefined;
  let same = 0;
  const isQuiet = async () => {
    const now = await readBooks(shop).catch(() => undefined);
    same = now && now.taken === 0 && now.position === last?.position ? same + 1 : 0;
    last = now ?? last;
    return same >= 4;
  };
  await until(isQuiet, QUIET_TIMEOUT_MS);
  if (!last || same < 4) throw new Error(`the shop is not quiet: ${last?.taken} stones are in checkouts`);
  return last;
};

const differencesOf = (page: Page, index: number, { stones }: Books): string[] => {
  if (!page.follower.isOpen) return [`page ${index} does not follow the shop`];
  const { shown } = page;
  return [...stones].flatMap(([id, said]) => {
    // one that was sold before the page was opened is in no list
    const seen = shown.get(id) ?? 'nothing';
    return seen === said || (seen === 'nothing' && said.startsWith('sold'))
      ? []
      : [`page ${index} shows stone ${id} as ${seen}, it is ${said}`];
  });
};

const until = async (isSo: () => Promise<boolean>, limitMs: number): Promise<void> => {
  const end = performance.now() + limitMs;
  while (!(await isSo()) && performance.now() < end) await sleep(LOOK_INTERVAL_MS);
};

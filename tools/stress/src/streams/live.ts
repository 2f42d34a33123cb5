import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type Geode, type Hold } from '@geodes/contracts';
import {
  auditUntilClean,
  bodyOf,
  demoOrder,
  Owner,
  Random,
  ShopClient,
  type StartedShop,
  startShop,
  until,
} from '@geodes/testing';
import { FaultInjector } from '../chaos/fault-injector.js';
import { type Report, RESULTS } from '../report.js';
import { untilSettled } from './catalog-state.js';
import { differencesOf, Page } from './page.js';

export interface LiveOptions {
  /** How often each process is killed. */
  rounds: number;
  seed: number;
}

export const LIVE: Omit<LiveOptions, 'seed'> = { rounds: 5 };

const STREAMS = 500;
const SCALE = 'gateway=2,catalog=2';
const KILLED = ['gateway', 'catalog', 'nats', 'redis'];
const FAULT_INTERVAL_MS = { from: 1_500, to: 4_000 };
const GEODES = 40;
const BUYERS = 8;
const EDIT_INTERVAL_MS = 1_500;
/** Short holds, so that abandoned ones expire during the run. */
const HOLD_MINUTES = '0.05';
const OPEN_TIMEOUT_MS = 60_000;
const ALL_TIMEOUT_MS = 600_000;
/** The audit is clean within this time after the shop has settled. */
const AUDIT_TIMEOUT_MS = 150_000;
/** Every page is correct within this time after the shop has settled: it may have to reconnect and read. */
const PAGES_TIMEOUT_MS = 15_000;

/** Keeps pages open while gateways, catalog, NATS and Redis are killed. At the end each page shows the database's state. */
export const live = async (options: LiveOptions, say: (line: string) => void): Promise<Report> => {
  say(`  seed ${options.seed}`);
  const env = { LOG_LEVEL: 'warn', HOLD_MINUTES };
  const shop = await startShop({ scale: SCALE, log: join(RESULTS, 'live-shop.log'), env });
  const pages = Array.from({ length: STREAMS }, (_, index) => new Page(shop.gateways, index));
  try {
    return await follow(options, shop, pages, say);
  } finally {
    pages.forEach((page) => page.close());
    await shop.stop();
  }
};

const follow = async (
  { rounds, seed }: LiveOptions,
  shop: StartedShop,
  pages: Page[],
  say: (line: string) => void,
): Promise<Report> => {
  const owner = new Owner(shop);
  const geodes: Geode[] = [];
  const addGeode = async () =>
    void geodes.push(await owner.newGeode({ title: `Live ${geodes.length}`, price: dollars(10_000 + geodes.length) }));
  for (let index = 0; index < GEODES; index += 1) await addGeode();
  pages.forEach((page) => page.open());
  await until(() => pages.every(({ follower }) => follower.isOpen), OPEN_TIMEOUT_MS);

  const faults = new FaultInjector(shop, new Random(seed + 1), FAULT_INTERVAL_MS, KILLED);
  const closing = new AbortController();
  const buyers = Array.from({ length: BUYERS }, (_, index) =>
    new RandomBuyer(
      shop.gateways,
      new Random(seed + 2 + index),
      () => geodes.map(({ id }) => id),
      () => void addGeode().catch(() => undefined),
    ).run(closing.signal),
  );
  const editing = edit(owner, geodes, new Random(seed), closing.signal);
  faults.start();
  const wereKilled = await faults.untilAllWereKilled(ALL_TIMEOUT_MS, rounds);
  await faults.stop();
  const calmAt = performance.now();
  closing.abort();
  await Promise.all([...buyers, editing]);
  say(`  last of ${faults.done.length} faults: ${JSON.stringify(faults.counts)}`);

  const state = await untilSettled(shop);
  const settledMs = performance.now() - calmAt;
  const differences = () => pages.flatMap((page, index) => differencesOf(page, index, state.geodes));
  await until(() => differences().length === 0, PAGES_TIMEOUT_MS);
  const pagesMs = performance.now() - calmAt;
  const sold = [...state.geodes.values()].filter((shown) => shown.startsWith('sold')).length;
  return {
    name: 'live',
    violations: [
      ...differences(),
      ...(await auditUntilClean(shop, AUDIT_TIMEOUT_MS)),
      ...(wereKilled ? [] : ['not every process was killed']),
      ...(sold > 0 ? [] : ['no geode was sold']),
    ],
    figures: {
      seed,
      streams: STREAMS,
      processes: SCALE,
      'processes killed': faults.done.length,
      'events sent': state.position,
      'geodes compared on each page': state.geodes.size,
      'of these sold during the run': sold,
      'shop settled after the last fault, s': (settledMs / 1_000).toFixed(1),
      'all pages correct after the last fault, s': (pagesMs / 1_000).toFixed(1),
    },
    targets: {},
  };
};

/** Changes prices, so that pages receive `catalog` events. */
const edit = async (owner: Owner, geodes: Geode[], random: Random, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    const price = random.between(1, 999).toFixed(2);
    await owner.call('PUT', `/api/admin/geodes/${random.pick(geodes).id}`, { price }).catch(() => undefined);
    await sleep(EDIT_INTERVAL_MS, undefined, { signal }).catch(() => undefined);
  }
};

const PAUSE_MS = { from: 100, to: 900 };

/** A browser that holds geodes, ends or abandons holds, and pays with or without a hold. */
class RandomBuyer {
  private readonly browser: ShopClient;
  private current: Hold | undefined;

  constructor(
    private readonly gateways: string[],
    private readonly random: Random,
    /** Ids of the geodes that may be on sale. */
    private readonly geodeIds: () => string[],
    /** Runs after a paid order. */
    private readonly onPaid: () => void,
  ) {
    this.browser = new ShopClient(gateways);
  }

  async run(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      await this.act().catch(() => undefined);
      await sleep(this.random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
    }
  }

  private async act(): Promise<void> {
    const { random, current } = this;
    if (current && random.chance(0.3)) return this.end(current);
    if (current && random.chance(0.35)) return this.pay(current.items[0]?.geodeId, current);
    if (random.chance(0.06)) return this.pay(random.pick(this.geodeIds()));
    await this.hold();
  }

  private async hold(): Promise<void> {
    const wanted = this.random.shuffled(this.geodeIds()).slice(0, this.random.chance(0.3) ? 2 : 1);
    const reply = await this.browser.hold(wanted, { gateway: this.random.pick(this.gateways) });
    this.current = reply.status === 201 ? bodyOf<Hold>(reply) : undefined;
  }

  private async end({ holdId }: Hold): Promise<void> {
    this.current = undefined;
    await this.browser.send('DELETE', `/api/holds/${holdId}`, { gateway: this.random.pick(this.gateways) });
  }

  private async pay(geodeId: string | undefined, hold?: Hold): Promise<void> {
    this.current = undefined;
    if (!geodeId) return;
    const order = demoOrder([geodeId], this.random.chance(0.3) ? 'cnon:card-nonce-declined' : 'cnon:card-nonce-ok');
    const gateway = this.random.pick(this.gateways);
    const { status } = await this.browser.order(order, { gateway, ...(hold ? { hold } : {}) });
    if (status === 201) this.onPaid();
  }
}

import { join } from 'node:path';
import { setInterval, setTimeout as sleep } from 'node:timers/promises';
import {
  auditUntilClean,
  demoOrder,
  isReady,
  median,
  Owner,
  quantile,
  runTool,
  send,
  ShopClient,
  type StartedShop,
  startShop,
} from '@geodes/testing';
import { TWO_OF_EACH } from './config.js';
import { findIncompatibilities } from './fixtures/check-compatibility.js';
import { type Report, RESULTS } from './report.js';

/** How often every process is replaced. */
export const ROLLING = { rounds: 1 };

/** Buyers, each of whom buys one geode after the other. */
const BUYERS = 4;
/** Readers that read the pages below without end. */
const READERS = 6;
const PAGES = ['/', '/api/geodes?page=1&limit=12', '/api/geodes/featured', '/showcase', '/api/showcase'];
/** Loads a shop on two cores without saturating it. */
const READER_PAUSE_MS = 20;
const BUYER_PAUSE_MS = 150;
/** Each buyer buys units of a separate geode. */
const UNITS = 5_000;
const RESTART_TIMEOUT_MS = 10 * 60_000;
const SETTLE_TIMEOUT_MS = 60_000;

interface Tally {
  reads: number;
  checkouts: number;
  ms: number[];
  failures: string[];
}

/** Replaces every process one by one under load. No request and no checkout may fail. */
export const rolling = async ({ rounds }: typeof ROLLING, say: (line: string) => void): Promise<Report> => {
  const shop = await startShop({ scale: TWO_OF_EACH, log: join(RESULTS, 'rolling-shop.log') });
  const balancer = new Balancer(shop.gateways);
  const owner = new Owner(shop);
  const tally: Tally = { reads: 0, checkouts: 0, ms: [], failures: [] };
  const end = new AbortController();
  try {
    const geodes = await Promise.all(
      Array.from({ length: BUYERS }, (_, index) => owner.newGeode({ title: `Geode ${index}`, quantity: UNITS })),
    );
    const load = [
      ...Array.from({ length: READERS }, (_, index) => read(balancer, index, tally, end.signal)),
      ...geodes.map(({ id }) => buy(balancer, id, tally, end.signal)),
    ];
    const before = pids(shop);
    const began = performance.now();
    for (let round = 1; round <= rounds; round += 1) {
      await restart(shop);
      say(
        `  round ${round} of ${rounds}: ${tally.reads} reads, ${tally.checkouts} checkouts, ${tally.failures.length} failures`,
      );
    }
    const replacedMs = performance.now() - began;
    end.abort();
    await Promise.all(load);
    const unreplaced = [...pids(shop)].filter(([name, pid]) => isReplaced(name) && before.get(name) === pid);
    const orders = await owner.orders();
    const audited = await auditUntilClean(shop, SETTLE_TIMEOUT_MS);
    const violations = [
      ...tally.failures,
      ...unreplaced.map(([name]) => `${name} was not replaced`),
      ...(orders.length === tally.checkouts ? [] : [`${orders.length} orders for ${tally.checkouts} paid checkouts`]),
      ...(tally.checkouts > 0 ? [] : ['no order was paid']),
      ...audited,
      ...(await findIncompatibilities(shop)),
    ];
    return {
      name: 'rolling',
      violations,
      figures: {
        'processes replaced': rounds * [...before.keys()].filter(isReplaced).length,
        processes: TWO_OF_EACH,
        'time to replace all, s': Math.round(replacedMs / 1_000),
        requests: tally.reads + tally.checkouts,
        checkouts: tally.checkouts,
        'failed requests': tally.failures.length,
        'time of a checkout, median ms': Math.round(median(tally.ms)),
        'time of a checkout, longest ms': Math.round(quantile(tally.ms, 1)),
      },
      targets: { 'failed requests': '0' },
    };
  } finally {
    end.abort();
    balancer.close();
    await shop.stop();
  }
};

const read = async (balancer: Balancer, first: number, tally: Tally, signal: AbortSignal): Promise<void> => {
  for (let turn = first; !signal.aborted; turn += 1) {
    const path = PAGES[turn % PAGES.length] ?? '/';
    tally.reads += 1;
    try {
      const { status } = await send('GET', balancer.next() + path);
      if (status !== 200) tally.failures.push(`GET ${path} responded ${status}`);
    } catch (error) {
      tally.failures.push(`GET ${path}: ${String(error)}`);
    }
    await sleep(READER_PAUSE_MS);
  }
};

const buy = async (balancer: Balancer, geodeId: string, tally: Tally, signal: AbortSignal): Promise<void> => {
  while (!signal.aborted) {
    try {
      const browser = new ShopClient([balancer.next()]);
      const { status, said, ms } = await browser.order(demoOrder([geodeId]));
      tally.ms.push(ms);
      if (status === 201) tally.checkouts += 1;
      else tally.failures.push(`a buyer received ${status} ${said}`);
    } catch (error) {
      tally.failures.push(`a checkout: ${String(error)}`);
    }
    await sleep(BUYER_PAUSE_MS);
  }
};

const pids = ({ processes }: StartedShop): Map<string, number> =>
  new Map(processes.names().map((name) => [name, processes.pidOf(name)]));

const isReplaced = (name: string): boolean => /^(gateway|catalog|orders|payments|media|audit)(\.\d+)?$/.test(name);

/** Restarts as the operator does: `npm run ops -- restart`. */
const restart = async (shop: StartedShop): Promise<void> => {
  const { code, stdout, stderr } = await runTool('ops', shop, ['restart'], RESTART_TIMEOUT_MS);
  if (code !== 0) throw new Error(`the restart failed (${code}): ${stdout}${stderr}`);
};

const READY_INTERVAL_MS = 250;

/** Balances as a proxy in front of the gateways does: polls /health/ready and picks the ready ones in turn. */
class Balancer {
  private ready: readonly string[];
  private turn = 0;
  private readonly stopped = new AbortController();

  constructor(private readonly gateways: readonly string[]) {
    this.ready = gateways;
    void this.poll();
  }

  /** Returns the gateway for the next request. Throws when none is ready. */
  next(): string {
    const gateway = this.ready[this.turn++ % this.ready.length];
    if (!gateway) throw new Error('no gateway is ready');
    return gateway;
  }

  close(): void {
    this.stopped.abort();
  }

  private async poll(): Promise<void> {
    const { signal } = this.stopped;
    try {
      for await (const _ of setInterval(READY_INTERVAL_MS, undefined, { signal })) {
        const ready = await Promise.all(this.gateways.map((gateway) => isReady(gateway)));
        this.ready = this.gateways.filter((_, index) => ready[index]);
      }
    } catch (error) {
      if (!signal.aborted) throw error;
    }
  }
}

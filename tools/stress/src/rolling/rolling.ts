import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  auditUntilClean,
  demoOrder,
  median,
  Owner,
  quantile,
  runTool,
  send,
  ShopClient,
  type StartedShop,
  startShop,
} from '@geodes/testing';
import { notUnderstood } from '../fixtures/check-compatibility.js';
import { type Report, RESULTS } from '../report.js';
import { Balancer } from './balancer.js';

export interface RollingOptions {
  /** How often every process is replaced. */
  rounds: number;
  /** Who buy one stone after the other. */
  buyers: number;
  scale: string;
}

export const ROLLING: RollingOptions = {
  rounds: 1,
  buyers: 4,
  scale: 'gateway=2,catalog=2,orders=2,payments=2,media=2',
};

/** Pages that are read all the time, by so many readers. */
const READERS = 6;
const PAGES = ['/', '/api/geodes?page=1&limit=12', '/api/geodes/featured', '/showcase', '/api/showcase'];
/** On two cores: a shop under load, not one that is at its end. */
const READER_PAUSE_MS = 20;
const BUYER_PAUSE_MS = 150;
/** A buyer has a stone of his own, of which there are many. */
const UNITS = 5_000;
const RESTART_TIMEOUT_MS = 10 * 60_000;
const SETTLE_TIMEOUT_MS = 60_000;

interface Tally {
  reads: number;
  checkouts: number;
  ms: number[];
  failures: string[];
}

/** Replaces every process one by one under load: nobody may be refused, nothing may fail. */
export const rolling = async (
  { rounds, buyers, scale }: RollingOptions,
  say: (line: string) => void,
): Promise<Report> => {
  const shop = await startShop({ scale, log: join(RESULTS, 'rolling-shop.log') });
  const balancer = new Balancer(shop.gateways);
  const owner = new Owner(shop);
  const tally: Tally = { reads: 0, checkouts: 0, ms: [], failures: [] };
  const over = new AbortController();
  try {
    const stones = await Promise.all(
      Array.from({ length: buyers }, (_, index) => owner.newGeode({ title: `Stone ${index}`, quantity: UNITS })),
    );
    const load = [
      ...Array.from({ length: READERS }, (_, index) => read(balancer, index, tally, over.signal)),
      ...stones.map(({ id }) => buy(balancer, id, tally, over.signal)),
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
    over.abort();
    await Promise.all(load);
    const stayed = [...pids(shop)].filter(([name, pid]) => isReplaced(name) && before.get(name) === pid);
    const orders = await owner.orders();
    const books = await auditUntilClean(shop, SETTLE_TIMEOUT_MS);
    const violations = [
      ...tally.failures,
      ...stayed.map(([name]) => `${name} was not replaced`),
      ...(orders.length === tally.checkouts ? [] : [`${orders.length} orders for ${tally.checkouts} paid checkouts`]),
      ...(tally.checkouts > 0 ? [] : ['nobody bought anything']),
      ...books,
      ...(await notUnderstood(shop)),
    ];
    return {
      name: 'rolling',
      violations,
      figures: {
        'processes replaced': rounds * [...before.keys()].filter(isReplaced).length,
        processes: scale,
        'all replaced after, s': Math.round(replacedMs / 1_000),
        requests: tally.reads + tally.checkouts,
        checkouts: tally.checkouts,
        'failed requests': tally.failures.length,
        'a checkout takes, median ms': Math.round(median(tally.ms)),
        'a checkout takes, longest ms': Math.round(quantile(tally.ms, 1)),
      },
      targets: { 'failed requests': '0' },
    };
  } finally {
    over.abort();
    balancer.close();
    await shop.stop();
  }
};

const read = async (balancer: Balancer, first: number, tally: Tally, over: AbortSignal): Promise<void> => {
  for (let turn = first; !over.aborted; turn += 1) {
    const path = PAGES[turn % PAGES.length] ?? '/';
    tally.reads += 1;
    try {
      const { status } = await send('GET', balancer.next() + path);
      if (status !== 200) tally.failures.push(`GET ${path} was answered with ${status}`);
    } catch (error) {
      tally.failures.push(`GET ${path}: ${String(error)}`);
    }
    await sleep(READER_PAUSE_MS);
  }
};

const buy = async (balancer: Balancer, geodeId: string, tally: Tally, over: AbortSignal): Promise<void> => {
  while (!over.aborted) {
    try {
      const browser = new ShopClient([balancer.next()]);
      const { status, said, ms } = await browser.order(demoOrder([geodeId]));
      tally.ms.push(ms);
      if (status === 201) tally.checkouts += 1;
      else tally.failures.push(`a buyer was told ${status} ${said}`);
    } catch (error) {
      tally.failures.push(`a checkout: ${String(error)}`);
    }
    await sleep(BUYER_PAUSE_MS);
  }
};

const pids = ({ processes }: StartedShop): Map<string, number> =>
  new Map(processes.names().map((name) => [name, processes.pidOf(name)]));

const isReplaced = (name: string): boolean => /^(gateway|catalog|orders|payments|media|audit)(\.\d+)?$/.test(name);

/** As the operator does: `npm run ops -- restart`. */
const restart = async (shop: StartedShop): Promise<void> => {
  const { code, stdout, stderr } = await runTool('ops', shop, ['restart'], RESTART_TIMEOUT_MS);
  if (code !== 0) throw new Error(`the restart failed (${code}): ${stdout}${stderr}`);
};

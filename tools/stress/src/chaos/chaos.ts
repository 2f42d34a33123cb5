import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type Geode } from '@geodes/contracts';
import {
  audit,
  demoOrder,
  median,
  Owner,
  quantile,
  Random,
  SquareSimulator,
  type StartedShop,
  startShop,
} from '@geodes/testing';
import { counted } from '../figures.js';
import { type Report, RESULTS } from '../report.js';
import { buyWithRetries, type Told } from './retrying-buyer.js';
import { FaultInjector } from './fault-injector.js';
import { drift, untruths } from './verify-outcomes.js';

export interface ChaosOptions {
  orders: number;
  seed: number;
  scale: string;
}

export const CHAOS: Omit<ChaosOptions, 'seed'> = {
  orders: 60,
  scale: 'gateway=2,catalog=2,orders=2,payments=2,media=2',
};

/** All is settled within this time from the end of the last fault. */
const SETTLE_TIMEOUT_MS = 120_000;
/** Between one buyer and the next, on the average. */
const ARRIVAL_MS = 500;
const TROUBLE_INTERVAL_MS = { from: 1_500, to: 4_000 };
const ALL_TIMEOUT_MS = 60_000;
const RETRY_DELAY_MS = 1_000;
const FIRST_PRICE_CENTS = 10_000;
/** Totals tell orders apart: no two stones cost the same, with the discount or without. */
const PRICE_STEP_CENTS = 10;
/** Of a hundred buyers. */
const WANT_A_STONE_OF_ANOTHER = 0.2;
const LEAVE_AFTER_THE_FIRST_TRY = 0.08;
const TOKENS = [...Array<string>(8).fill('cnon:card-nonce-ok'), 'cnon:card-nonce-declined', 'cnon:simulator-hang'];

/** Orders while everything that runs is killed in turn and Square stumbles: at the end the books agree and nobody was told what is not so. */
export const chaos = async (options: ChaosOptions, say: (line: string) => void): Promise<Report> => {
  say(`  seed ${options.seed}`);
  const shop = await startShop({
    scale: options.scale,
    log: join(RESULTS, 'chaos-shop.log'),
    env: { LOG_LEVEL: 'warn' },
  });
  try {
    return await storm(options, shop, say);
  } finally {
    await shop.stop();
  }
};

const storm = async (
  { orders, seed, scale }: ChaosOptions,
  shop: StartedShop,
  say: (line: string) => void,
): Promise<Report> => {
  const random = new Random(seed);
  const owner = new Owner(shop);
  const stones: Geode[] = [];
  for (let index = 0; index < orders; index += 1)
    stones.push(
      await owner.newGeode({ title: `Chaos ${index}`, price: dollars(FIRST_PRICE_CENTS + index * PRICE_STEP_CENTS) }),
    );
  const trouble = new FaultInjector(shop, new Random(seed + 1), TROUBLE_INTERVAL_MS);
  const patience = new AbortController();
  const buyers: Promise<Told>[] = [];
  const told: Told[] = [];
  trouble.start();
  for (let index = 0; index < orders; index += 1) {
    const wanted = index > 0 && random.chance(WANT_A_STONE_OF_ANOTHER) ? index - 1 : index;
    const stone = stones[wanted] as Geode;
    const tries = random.chance(LEAVE_AFTER_THE_FIRST_TRY) ? 1 : Number.POSITIVE_INFINITY;
    const buying = buyWithRetries(
      shop.gateways,
      demoOrder([stone.id], random.pick(TOKENS)),
      new Random(seed + 2 + index),
      tries,
      patience.signal,
    );
    buyers.push(buying);
    void buying.then((one) => told.push(one));
    if ((index + 1) % 50 === 0)
      say(`  ${index + 1} orders sent, ${told.length} ended, ${trouble.done.length} troubles`);
    await sleep(random.between(0, 2 * ARRIVAL_MS));
  }
  await trouble.untilAllWereKilled(ALL_TIMEOUT_MS);
  await trouble.stop();
  const calm = performance.now();
  say(`  calm after ${trouble.done.length} troubles: ${JSON.stringify(trouble.counts)}`);
  const timer = setTimeout(() => patience.abort(), SETTLE_TIMEOUT_MS);
  const { violations, settledMs, cents } = await settle(shop, owner, told, orders, calm);
  clearTimeout(timer);
  patience.abort();
  const all = await Promise.all(buyers);
  const answerMs = all.flatMap(({ last }) => (last ? [last.ms] : []));
  const given = counted(all.map(({ last }) => (last ? `${last.status} ${last.said}` : 'never told')));
  say(`  buyers were told ${JSON.stringify(given)}`);
  return {
    name: 'chaos',
    violations,
    figures: {
      seed,
      orders,
      processes: scale,
      'processes killed': trouble.done.filter((what) => !what.startsWith('Square')).length,
      'stumbles of Square': trouble.done.filter((what) => what.startsWith('Square')).length,
      'buyers who paid': all.filter(({ last }) => last?.status === 201).length,
      'buyers asked again, most often': Math.max(...all.map(({ answers }) => answers.length)),
      'a buyer knows after, median ms': Math.round(median(answerMs)),
      'a buyer knows after, 99th percentile ms': Math.round(quantile(answerMs, 0.99)),
      'drift, cents': cents,
      'settled after the last fault, s': (settledMs / 1_000).toFixed(1),
    },
    targets: { 'drift, cents': '0', 'settled after the last fault, s': '< 120' },
  };
};

/** Looks until nothing is wrong any more, every buyer who waits was answered, or the time is up. */
const settle = async (shop: StartedShop, owner: Owner, told: Told[], buyers: number, calm: number) => {
  for (;;) {
    const waiting = buyers - told.length;
    const found = await look(shop, owner, told, waiting).catch((error: unknown) => ({
      violations: [`the books could not be read: ${String(error)}`],
      cents: Number.NaN,
    }));
    const settledMs = performance.now() - calm;
    if (found.violations.length === 0 || settledMs > SETTLE_TIMEOUT_MS) return { ...found, settledMs };
    await sleep(RETRY_DELAY_MS);
  }
};

const look = async (shop: StartedShop, owner: Owner, told: Told[], waiting: number) => {
  const [audited, orders, payments] = await Promise.all([
    audit(shop),
    owner.orders(),
    new SquareSimulator(shop.simulator).payments(),
  ]);
  const books = { orders, payments };
  const cents = drift(books);
  const violations = [
    ...audited,
    ...(cents === 0 ? [] : [`what was taken is ${cents} cents more than what was ordered`]),
    ...untruths([...told], orders),
    ...(waiting > 0 ? [`${waiting} buyers were never told how it ended`] : []),
  ];
  return { violations, cents };
};

import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type Geode } from '@geodes/contracts';
import { audit, demoOrder, median, Owner, Random, SquareSimulator, type StartedShop, startShop } from '@geodes/testing';
import { TWO_OF_EACH } from '../config.js';
import { countEach, type Report, RESULTS } from '../report.js';
import { buyWithRetries, type BuyerOutcome, type RefundOutcome, refundWithRetries } from './retries.js';
import { FaultInjector } from './fault-injector.js';
import { drift, falseRefunds, falseResponses } from './verify-outcomes.js';

export interface ChaosOptions {
  orders: number;
  seed: number;
}

export const CHAOS: Omit<ChaosOptions, 'seed'> = { orders: 60 };

/** The shop settles within this time after the last fault. */
const SETTLE_TIMEOUT_MS = 120_000;
/** Mean time between two buyers. */
const ARRIVAL_MS = 500;
const FAULT_INTERVAL_MS = { from: 1_500, to: 4_000 };
const ALL_TIMEOUT_MS = 60_000;
const RETRY_DELAY_MS = 1_000;
const FIRST_PRICE_CENTS = 10_000;
/** Totals identify orders: no two geodes cost the same, with or without the discount. */
const PRICE_STEP_CENTS = 10;
/** Shares of the buyers. */
const SAME_GEODE_SHARE = 0.2;
const SINGLE_TRY_SHARE = 0.08;
/** Share of the paid orders that the owner refunds, whole or in part. */
const REFUND_SHARE = 0.3;
const TOKENS = [...Array<string>(8).fill('cnon:card-nonce-ok'), 'cnon:card-nonce-declined', 'cnon:simulator-hang'];

/**
 * Orders while every process is killed in turn and Square fails. At the end the audit is clean and every response is
 * true.
 */
export const chaos = async (options: ChaosOptions, say: (line: string) => void): Promise<Report> => {
  say(`  seed ${options.seed}`);
  const shop = await startShop({
    scale: TWO_OF_EACH,
    log: join(RESULTS, 'chaos-shop.log'),
    env: { LOG_LEVEL: 'warn' },
  });
  try {
    return await runChaos(options, shop, say);
  } finally {
    await shop.stop();
  }
};

const runChaos = async (
  { orders, seed }: ChaosOptions,
  shop: StartedShop,
  say: (line: string) => void,
): Promise<Report> => {
  const random = new Random(seed);
  const owner = new Owner(shop);
  const geodes: Geode[] = [];
  for (let index = 0; index < orders; index += 1)
    geodes.push(
      await owner.newGeode({ title: `Chaos ${index}`, price: dollars(FIRST_PRICE_CENTS + index * PRICE_STEP_CENTS) }),
    );
  const faults = new FaultInjector(shop, new Random(seed + 1), FAULT_INTERVAL_MS);
  const giveUp = new AbortController();
  const buyers: Promise<BuyerOutcome>[] = [];
  const outcomes: BuyerOutcome[] = [];
  const refunds: RefundOutcome[] = [];
  let refunding = 0;
  const onOutcome = async (outcome: BuyerOutcome, draws: Random) => {
    outcomes.push(outcome);
    const { last, order } = outcome;
    if (last?.status !== 201 || !last.order || !draws.chance(REFUND_SHARE)) return;
    refunding += 1;
    refunds.push(await refundWithRetries(owner, shop.gateways, last.order, order.geodeIds, draws, giveUp.signal));
  };
  faults.start();
  for (let index = 0; index < orders; index += 1) {
    const wanted = index > 0 && random.chance(SAME_GEODE_SHARE) ? index - 1 : index;
    const geode = geodes[wanted] as Geode;
    const tries = random.chance(SINGLE_TRY_SHARE) ? 1 : Number.POSITIVE_INFINITY;
    const buying = buyWithRetries(
      shop.gateways,
      demoOrder([geode.id], random.pick(TOKENS)),
      new Random(seed + 2 + index),
      tries,
      giveUp.signal,
    );
    buyers.push(buying);
    void buying.then((outcome) => onOutcome(outcome, new Random(seed + 2 + orders + index)));
    if ((index + 1) % 50 === 0)
      say(`  ${index + 1} orders sent, ${outcomes.length} ended, ${faults.done.length} faults`);
    await sleep(random.between(0, 2 * ARRIVAL_MS));
  }
  const wereKilled = await faults.untilAllWereKilled(ALL_TIMEOUT_MS);
  await faults.stop();
  const calmAt = performance.now();
  say(`  last of ${faults.done.length} faults: ${JSON.stringify(faults.counts)}`);
  const timer = setTimeout(() => giveUp.abort(), SETTLE_TIMEOUT_MS);
  const { violations, settledMs, cents } = await settle(shop, owner, calmAt, () => ({
    outcomes: [...outcomes],
    refunds: [...refunds],
    waiting: orders - outcomes.length + refunding - refunds.length,
  }));
  clearTimeout(timer);
  giveUp.abort();
  const all = await Promise.all(buyers);
  const replyMs = all.flatMap(({ last }) => (last ? [last.ms] : []));
  const paid = all.filter(({ last }) => last?.status === 201).length;
  const counts = countEach(all.map(({ last }) => (last ? `${last.status} ${last.said}` : 'no outcome')));
  say(`  buyers received ${JSON.stringify(counts)}`);
  return {
    name: 'chaos',
    violations: [
      ...violations,
      ...(wereKilled ? [] : ['not every process was killed']),
      ...(paid > 0 ? [] : ['no order was paid']),
    ],
    figures: {
      seed,
      orders,
      processes: TWO_OF_EACH,
      'processes killed': faults.done.filter((what) => !what.startsWith('Square')).length,
      'faults of Square': faults.done.filter((what) => what.startsWith('Square')).length,
      'buyers who paid': paid,
      'refunds of the owner': refunds.length,
      'of them whole orders': refunds.filter(({ amount }) => amount === undefined).length,
      'time to an outcome, median ms': Math.round(median(replyMs)),
      'drift, cents': cents,
      'settled after the last fault, s': (settledMs / 1_000).toFixed(1),
    },
    targets: { 'drift, cents': '0', 'settled after the last fault, s': '< 120' },
  };
};

interface Outcomes {
  outcomes: BuyerOutcome[];
  refunds: RefundOutcome[];
  /** Buyers and refunds without an outcome. */
  waiting: number;
}

/** Checks until no violation is left and everybody has an outcome, or the time is up. */
const settle = async (shop: StartedShop, owner: Owner, calmAt: number, read: () => Outcomes) => {
  for (;;) {
    const found = await findViolations(shop, owner, read()).catch((error: unknown) => ({
      violations: [`the data could not be read: ${String(error)}`],
      cents: Number.NaN,
    }));
    const settledMs = performance.now() - calmAt;
    if (found.violations.length === 0 || settledMs > SETTLE_TIMEOUT_MS) return { ...found, settledMs };
    await sleep(RETRY_DELAY_MS);
  }
};

const findViolations = async (shop: StartedShop, owner: Owner, { outcomes, refunds, waiting }: Outcomes) => {
  const [audited, orders, payments] = await Promise.all([
    audit(shop),
    owner.orders(),
    new SquareSimulator(shop.simulator).payments(),
  ]);
  const cents = drift({ orders, payments, refunds });
  const violations = [
    ...audited,
    ...(cents === 0 ? [] : [`the captured amount exceeds the paid orders by ${cents} cents`]),
    ...falseResponses(outcomes, orders, refunds),
    ...falseRefunds(refunds, orders),
    ...(waiting > 0 ? [`${waiting} buyers or refunds have no outcome`] : []),
  ];
  return { violations, cents };
};

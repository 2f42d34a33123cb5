import { join } from 'node:path';
import { dollars } from '@geodes/contracts';
import {
  auditUntilClean,
  demoOrder,
  keptCents,
  median,
  type OrderReply,
  Owner,
  quantile,
  SquareSimulator,
  type StartedShop,
  startShop,
} from '@geodes/testing';
import { TWO_OF_EACH } from './config.js';
import { Crowd } from './crowd.js';
import { countEach, type Report, RESULTS } from './report.js';

export interface RaceOptions {
  rounds: number;
  buyers: number;
  scale: string;
  /** Per gateway. */
  connections: number;
}

export const RACE: RaceOptions = {
  rounds: 20,
  buyers: 1_000,
  scale: TWO_OF_EACH,
  connections: 250,
};

const SETTLE_TIMEOUT_MS = 60_000;
const FIRST_PRICE_CENTS = 10_000;
/** Two of every four buyers hold the geode first, one on each gateway. */
const holdsFirst = (index: number): boolean => index % 4 < 2;

/** Sends many orders for one geode, round after round: one is paid, and the others are refused soon. */
export const race = async (options: RaceOptions, say: (line: string) => void): Promise<Report> => {
  const shop = await startShop({ scale: options.scale, log: join(RESULTS, 'race-shop.log') });
  const crowd = new Crowd(shop.gateways, options.connections);
  try {
    return await rounds(options, shop, crowd, say);
  } finally {
    crowd.close();
    await shop.stop();
  }
};

const rounds = async (
  { rounds: count, buyers, scale }: RaceOptions,
  shop: StartedShop,
  crowd: Crowd,
  say: (line: string) => void,
): Promise<Report> => {
  const owner = new Owner(shop);
  const violations: string[] = [];
  const all = { median: [] as number[], p95: [] as number[], perSecond: [] as number[], clientCpuMs: [] as number[] };
  let payments = 0;
  for (let round = 1; round <= count; round += 1) {
    const geode = await owner.newGeode({ title: `Race ${round}`, price: dollars(FIRST_PRICE_CENTS + round) });
    const orders = Array.from({ length: buyers }, (_, index) => ({
      ...demoOrder([geode.id]),
      holdsFirst: holdsFirst(index),
    }));
    await crowd.openConnections();
    const cpu = process.cpuUsage();
    const replies = await crowd.sendAll(orders);
    const { user, system } = process.cpuUsage(cpu);
    const losers = replies.filter(({ status }) => status !== 201).map(({ ms }) => ms);
    const lastMs = Math.max(...replies.map(({ ms }) => ms));
    all.median.push(median(losers));
    all.p95.push(quantile(losers, 0.95));
    all.perSecond.push(buyers / (lastMs / 1_000));
    all.clientCpuMs.push((user + system) / 1_000);
    const ledger = (await new SquareSimulator(shop.simulator).payments()).slice(payments);
    payments += ledger.length;
    const found = checkReplies(replies, ledger.map(keptCents));
    violations.push(...found.map((what) => `round ${round}: ${what}`));
    say(
      `  round ${round}: loser median ${median(losers).toFixed(0)} ms, 95th ${quantile(losers, 0.95).toFixed(0)} ms, ` +
        `last ${lastMs.toFixed(0)} ms, ${JSON.stringify(countEach(replies.map(({ status }) => status)))}`,
    );
  }
  violations.push(...(await auditUntilClean(shop, SETTLE_TIMEOUT_MS)));
  return {
    name: 'race',
    violations,
    figures: {
      rounds: count,
      'buyers per round': buyers,
      'buyers who hold it first': Array.from({ length: buyers }, (_, index) => holdsFirst(index)).filter(Boolean)
        .length,
      processes: scale,
      'time to a refusal, median ms': Math.round(median(all.median)),
      'time to a refusal, 95th percentile ms': Math.round(median(all.p95)),
      'worst round, 95th percentile ms': Math.round(Math.max(...all.p95)),
      'responses per second': Math.round(median(all.perSecond)),
      'processor time of the buyers, ms per round': Math.round(median(all.clientCpuMs)),
    },
    targets: {
      'time to a refusal, median ms': '< 1200',
      'time to a refusal, 95th percentile ms': '< 2200',
      'responses per second': 'about 500',
    },
  };
};

/** `capturedCents`: the captured amount of each payment of the round, less refunds. */
const checkReplies = (replies: OrderReply[], capturedCents: number[]): string[] => {
  const counts = countEach(replies.map(({ status, said }) => `${status} ${said}`));
  const found: string[] = [];
  if (counts['201 paid'] !== 1 || counts['409 OUT_OF_STOCK'] !== replies.length - 1)
    found.push(`the buyers received ${JSON.stringify(counts)}`);
  const winner = replies.find(({ status }) => status === 201);
  const total = Math.round(Number(winner?.order?.total ?? 0) * 100);
  const captured = capturedCents.filter((cents) => cents > 0);
  if (captured.length !== 1 || captured[0] !== total)
    found.push(`Square captured ${JSON.stringify(captured)} cents, the response says ${total}`);
  return found;
};

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
import { Crowd } from './crowd.js';
import { counted } from './figures.js';
import { type Report, RESULTS } from './report.js';

export interface RaceOptions {
  rounds: number;
  buyers: number;
  scale: string;
  /** To each gateway. */
  connections: number;
}

export const RACE: RaceOptions = {
  rounds: 20,
  buyers: 1_000,
  scale: 'gateway=2,catalog=2,orders=2,payments=2,media=2',
  connections: 250,
};

const SETTLE_TIMEOUT_MS = 60_000;
const FIRST_PRICE_CENTS = 10_000;
/** Of four buyers two have the stone held first, on either gateway. */
const holds = (index: number): boolean => index % 4 < 2;

/** Many buyers for one stone, round after round: one is paid for, the others know soon that they are not. */
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
  const all = { median: [] as number[], p95: [] as number[], perSecond: [] as number[], ownCpuMs: [] as number[] };
  let payments = 0;
  for (let round = 1; round <= count; round += 1) {
    const stone = await owner.newGeode({ title: `Race ${round}`, price: dollars(FIRST_PRICE_CENTS + round) });
    const orders = Array.from({ length: buyers }, (_, index) => ({
      ...demoOrder([stone.id]),
      holdsFirst: holds(index),
    }));
    await crowd.gather();
    const cpu = process.cpuUsage();
    const answers = await crowd.letGo(orders);
    const { user, system } = process.cpuUsage(cpu);
    const losers = answers.filter(({ status }) => status !== 201).map(({ ms }) => ms);
    const lastMs = Math.max(...answers.map(({ ms }) => ms));
    all.median.push(median(losers));
    all.p95.push(quantile(losers, 0.95));
    all.perSecond.push(buyers / (lastMs / 1_000));
    all.ownCpuMs.push((user + system) / 1_000);
    const ledger = (await new SquareSimulator(shop.simulator).payments()).slice(payments);
    payments += ledger.length;
    const wrong = judge(answers, ledger.map(keptCents));
    violations.push(...wrong.map((what) => `round ${round}: ${what}`));
    say(
      `  round ${round}: loser median ${median(losers).toFixed(0)} ms, 95th ${quantile(losers, 0.95).toFixed(0)} ms, ` +
        `last ${lastMs.toFixed(0)} ms, ${JSON.stringify(counted(answers.map(({ status }) => status)))}`,
    );
  }
  violations.push(...(await auditUntilClean(shop, SETTLE_TIMEOUT_MS)));
  return {
    name: 'race',
    violations,
    figures: {
      rounds: count,
      'buyers a round': buyers,
      'of these have it held first': Array.from({ length: buyers }, (_, index) => holds(index)).filter(Boolean).length,
      processes: scale,
      'a loser knows after, median ms': Math.round(median(all.median)),
      'a loser knows after, 95th percentile ms': Math.round(median(all.p95)),
      'worst round, 95th percentile ms': Math.round(Math.max(...all.p95)),
      'answers a second': Math.round(median(all.perSecond)),
      'CPU of the buyers themselves, ms a round': Math.round(median(all.ownCpuMs)),
    },
    targets: {
      'a loser knows after, median ms': '< 1200',
      'a loser knows after, 95th percentile ms': '< 2200',
      'answers a second': 'about 500',
    },
  };
};

/** `kept`: what each payment of the round took, cents. */
const judge = (answers: OrderReply[], kept: number[]): string[] => {
  const told = counted(answers.map(({ status, said }) => `${status} ${said}`));
  const wrong: string[] = [];
  if (told['201 paid'] !== 1 || told['409 OUT_OF_STOCK'] !== answers.length - 1)
    wrong.push(`the buyers were told ${JSON.stringify(told)}`);
  const winner = answers.find(({ status }) => status === 201);
  const total = Math.round(Number(winner?.order?.total ?? 0) * 100);
  const taken = kept.filter((cents) => cents > 0);
  if (taken.length !== 1 || taken[0] !== total)
    wrong.push(`Square took ${JSON.stringify(taken)} cents, the winner was told ${total}`);
  return wrong;
};

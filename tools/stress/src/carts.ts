import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type Geode } from '@geodes/contracts';
import {
  auditUntilClean,
  demoOrder,
  keptCents,
  median,
  type OrderReply,
  Owner,
  quantile,
  SquareSimulator,
  startShop,
} from '@geodes/testing';
import { Crowd, type Order } from './crowd.js';
import { counted } from './figures.js';
import { type Report, RESULTS } from './report.js';

export interface CartsOptions {
  rounds: number;
  scale: string;
}

export const CARTS: CartsOptions = { rounds: 20, scale: 'gateway=2,catalog=2,orders=2,payments=2,media=2' };

/** Buyers of each pair of stones, half of them with the stones the other way round. */
const BUYERS_A_PAIR = 4;
const SETTLE_TIMEOUT_MS = 60_000;
const SOLD_TIMEOUT_MS = 15_000;
const FIRST_PRICE_CENTS = 10_000;
/** Of those of a pair the first two, one for each order of the stones, have them held before they pay. */
const HOLD_FIRST = 2;

/** Buyers whose carts overlap, round after round: of three stones one pair is sold, the third stays on sale. */
export const carts = async ({ rounds, scale }: CartsOptions, say: (line: string) => void): Promise<Report> => {
  const shop = await startShop({ scale, log: join(RESULTS, 'carts-shop.log') });
  const crowd = new Crowd(shop.gateways, 2 * BUYERS_A_PAIR);
  const owner = new Owner(shop);
  const violations: string[] = [];
  const answerMs: number[] = [];
  let payments = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const names = ['A', 'B', 'C'].map((name) => `${name}${round}`);
      const stones = await Promise.all(
        names.map((name) => owner.newGeode({ title: name, price: dollars(FIRST_PRICE_CENTS + round) })),
      );
      await crowd.gather();
      const orders = cartsOf(stones);
      const answers = await crowd.letGo(orders);
      answerMs.push(...answers.map(({ ms }) => ms));
      const ledger = (await new SquareSimulator(shop.simulator).payments()).slice(payments);
      payments += ledger.length;
      const wrong = [
        ...judgeAnswers(answers, ledger.map(keptCents)),
        ...(await judgeShelf(owner, stones, orders, answers)),
      ];
      violations.push(...wrong.map((what) => `round ${round}: ${what}`));
      if (round % 10 === 0) say(`  ${round} of ${rounds} rounds, ${violations.length} violations`);
    }
    const { length } = await owner.orders();
    if (length !== rounds) violations.push(`there are ${length} orders`);
    violations.push(...(await auditUntilClean(shop, SETTLE_TIMEOUT_MS)));
  } finally {
    crowd.close();
    await shop.stop();
  }
  return {
    name: 'carts',
    violations,
    figures: {
      rounds,
      'carts a round': 3 * BUYERS_A_PAIR,
      processes: scale,
      'an answer comes after, median ms': Math.round(median(answerMs)),
      'an answer comes after, 95th percentile ms': Math.round(quantile(answerMs, 0.95)),
    },
    targets: {},
  };
};

const cartsOf = ([a, b, c]: Geode[]): Order[] =>
  [
    [a, b],
    [b, c],
    [c, a],
  ].flatMap((pair) => {
    const ids = pair.flatMap((stone) => stone?.id ?? []);
    return Array.from({ length: BUYERS_A_PAIR }, (_, index) => ({
      ...demoOrder(index % 2 ? ids.toReversed() : ids),
      holdsFirst: index < HOLD_FIRST,
    }));
  });

/** Any two carts share a stone, so just one can be paid. */
const judgeAnswers = (answers: OrderReply[], kept: number[]): string[] => {
  const told = counted(answers.map(({ status, said }) => `${status} ${said}`));
  const isTold = told['201 paid'] === 1 && told['409 OUT_OF_STOCK'] === answers.length - 1;
  const captures = kept.filter((cents) => cents > 0).length;
  return [
    ...(isTold ? [] : [`the buyers were told ${JSON.stringify(told)}`]),
    ...(captures === 1 ? [] : [`Square took ${captures} payments`]),
  ];
};

/** The stones of the paid cart are sold, the third is on sale: all or nothing. */
const judgeShelf = async (owner: Owner, stones: Geode[], orders: Order[], answers: OrderReply[]): Promise<string[]> => {
  const winner = orders[answers.findIndex(({ status }) => status === 201)];
  const wanted = stones.map(({ id }) => (winner?.geodeIds.includes(id) ? 'sold' : 'available')).join();
  const end = performance.now() + SOLD_TIMEOUT_MS;
  for (;;) {
    const now = (await Promise.all(stones.map(({ id }) => owner.geode(id)))).map(({ availability }) => availability);
    if (now.join() === wanted) return [];
    if (performance.now() > end) return [`the stones are ${now.join()}, not ${wanted}`];
    await sleep(100);
  }
};

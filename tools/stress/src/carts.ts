import { join } from 'node:path';
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
  until,
} from '@geodes/testing';
import { TWO_OF_EACH } from './config.js';
import { Crowd, type Order } from './crowd.js';
import { countEach, type Report, RESULTS } from './report.js';

export interface CartsOptions {
  rounds: number;
  scale: string;
}

export const CARTS: CartsOptions = { rounds: 20, scale: TWO_OF_EACH };

/** Buyers of each pair of geodes. Half of them order the two geodes the other way round. */
const BUYERS_PER_PAIR = 4;
const SETTLE_TIMEOUT_MS = 60_000;
const SOLD_TIMEOUT_MS = 15_000;
const FIRST_PRICE_CENTS = 10_000;
/** This many buyers of each pair, one for each order of the geodes, hold them before they pay. */
const HOLDERS_PER_PAIR = 2;

/** Sends overlapping carts, round after round. Of three geodes, one pair is sold and the third stays on sale. */
export const carts = async ({ rounds, scale }: CartsOptions, say: (line: string) => void): Promise<Report> => {
  const shop = await startShop({ scale, log: join(RESULTS, 'carts-shop.log') });
  const crowd = new Crowd(shop.gateways, 2 * BUYERS_PER_PAIR);
  const owner = new Owner(shop);
  const violations: string[] = [];
  const replyMs: number[] = [];
  let payments = 0;
  try {
    for (let round = 1; round <= rounds; round += 1) {
      const names = ['A', 'B', 'C'].map((name) => `${name}${round}`);
      const geodes = await Promise.all(
        names.map((name) => owner.newGeode({ title: name, price: dollars(FIRST_PRICE_CENTS + round) })),
      );
      await crowd.openConnections();
      const orders = cartsOf(geodes);
      const replies = await crowd.sendAll(orders);
      replyMs.push(...replies.map(({ ms }) => ms));
      const ledger = (await new SquareSimulator(shop.simulator).payments()).slice(payments);
      payments += ledger.length;
      const found = [
        ...checkReplies(replies, ledger.map(keptCents)),
        ...(await checkAvailability(owner, geodes, orders, replies)),
      ];
      violations.push(...found.map((what) => `round ${round}: ${what}`));
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
      'carts per round': 3 * BUYERS_PER_PAIR,
      processes: scale,
      'time to a response, median ms': Math.round(median(replyMs)),
      'time to a response, 95th percentile ms': Math.round(quantile(replyMs, 0.95)),
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
    const ids = pair.flatMap((geode) => geode?.id ?? []);
    return Array.from({ length: BUYERS_PER_PAIR }, (_, index) => ({
      ...demoOrder(index % 2 ? ids.toReversed() : ids),
      holdsFirst: index < HOLDERS_PER_PAIR,
    }));
  });

/** Any two carts share a geode, so exactly one can be paid. */
const checkReplies = (replies: OrderReply[], capturedCents: number[]): string[] => {
  const counts = countEach(replies.map(({ status, said }) => `${status} ${said}`));
  const isExpected = counts['201 paid'] === 1 && counts['409 OUT_OF_STOCK'] === replies.length - 1;
  const captures = capturedCents.filter((cents) => cents > 0).length;
  return [
    ...(isExpected ? [] : [`the buyers received ${JSON.stringify(counts)}`]),
    ...(captures === 1 ? [] : [`Square captured ${captures} payments`]),
  ];
};

/** The geodes of the paid cart are sold, and the third is on sale. */
const checkAvailability = async (
  owner: Owner,
  geodes: Geode[],
  orders: Order[],
  replies: OrderReply[],
): Promise<string[]> => {
  const winner = orders[replies.findIndex(({ status }) => status === 201)];
  const wanted = geodes.map(({ id }) => (winner?.geodeIds.includes(id) ? 'sold' : 'available')).join();
  let found = '';
  const isAsWanted = async () => {
    const now = await Promise.all(geodes.map(({ id }) => owner.geode(id)));
    found = now.map(({ availability }) => availability).join();
    return found === wanted;
  };
  return (await until(isAsWanted, SOLD_TIMEOUT_MS, 100)) ? [] : [`the geodes are ${found}, not ${wanted}`];
};

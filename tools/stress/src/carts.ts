import { dollars, type Geode } from '@geodes/contracts';
import { demoOrder, median, type OrderReply, type Owner, quantile, until } from '@geodes/testing';
import { TWO_OF_EACH } from './config.js';
import { type Order, playRounds } from './play-rounds.js';
import type { Report } from './report.js';

export const CARTS = { rounds: 20 };

/** Buyers of each pair of geodes. Half of them order the two geodes the other way round. */
const BUYERS_PER_PAIR = 4;
const SOLD_TIMEOUT_MS = 15_000;
const FIRST_PRICE_CENTS = 10_000;
/** This many buyers of each pair, one for each order of the geodes, hold them before they pay. */
const HOLDERS_PER_PAIR = 2;

/**
 * Sends overlapping carts, round after round. Any two share a geode, so exactly one is paid: of three geodes, one pair is
 * sold and the third stays on sale.
 */
export const carts = async ({ rounds }: typeof CARTS, say: (line: string) => void): Promise<Report> => {
  const replyMs: number[] = [];
  const violations = await playRounds(
    { name: 'carts', rounds, connections: 2 * BUYERS_PER_PAIR },
    async ({ owner, number, sendAll }) => {
      const price = dollars(FIRST_PRICE_CENTS + number);
      const titles = ['A', 'B', 'C'].map((name) => `${name}${number}`);
      const geodes = await Promise.all(titles.map((title) => owner.newGeode({ title, price })));
      const orders = cartsOf(geodes);
      const { replies, found } = await sendAll(orders);
      replyMs.push(...replies.map(({ ms }) => ms));
      return [...found, ...(await checkAvailability(owner, geodes, orders, replies))];
    },
    say,
    async (owner) => {
      const { length } = await owner.orders();
      return length === rounds ? [] : [`there are ${length} orders`];
    },
  );
  return {
    name: 'carts',
    violations,
    figures: {
      rounds,
      'carts per round': 3 * BUYERS_PER_PAIR,
      processes: TWO_OF_EACH,
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

import { Agent } from 'node:http';
import { join } from 'node:path';
import type { Hold } from '@geodes/contracts';
import {
  auditUntilClean,
  bodyOf,
  type DemoOrder,
  keptCents,
  type OrderReply,
  Owner,
  readOrderReply,
  send,
  ShopClient,
  SquareSimulator,
  startShop,
} from '@geodes/testing';
import { TWO_OF_EACH } from './config.js';
import { countEach, RESULTS } from './report.js';
import { untilAccepted } from './until-accepted.js';

export interface RoundsOptions {
  /** Of the shop's log. */
  name: string;
  rounds: number;
  /** To each gateway; buyers beyond them wait for one, as in a browser. */
  connections: number;
}

export interface Order extends DemoOrder {
  /** The geodes are held before they are paid, as the site does; a plain client just orders. */
  holdsFirst: boolean;
}

export interface Round {
  owner: Owner;
  /** From 1. */
  number: number;
  /**
   * Sends all orders at once, on connections that are open and spread over the gateways. Returns the responses in the same
   * order, and the violations of the rule that exactly one order is paid and captured.
   */
  sendAll(orders: Order[]): Promise<{ replies: OrderReply[]; found: string[] }>;
}

const SETTLE_TIMEOUT_MS = 60_000;
const PROGRESS_ROUNDS = 10;
/** Buyers ask again for a hold that the shop could not give at that moment. */
const HOLD_TIMEOUT_MS = 30_000;

/** Plays rounds on a new shop and then audits it. `play` and `after` return violations, as this function does. */
export const playRounds = async (
  { name, rounds, connections }: RoundsOptions,
  play: (round: Round) => Promise<string[]>,
  say: (line: string) => void,
  after: (owner: Owner) => Promise<string[]> = () => Promise.resolve([]),
): Promise<string[]> => {
  const shop = await startShop({ scale: TWO_OF_EACH, log: join(RESULTS, `${name}-shop.log`) });
  const agent = new Agent({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections });
  const { gateways } = shop;
  const owner = new Owner(shop);
  const square = new SquareSimulator(shop.simulator);
  const violations: string[] = [];
  let payments = 0;
  const sendAll: Round['sendAll'] = async (orders) => {
    await openConnections(gateways, connections, agent);
    const since = performance.now();
    const gatewayOf = (index: number) => gateways[index % gateways.length] ?? '';
    const replies = await Promise.all(orders.map((order, index) => place(order, gatewayOf(index), agent, since)));
    const ledger = (await square.payments()).slice(payments);
    payments += ledger.length;
    return { replies, found: checkReplies(replies, ledger.map(keptCents)) };
  };
  try {
    for (let number = 1; number <= rounds; number += 1) {
      const found = await play({ owner, number, sendAll });
      violations.push(...found.map((what) => `round ${number}: ${what}`));
      if (number % PROGRESS_ROUNDS === 0) say(`  ${number} of ${rounds} rounds, ${violations.length} violations`);
    }
    return [...violations, ...(await after(owner)), ...(await auditUntilClean(shop, SETTLE_TIMEOUT_MS))];
  } finally {
    agent.destroy();
    await shop.stop();
  }
};

/** Opens the missing connections. */
const openConnections = (gateways: string[], connections: number, agent: Agent): Promise<unknown> =>
  Promise.all(
    gateways.flatMap((gateway) =>
      Array.from({ length: connections }, () => send('GET', `${gateway}/health/live`, { agent })),
    ),
  );

/** Never rejects: silence is a response too. */
const place = async (order: Order, gateway: string, agent: Agent, since: number): Promise<OrderReply> => {
  const browser = new ShopClient([gateway], agent);
  if (!order.holdsFirst) return browser.order(order, { since });
  try {
    const held = await untilAccepted(() => browser.hold(order.geodeIds), HOLD_TIMEOUT_MS);
    if (held.status !== 201) return readOrderReply(held.status, held.text, performance.now() - since);
    return await browser.order(order, { hold: bodyOf<Hold>(held), since });
  } catch (error) {
    return { status: 0, said: String(error), ms: performance.now() - since };
  }
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

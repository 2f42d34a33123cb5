import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoOrder, type OrderReply, type Random, ShopClient } from '@geodes/testing';

const PAUSE_MS = { from: 500, to: 2_500 };

/** The replies to one buyer, first to last. */
export interface BuyerOutcome {
  order: DemoOrder;
  replies: OrderReply[];
  /** The reply that ends the order: 201, 402, 409, or another error. Undefined when the buyer gave up. */
  last?: OrderReply;
}

/** Replies after which the site repeats the key; 0 is no reply. */
const isRetried = ({ status }: OrderReply): boolean => [0, 202, 503].includes(status);

/**
 * Orders as the site does: repeats the order under the same key after 202, 503 and silence, until it has an outcome or
 * `signal` is aborted. `tries` is the most requests; a buyer who leaves after the first has no outcome.
 */
export const buyWithRetries = async (
  gateways: string[],
  order: DemoOrder,
  random: Random,
  tries: number,
  signal: AbortSignal,
): Promise<BuyerOutcome> => {
  const outcome: BuyerOutcome = { order, replies: [] };
  const since = performance.now();
  const browser = new ShopClient(gateways);
  while (!signal.aborted && outcome.replies.length < tries) {
    const reply = await browser.order(order, { gateway: random.pick(gateways), since, signal });
    outcome.replies.push(reply);
    if (!isRetried(reply)) return { ...outcome, last: reply };
    await sleep(random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
  }
  return outcome;
};

import { setTimeout as sleep } from 'node:timers/promises';
import { type DemoOrder, type OrderReply, type Random, ShopClient } from '@geodes/testing';

const PAUSE_MS = { from: 500, to: 2_500 };

/** What a buyer was told from first to last. */
export interface Told {
  order: DemoOrder;
  answers: OrderReply[];
  /** The answer that ends his try (201, 402, 409, or a 4xx or 5xx of another kind); none where he gave up. */
  last?: OrderReply;
}

/** Answers after which the site sends the same key again; 0 is silence. */
const asksAgain = ({ status }: OrderReply): boolean => [0, 202, 503].includes(status);

/**
 * A buyer as the site is: after 202, 503 and silence the same order under the same key again, until he is told how it
 * ended or `signal` is aborted. `tries`: at most so many; one who leaves after the first never hears the end.
 */
export const buyWithRetries = async (
  gateways: string[],
  order: DemoOrder,
  random: Random,
  tries: number,
  signal: AbortSignal,
): Promise<Told> => {
  const told: Told = { order, answers: [] };
  const since = performance.now();
  const browser = new ShopClient(gateways);
  while (!signal.aborted && told.answers.length < tries) {
    const answer = await browser.order(order, { gateway: random.pick(gateways), since, signal });
    told.answers.push(answer);
    if (!asksAgain(answer)) return { ...told, last: answer };
    await sleep(random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
  }
  return told;
};

import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type PlacedOrder, type PlacedRefund } from '@geodes/contracts';
import { type DemoOrder, type OrderReply, type Owner, type Random, ShopClient } from '@geodes/testing';

const PAUSE_MS = { from: 500, to: 2_500 };
const pause = (random: Random, signal: AbortSignal): Promise<void> =>
  sleep(random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);

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
    await pause(random, signal);
  }
  return outcome;
};

const TIMEOUT_MS = 25_000;
const WHOLE_SHARE = 0.5;
/** Less than the cheapest order costs. */
const MAX_PART_CENTS = 8_000;

/** A refund that the owner wanted, with the response that ends it. */
export interface RefundOutcome {
  orderId: string;
  /** Dollars; undefined if the owner refunds all. */
  amount: string | undefined;
  /** The last status, 0 without a response. */
  status: number;
  refund?: PlacedRefund;
}

/** Statuses after which the owner repeats the key: no response, no session, no service. */
const RETRIED = [0, 401, 429, 503];

/**
 * Refunds an order, whole with its geodes back on sale or in part, and repeats the request under the same key until it
 * has an outcome or `signal` is aborted.
 */
export const refundWithRetries = async (
  owner: Owner,
  gateways: readonly string[],
  { orderId }: PlacedOrder,
  geodeIds: readonly string[],
  random: Random,
  signal: AbortSignal,
): Promise<RefundOutcome> => {
  const isWhole = random.chance(WHOLE_SHARE);
  const amount = isWhole ? undefined : dollars(1 + random.below(MAX_PART_CENTS));
  const body = { ...(isWhole ? { restock: geodeIds } : { amount }), reason: 'Broken in transit' };
  const outcome: RefundOutcome = { orderId, amount, status: 0 };
  const headers = { 'idempotency-key': random.uuid() };
  while (!signal.aborted) {
    const gateway = random.pick(gateways);
    const options = { gateway, headers, body, timeoutMs: TIMEOUT_MS, signal };
    const reply = await owner.send('POST', `/api/admin/orders/${orderId}/refunds`, options).catch(() => undefined);
    outcome.status = reply?.status ?? 0;
    if (reply?.status === 201) return { ...outcome, refund: JSON.parse(reply.text) as PlacedRefund };
    if (!RETRIED.includes(outcome.status)) return outcome;
    if (outcome.status === 401) await owner.logIn(gateway).catch(() => undefined);
    await pause(random, signal);
  }
  return outcome;
};

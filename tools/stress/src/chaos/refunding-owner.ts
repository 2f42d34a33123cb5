import { setTimeout as sleep } from 'node:timers/promises';
import { dollars, type PlacedOrder, type PlacedRefund } from '@geodes/contracts';
import type { Owner, Random } from '@geodes/testing';

const PAUSE_MS = { from: 500, to: 2_500 };
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
    await sleep(random.between(PAUSE_MS.from, PAUSE_MS.to), undefined, { signal }).catch(() => undefined);
  }
  return outcome;
};

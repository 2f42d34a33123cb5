import { setTimeout as pause } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { AppError, Bus, Counter, LOGGER, type Logger, waitText } from '@geodes/kit';
import { Challenges } from '../challenge/challenges.js';
import { GatewayConfig } from '../config.js';
import { addressKey, siteKey } from '../http/client-address.js';
import type { OrderKey, PlacedResult } from '../orders/place-order.js';
import {
  DeclineCounts,
  type Identity,
  type OrderEnd,
  type Verdict,
  CHALLENGE_AFTER,
  hashOf,
  LOCK_AFTER,
  WINDOW_MS,
} from './decline-counts.js';

/** Counts the declined cards of this gateway in memory while Redis is unreachable. */
class LocalDeclines {
  private readonly declines = new RateLimiterMemory({ points: LOCK_AFTER, duration: WINDOW_MS / 1_000 });

  async check(identities: Identity[]): Promise<{ verdict: Verdict; leftMs: number }> {
    let verdict: Verdict = 'admitted';
    let leftMs = 0;
    for (const identity of identities) {
      const { consumedPoints = 0, msBeforeNext = 0 } = (await this.declines.get(hashOf(identity))) ?? {};
      if (consumedPoints >= LOCK_AFTER * identity.factor) leftMs = Math.max(leftMs, msBeforeNext);
      else if (consumedPoints >= CHALLENGE_AFTER * identity.factor) verdict = 'challenge';
    }
    return leftMs > 0 ? { verdict: 'locked-out', leftMs } : { verdict, leftMs };
  }

  async count(identities: Identity[]): Promise<void> {
    await Promise.all(identities.map((identity) => this.declines.penalty(hashOf(identity))));
  }
}

/** An order waits this long for the outcomes of others, and asks this often. */
const MAX_WAIT_MS = 5_000;
const WAIT_MS = 100;

type Limit = 'challenge' | 'everyone' | 'lock-out';

const limited = new Counter({
  name: 'shop_decline_limits_total',
  help: 'Orders that a limit of declined cards stopped',
  labelNames: ['limit'] as const,
});
// a series that begins above 0 hides its first increase from alerts
for (const limit of ['challenge', 'everyone', 'lock-out'] satisfies Limit[]) limited.inc({ limit }, 0);

interface LimitedOrder extends OrderKey {
  identities: Identity[];
  challenge: string | undefined;
}

/** Returns whom the declined cards of an order are counted for. `email` is trimmed and in lower case. */
export const identitiesOf = (buyer: { ip: string; browserId: string | undefined; email: string }): Identity[] => {
  const { ip, browserId, email } = buyer;
  const site = siteKey(ip);
  return [
    { by: 'address', value: addressKey(ip), factor: 1 },
    ...(site ? [{ by: 'site', value: site, factor: 5 } as const] : []),
    ...(browserId ? [{ by: 'browser', value: browserId, factor: 1 } as const] : []),
    { by: 'email', value: email, factor: 1 },
  ];
};

/** Keeps whoever tries stolen cards from using the shop as a tester. `RATE_LIMIT=off` lifts it. */
@Injectable()
export class DeclineLimits {
  private readonly local = new LocalDeclines();
  private isEveryone = false;

  constructor(
    private readonly counts: DeclineCounts,
    private readonly challenges: Challenges,
    private readonly bus: Bus,
    private readonly config: GatewayConfig,
    @Inject(LOGGER) private readonly logger: Logger,
  ) {}

  /**
   * Places an order and counts its decline. After declined cards it throws CHALLENGE_REQUIRED or TOO_MANY_REQUESTS
   * instead, unless the Idempotency-Key is known: its outcome is kept. Throws UNAVAILABLE if a challenge is needed while
   * Redis is unreachable.
   */
  async run(order: LimitedOrder, place: () => Promise<PlacedResult>): Promise<PlacedResult> {
    if (this.config.RATE_LIMIT === 'off') return place();
    await this.admit(order);
    let end: OrderEnd = 'other';
    try {
      const result = await place();
      if (result.status === 201) end = 'paid';
      return result;
    } catch (error) {
      if (error instanceof AppError && error.code === 'PAYMENT_DECLINED') end = 'declined';
      throw error;
    } finally {
      await this.record(order, end);
    }
  }

  private async admit(order: LimitedOrder): Promise<void> {
    const waitsUntil = performance.now() + MAX_WAIT_MS;
    for (let isSolved = false; ;) {
      const { verdict, leftMs, isEveryone } = await this.check(order, isSolved, performance.now() < waitsUntil);
      if (verdict === 'wait') {
        await pause(WAIT_MS);
        continue;
      }
      if (verdict === 'admitted' || (await this.isKnown(order))) return;
      if (verdict === 'locked-out') {
        limited.inc({ limit: 'lock-out' });
        throw new AppError('TOO_MANY_REQUESTS', lockOutText(leftMs), { retryAfterSeconds: leftMs / 1_000 });
      }
      try {
        await this.challenges.require(order.challenge);
      } catch (error) {
        limited.inc({ limit: isEveryone ? 'everyone' : 'challenge' });
        throw error;
      }
      isSolved = true;
    }
  }

  /** Without Redis, this gateway counts for itself. */
  private async check(
    { orderId, identities }: LimitedOrder,
    isSolved: boolean,
    mayWait: boolean,
  ): Promise<{ verdict: Verdict; leftMs: number; isEveryone: boolean }> {
    try {
      const result = await this.counts.admit(orderId, identities, { isSolved, mayWait });
      this.logEveryone(result.isEveryone);
      return result;
    } catch (error) {
      this.logger.debug({ err: error }, 'declined cards counted in memory');
      return { ...(await this.local.check(identities)), isEveryone: false };
    }
  }

  /** Orders knows the keys, and is asked only if an order would be stopped. Throws UNAVAILABLE. */
  private async isKnown({ key }: LimitedOrder): Promise<boolean> {
    return (await this.bus.call('orders.check-key', { key })).isKnown;
  }

  /** Never throws, because the order is placed. */
  private async record({ orderId, identities }: LimitedOrder, end: OrderEnd): Promise<void> {
    try {
      for (const { by, limit } of await this.counts.record(orderId, identities, end))
        this.logger.warn({ by, limit }, 'limit of declined cards reached');
    } catch (error) {
      this.logger.debug({ err: error }, 'declined cards counted in memory');
      if (end === 'declined') await this.local.count(identities);
    }
  }

  private logEveryone(isEveryone: boolean): void {
    if (isEveryone === this.isEveryone) return;
    this.isEveryone = isEveryone;
    this.logger.warn({ isEveryone }, isEveryone ? 'every order needs a challenge' : 'orders need no challenge again');
  }
}

/** Says how long a lock-out still lasts. */
const lockOutText = (leftMs: number): string =>
  `Too many cards were declined. Nothing was charged. Please try again in ${waitText(leftMs / 1_000)}.`;

import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';
import { addressKey } from './client-address.js';

/**
 * Calls a minute from one IP address. They are within the bounds of contract section 3, Limits. auth/login-attempts.ts
 * limits logins.
 */
const PER_MINUTE = {
  orders: 120,
  holds: 240,
  ownHold: 480,
  lookups: 240,
  challenges: 240,
  forgedWebhooks: 60,
} as const;

export type LimitedCall = keyof typeof PER_MINUTE;

const WINDOW_SECONDS = 60;

/** Rate limits by IP address. All gateways count together in Redis; while it is unreachable, each counts in memory. */
@Injectable()
export class RateLimits {
  private readonly limiters: Record<LimitedCall, RateLimiterRedis>;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly config: GatewayConfig,
  ) {
    const limiter = (call: LimitedCall) => {
      const limits = { points: PER_MINUTE[call], duration: WINDOW_SECONDS, keyPrefix: `gateway:rate:${call}` };
      return new RateLimiterRedis({
        ...limits,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        inMemoryBlockOnConsumed: limits.points + 1,
        insuranceLimiter: new RateLimiterMemory(limits),
      });
    };
    this.limiters = {
      orders: limiter('orders'),
      holds: limiter('holds'),
      ownHold: limiter('ownHold'),
      lookups: limiter('lookups'),
      challenges: limiter('challenges'),
      forgedWebhooks: limiter('forgedWebhooks'),
    };
  }

  /** Counts one call. Throws TOO_MANY_REQUESTS, with the seconds to wait, if the IP address is over the limit. */
  async count(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    try {
      await this.limiters[call].consume(addressKey(address));
    } catch (error) {
      throw tooMany(error);
    }
  }

  /** Throws like `count`, but counts nothing. */
  async check(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const state = await this.limiters[call].get(addressKey(address));
    if (state && state.consumedPoints >= PER_MINUTE[call]) throw tooMany(state);
  }
}

const tooMany = (reason: unknown): unknown =>
  reason instanceof RateLimiterRes
    ? new AppError('TOO_MANY_REQUESTS', 'Too many requests from your address. Please wait a moment and try again.', {
        retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
      })
    : reason;

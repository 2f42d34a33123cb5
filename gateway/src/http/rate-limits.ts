import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';
import { addressKey } from './client-address.js';

interface Limit {
  /** Calls from one IP address. */
  points: number;
  /** Seconds in which they are counted. */
  duration: number;
}

const perMinute = (points: number): Limit => ({ points, duration: 60 });

/** They are within the bounds of contract section 3, Limits. auth/login-attempts.ts limits logins. */
const LIMITS = {
  orders: perMinute(120),
  holds: perMinute(240),
  ownHold: perMinute(300),
  lookups: perMinute(240),
  challenges: perMinute(240),
  forgedWebhooks: perMinute(60),
  // each is a letter that the owner reads
  questions: { points: 5, duration: 3_600 },
  // each is a letter to an address that the caller names
  reminders: { points: 20, duration: 3_600 },
} satisfies Record<string, Limit>;

export type LimitedCall = keyof typeof LIMITS;

/** Rate limits by IP address. All gateways count together in Redis; while it is unreachable, each counts in memory. */
@Injectable()
export class RateLimits {
  private readonly limiters: Record<LimitedCall, RateLimiterRedis>;

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly config: GatewayConfig,
  ) {
    const limiters = Object.entries(LIMITS).map(([call, limit]) => {
      const limits = { ...limit, keyPrefix: `gateway:rate:${call}` };
      const limiter = new RateLimiterRedis({
        ...limits,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        inMemoryBlockOnConsumed: limits.points + 1,
        insuranceLimiter: new RateLimiterMemory(limits),
      });
      return [call, limiter] as const;
    });
    this.limiters = Object.fromEntries(limiters) as Record<LimitedCall, RateLimiterRedis>;
  }

  /** Counts one call. Throws TOO_MANY_REQUESTS, with the seconds to wait, if the IP address is over the limit. */
  async count(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    try {
      await this.limiters[call].consume(addressKey(address));
    } catch (error) {
      throw tooMany(call, error);
    }
  }

  /** Takes one counted call back. */
  async uncount(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'on') await this.limiters[call].reward(addressKey(address));
  }

  /** Throws like `count`, but counts nothing. */
  async check(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    const state = await this.limiters[call].get(addressKey(address));
    if (state && state.consumedPoints >= LIMITS[call].points) throw tooMany(call, state);
  }
}

const TOO_MANY = 'Too many requests from your address. Please wait a moment and try again.';
/** Of calls that are counted for an hour. */
const TOO_MANY_AN_HOUR: Partial<Record<LimitedCall, string>> = {
  questions: 'Too many questions were sent from your address. Please try again in an hour, or send us an email.',
  reminders: 'Too many letters were asked for from your address. Please try again in an hour.',
};

const tooMany = (call: LimitedCall, reason: unknown): unknown =>
  reason instanceof RateLimiterRes
    ? new AppError('TOO_MANY_REQUESTS', TOO_MANY_AN_HOUR[call] ?? TOO_MANY, {
        retryAfterSeconds: Math.max(1, Math.ceil(reason.msBeforeNext / 1000)),
      })
    : reason;

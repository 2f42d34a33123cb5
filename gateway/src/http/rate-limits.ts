import { Inject, Injectable } from '@nestjs/common';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { AppError } from '@geodes/kit';
import { GatewayConfig } from '../config.js';
import { REDIS, type Redis } from '../connections.js';
import { addressKey, siteKey } from './client-address.js';

interface Limit {
  /** Calls from one IP address or site. */
  points: number;
  /** Seconds in which they are counted. */
  duration: number;
  /** Also limits the /48 of an IPv6 address, at five times the points: it has 65,536 of a /64. */
  bySite?: true;
}
const SITE_FACTOR = 5;

const perMinute = (points: number): Limit => ({ points, duration: 60 });
const perHour = (points: number): Limit => ({ points, duration: 3_600 });

/** They are within the bounds of contract section 3, Limits. auth/login-attempts.ts limits logins. */
const LIMITS = {
  orders: perMinute(120),
  holds: perMinute(240),
  ownHold: perMinute(300),
  lookups: perMinute(240),
  challenges: perMinute(240),
  forgedWebhooks: perMinute(60),
  // each is a letter that the owner reads
  questions: { ...perHour(5), bySite: true },
  // each is a letter to an address that the caller names
  reminders: { ...perHour(20), bySite: true },
} satisfies Record<string, Limit>;

export type LimitedCall = keyof typeof LIMITS;

/** Rate limits by IP address. All gateways count together in Redis; while it is unreachable, each counts in memory. */
@Injectable()
export class RateLimits {
  private readonly byAddress = new Map<LimitedCall, RateLimiterRedis>();
  private readonly bySite = new Map<LimitedCall, RateLimiterRedis>();

  constructor(
    @Inject(REDIS) redis: Redis,
    private readonly config: GatewayConfig,
  ) {
    const limiter = (name: string, points: number, duration: number) => {
      const limits = { points, duration, keyPrefix: `gateway:rate:${name}` };
      return new RateLimiterRedis({
        ...limits,
        storeClient: redis,
        rejectIfRedisNotReady: true,
        inMemoryBlockOnConsumed: points + 1,
        insuranceLimiter: new RateLimiterMemory(limits),
      });
    };
    for (const [call, { points, duration, bySite }] of Object.entries(LIMITS) as [LimitedCall, Limit][]) {
      this.byAddress.set(call, limiter(call, points, duration));
      if (bySite) this.bySite.set(call, limiter(`${call}-of-site`, points * SITE_FACTOR, duration));
    }
  }

  /** Counts one call. Throws TOO_MANY_REQUESTS, with the seconds to wait, if the IP address or its site is over the limit. */
  async count(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    try {
      for (const { limiter, key } of this.limitersOf(call, address)) await limiter.consume(key);
    } catch (error) {
      throw tooMany(call, error);
    }
  }

  /** Takes one counted call back. */
  async uncount(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    for (const { limiter, key } of this.limitersOf(call, address)) await limiter.reward(key);
  }

  /** Counts one call and runs it; a call that fails is not counted. Throws like `count`, and what `run` throws. */
  async countIfTaken<T>(call: LimitedCall, address: string, run: () => Promise<T>): Promise<T> {
    await this.count(call, address);
    try {
      return await run();
    } catch (error) {
      await this.uncount(call, address);
      throw error;
    }
  }

  /** Throws like `count`, but counts nothing. */
  async check(call: LimitedCall, address: string): Promise<void> {
    if (this.config.RATE_LIMIT === 'off') return;
    for (const { limiter, key } of this.limitersOf(call, address)) {
      const state = await limiter.get(key);
      if (state && state.consumedPoints >= limiter.points) throw tooMany(call, state);
    }
  }

  private limitersOf(call: LimitedCall, address: string): { limiter: RateLimiterRedis; key: string }[] {
    return [
      { limiter: this.byAddress.get(call), key: addressKey(address) },
      { limiter: this.bySite.get(call), key: siteKey(address) },
    ].flatMap(({ limiter, key }) => (limiter && key ? [{ limiter, key }] : []));
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

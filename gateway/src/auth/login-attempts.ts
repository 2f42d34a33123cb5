import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '@geodes/kit';
import { REDIS, type Redis } from '../connections.js';
import { addressKey } from '../http/client-address.js';

/** Failures from one address within the window that lock it out. */
export const ADDRESS_LIMIT = 5;
export const WINDOW_MS = 15 * 60 * 1000;
/** Failures from everywhere within the window before each attempt is slowed down. */
const CALM_LIMIT = 20;
const DELAY_STEP_MS = 250;
const DELAY_TIMEOUT_MS = 5_000;
/** The count of all failures needs no more than what reaches the longest delay. */
const REMEMBERED = CALM_LIMIT + DELAY_TIMEOUT_MS / DELAY_STEP_MS;

const EVERYWHERE = 'gateway:pin-failures:everywhere';

/**
 * Counts an attempt as failed before the PIN is looked at, in one step: attempts sent at once cannot slip past the
 * limit. A sliding window: any 15 minutes hold at most 5 failures. Answers whether the address is locked out, for how
 * many milliseconds, how many failures there were everywhere, and whether this one, failed, locks the address out.
 */
const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit, remembered = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - window)
redis.call('ZREMRANGEBYSCORE', KEYS[2], '-inf', now - window)
local failures = redis.call('ZCARD', KEYS[1])
if failures >= limit then
  local oldest = redis.call('ZRANGE', KEYS[1], 0, 0, 'WITHSCORES')
  return { 1, math.ceil(oldest[2] + window - now), 0, 0 }
end
local everywhere = redis.call('ZCARD', KEYS[2])
redis.call('ZADD', KEYS[1], now, ARGV[4])
redis.call('PEXPIRE', KEYS[1], window)
redis.call('ZADD', KEYS[2], now, ARGV[4])
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -remembered - 1)
redis.call('PEXPIRE', KEYS[2], window)
return { 0, 0, everywhere, failures + 1 == limit and 1 or 0 }
`;

export type Attempt =
  | { lockedOut: true; leftMs: number }
  | {
      lockedOut: false;
      id: string;
      address: string;
      delayMs: number;
      /** Where it fails, its address is locked out. */
      isLast: boolean;
    };

/** How long an attempt is held back after so many failures from everywhere, milliseconds. */
export const delayAfter = (failures: number): number =>
  Math.min(DELAY_TIMEOUT_MS, Math.max(0, failures - CALM_LIMIT) * DELAY_STEP_MS);

const keyOf = (address: string): string => `gateway:pin-failures:${addressKey(address)}`;

/** Failed PINs, kept in Redis for all gateways together. Throws UNAVAILABLE while it is away. */
@Injectable()
export class LoginAttempts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async begin(address: string): Promise<Attempt> {
    const id = randomUUID();
    const [locked, leftMs, everywhere, last] = await this.ask(
      (redis) =>
        redis.eval(BEGIN, 2, keyOf(address), EVERYWHERE, WINDOW_MS, ADDRESS_LIMIT, REMEMBERED, id) as Promise<
          [number, number, number, number]
        >,
    );
    return locked === 1
      ? { lockedOut: true, leftMs }
      : { lockedOut: false, id, address, delayMs: delayAfter(everywhere), isLast: last === 1 };
  }

  /** It was the right PIN: neither this attempt nor earlier ones from the address count. */
  async succeeded({ id, address }: { id: string; address: string }): Promise<void> {
    await this.ask((redis) => redis.multi().del(keyOf(address)).zrem(EVERYWHERE, id).exec());
  }

  /** It was not looked at: it does not count. */
  async withdraw({ id, address }: { id: string; address: string }): Promise<void> {
    await this.ask((redis) => redis.multi().zrem(keyOf(address), id).zrem(EVERYWHERE, id).exec());
  }

  private async ask<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw Object.assign(unavailable('sessions'), { cause: error });
    }
  }
}

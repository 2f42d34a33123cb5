import { randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { unavailable } from '@geodes/kit';
import { REDIS, type Redis } from '../connections.js';
import { addressKey } from '../http/client-address.js';

/** Failures from one IP address within the window that lock it out. */
export const MAX_FAILURES = 5;
export const WINDOW_MS = 15 * 60 * 1000;
/** Failures of all IP addresses within the window after which attempts are delayed. */
const MAX_UNDELAYED_FAILURES = 20;
const DELAY_STEP_MS = 250;
const MAX_DELAY_MS = 5_000;
/** Failures that reach the longest delay; more need not be stored. */
const MAX_STORED_FAILURES = MAX_UNDELAYED_FAILURES + MAX_DELAY_MS / DELAY_STEP_MS;

const ALL_FAILURES = 'gateway:pin-failures:everywhere';

/**
 * Counts an attempt as failed before the PIN is checked, atomically: concurrent attempts cannot pass the limit. The
 * window slides, so any 15 minutes hold at most 5 failures. Returns whether the IP address is locked out, for how many
 * ms, the failures of all addresses, and whether failing this attempt locks the address out.
 */
const BEGIN = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
local window, limit, stored = tonumber(ARGV[1]), tonumber(ARGV[2]), tonumber(ARGV[3])
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
redis.call('ZREMRANGEBYRANK', KEYS[2], 0, -stored - 1)
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
      /** If it fails, its IP address is locked out. */
      isLast: boolean;
    };

/** Returns the delay of an attempt in ms, by the number of recent failures of all IP addresses. */
export const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, failures - MAX_UNDELAYED_FAILURES) * DELAY_STEP_MS);

const keyOf = (address: string): string => `gateway:pin-failures:${addressKey(address)}`;

/** Counts failed PINs in Redis, for all gateways together. Methods throw UNAVAILABLE while Redis is unreachable. */
@Injectable()
export class LoginAttempts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async begin(address: string): Promise<Attempt> {
    const id = randomUUID();
    const [locked, leftMs, everywhere, last] = await this.query(
      (redis) =>
        redis.eval(BEGIN, 2, keyOf(address), ALL_FAILURES, WINDOW_MS, MAX_FAILURES, MAX_STORED_FAILURES, id) as Promise<
          [number, number, number, number]
        >,
    );
    return locked === 1
      ? { lockedOut: true, leftMs }
      : { lockedOut: false, id, address, delayMs: delayAfter(everywhere), isLast: last === 1 };
  }

  /** Uncounts this attempt and the earlier ones of its IP address, because the PIN was right. */
  async succeeded({ id, address }: { id: string; address: string }): Promise<void> {
    await this.query((redis) => redis.multi().del(keyOf(address)).zrem(ALL_FAILURES, id).exec());
  }

  /** Uncounts an attempt whose PIN was not checked. */
  async withdraw({ id, address }: { id: string; address: string }): Promise<void> {
    await this.query((redis) => redis.multi().zrem(keyOf(address), id).zrem(ALL_FAILURES, id).exec());
  }

  private async query<T>(work: (redis: Redis) => Promise<T>): Promise<T> {
    try {
      return await work(this.redis);
    } catch (error) {
      throw Object.assign(unavailable('sessions'), { cause: error });
    }
  }
}

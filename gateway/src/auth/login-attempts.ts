import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { REDIS, type Redis, orUnavailable } from '../connections.js';
import { addressKey } from '../http/client-address.js';

/** Failures from one IP address or known device within the window that lock it out. */
const MAX_FAILURES = 5;
const WINDOW_MS = 15 * 60 * 1000;
/** Failures of all IP addresses within the window after which attempts are delayed. */
const MAX_UNDELAYED_FAILURES = 20;
const DELAY_STEP_MS = 250;
const MAX_DELAY_MS = 5_000;
/** Failures that reach the longest delay; more need not be stored. */
const MAX_STORED_FAILURES = MAX_UNDELAYED_FAILURES + MAX_DELAY_MS / DELAY_STEP_MS;

const ALL_FAILURES = 'gateway:pin-failures:everywhere';

/** Logs name an IP address by its HMAC with this key. Redis drops the key after a month; then the names mean nothing. */
const LOG_KEY = 'gateway:pin-failures-log-key';
const LOG_KEY_SECONDS = 30 * 24 * 60 * 60;
const LOGGED_LENGTH = 12;

/** Where an attempt comes from. */
export interface LoginSource {
  address: string;
  /** The hash of a known device. It has a count of its own and is not delayed, whatever others do. */
  device?: string | undefined;
}

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
      source: LoginSource;
      delayMs: number;
      /** If it fails, its source is locked out. */
      isLast: boolean;
    };

/** Returns the delay of an attempt in ms, by the number of recent failures of all IP addresses. */
export const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, failures - MAX_UNDELAYED_FAILURES) * DELAY_STEP_MS);

const keyOf = ({ address, device }: LoginSource): string =>
  `gateway:pin-failures:${device ? `device:${device}` : addressKey(address)}`;

/** Counts failed PINs in Redis, for all gateways together. Methods throw UNAVAILABLE while Redis is unreachable. */
@Injectable()
export class LoginAttempts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  async begin(source: LoginSource): Promise<Attempt> {
    const id = randomUUID();
    const limits = [WINDOW_MS, MAX_FAILURES, MAX_STORED_FAILURES, id];
    const [locked, leftMs, everywhere, last] = (await orUnavailable(
      this.redis.eval(BEGIN, 2, keyOf(source), ALL_FAILURES, ...limits),
    )) as [number, number, number, number];
    if (locked === 1) return { lockedOut: true, leftMs };
    return { lockedOut: false, id, source, delayMs: delayAfter(everywhere), isLast: last === 1 };
  }

  /** Uncounts this attempt and the earlier ones of its source, because the PIN was right. */
  async succeeded({ id, source }: { id: string; source: LoginSource }): Promise<void> {
    await orUnavailable(this.redis.multi().del(keyOf(source)).zrem(ALL_FAILURES, id).exec());
  }

  /** Uncounts an attempt that was not decided. */
  async withdraw({ id, source }: { id: string; source: LoginSource }): Promise<void> {
    await orUnavailable(this.redis.multi().zrem(keyOf(source), id).zrem(ALL_FAILURES, id).exec());
  }

  /** Returns what logs call the IP address, so that a reader can separate its failures from others'. */
  async loggedAddress({ address }: LoginSource): Promise<string> {
    const fresh = randomBytes(32).toString('base64');
    const stored = await orUnavailable(this.redis.set(LOG_KEY, fresh, 'EX', LOG_KEY_SECONDS, 'NX', 'GET'));
    const key = stored ?? fresh;
    return createHmac('sha256', key).update(addressKey(address)).digest('hex').slice(0, LOGGED_LENGTH);
  }
}

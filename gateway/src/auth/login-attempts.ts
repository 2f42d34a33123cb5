import { createHmac, randomBytes, randomUUID } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { NOW_SCRIPT, REDIS, type Redis, orUnavailable } from '../connections.js';
import { addressKey } from '../http/client-address.js';

/** Failures from one IP address or known device within the window that lock it out. */
const MAX_FAILURES = 5;
const WINDOW_MS = 15 * 60 * 1000;
/** An attempt that is undecided for longer counts no more: its gateway died, since one takes at most about 25 s. */
const UNDECIDED_MS = 60_000;
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

// Redis runs each script atomically. KEYS: failures and undecided attempts of the source, then failures of all: sorted
// sets of attempt ids by time. ARGV: id of the attempt.

const NAMES = `${NOW_SCRIPT}
local failures, undecided, everywhere, id = KEYS[1], KEYS[2], KEYS[3], ARGV[1]
`;

/**
 * Begins an attempt, unless its source is locked out or would be if its undecided attempts failed: concurrent attempts
 * cannot pass the limit. The window slides, so any 15 minutes hold at most 5 failures. Returns the ms left of a lock-out
 * and the failures of all IP addresses; nothing if the attempt must wait.
 */
const BEGIN = `${NAMES}
redis.call('ZREMRANGEBYSCORE', failures, '-inf', now - ${WINDOW_MS})
redis.call('ZREMRANGEBYSCORE', undecided, '-inf', now - ${UNDECIDED_MS})
redis.call('ZREMRANGEBYSCORE', everywhere, '-inf', now - ${WINDOW_MS})
local failed = redis.call('ZCARD', failures)
if failed >= ${MAX_FAILURES} then
  local oldest = redis.call('ZRANGE', failures, 0, 0, 'WITHSCORES')
  return { math.ceil(oldest[2] + ${WINDOW_MS} - now), 0 }
end
if failed + redis.call('ZCARD', undecided) >= ${MAX_FAILURES} then return false end
redis.call('ZADD', undecided, now, id)
redis.call('PEXPIRE', undecided, ${UNDECIDED_MS})
return { 0, redis.call('ZCARD', everywhere) }
`;

/** Counts an undecided attempt as failed. Returns the failures of its source. */
const FAIL = `${NAMES}
redis.call('ZREM', undecided, id)
redis.call('ZADD', failures, now, id)
redis.call('PEXPIRE', failures, ${WINDOW_MS})
redis.call('ZADD', everywhere, now, id)
redis.call('ZREMRANGEBYRANK', everywhere, 0, ${-MAX_STORED_FAILURES - 1})
redis.call('PEXPIRE', everywhere, ${WINDOW_MS})
return redis.call('ZCOUNT', failures, now - ${WINDOW_MS}, '+inf')
`;

/** An attempt that is not decided yet. */
export interface OpenAttempt {
  lockedOut: false;
  id: string;
  source: LoginSource;
  delayMs: number;
}
export type Attempt = OpenAttempt | { lockedOut: true; leftMs: number };

/** Returns the delay of an attempt in ms, by the number of recent failures of all IP addresses. */
export const delayAfter = (failures: number): number =>
  Math.min(MAX_DELAY_MS, Math.max(0, failures - MAX_UNDELAYED_FAILURES) * DELAY_STEP_MS);

const keysOf = ({ address, device }: LoginSource) => {
  const failures = `gateway:pin-failures:${device ? `device:${device}` : addressKey(address)}`;
  return { failures, undecided: `${failures}:undecided` };
};

/** Counts failed PINs in Redis, for all gateways together. Methods throw UNAVAILABLE while Redis is unreachable. */
@Injectable()
export class LoginAttempts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Returns undefined if the attempt must wait, because the undecided ones of its source could reach the limit. */
  async begin(source: LoginSource): Promise<Attempt | undefined> {
    const id = randomUUID();
    const found = (await this.run(BEGIN, id, source)) as [number, number] | null;
    if (!found) return undefined;
    const [leftMs, everywhere] = found;
    return leftMs > 0 ? { lockedOut: true, leftMs } : { lockedOut: false, id, source, delayMs: delayAfter(everywhere) };
  }

  /** Counts the failure. Returns whether its source is now locked out. */
  async failed({ id, source }: OpenAttempt): Promise<boolean> {
    return ((await this.run(FAIL, id, source)) as number) >= MAX_FAILURES;
  }

  /** Uncounts this attempt and the failures of its source, because the PIN was right. */
  async succeeded({ id, source }: OpenAttempt): Promise<void> {
    const { failures, undecided } = keysOf(source);
    await orUnavailable(this.redis.multi().del(failures).zrem(undecided, id).exec());
  }

  /** Takes back an attempt that was not decided. */
  async withdraw({ id, source }: OpenAttempt): Promise<void> {
    await orUnavailable(this.redis.zrem(keysOf(source).undecided, id));
  }

  /** Returns what logs call the IP address, so that a reader can separate its failures from others'. */
  async loggedAddress({ address }: LoginSource): Promise<string> {
    const fresh = randomBytes(32).toString('base64');
    const stored = await orUnavailable(this.redis.set(LOG_KEY, fresh, 'EX', LOG_KEY_SECONDS, 'NX', 'GET'));
    const key = stored ?? fresh;
    return createHmac('sha256', key).update(addressKey(address)).digest('hex').slice(0, LOGGED_LENGTH);
  }

  private run(script: string, id: string, source: LoginSource): Promise<unknown> {
    const { failures, undecided } = keysOf(source);
    return orUnavailable(this.redis.eval(script, 3, failures, undecided, ALL_FAILURES, id));
  }
}

import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DeclinedCards } from '@geodes/contracts';
import { REDIS, type Redis } from '../connections.js';

/** Declined cards in the window after which an order needs a challenge, and after which none is taken. */
export const CHALLENGE_AFTER = 3;
export const LOCK_AFTER = 8;
export const WINDOW_MS = 15 * 60_000;
/** Declined cards of all buyers in ten minutes after which everyone needs a challenge, if most payments are declined. */
const EVERYONE_AFTER = 50;
/** The gateway sends an order for 30 s; a crashed gateway's orders count as open no longer than this. */
const OPEN_MS = 45_000;
/** A kept outcome that is sent again after this counts once more. */
const MARK_MS = 24 * 60 * 60_000;
const LOCK_OUTS_MS = 60 * 60_000;

const LOCK_OUTS = 'gateway:declines:lock-outs';
const TOTALS = 'gateway:declines:totals';

/** Whom declined cards are counted for. */
export interface Identity {
  by: 'address' | 'site' | 'browser' | 'email';
  value: string;
  /** Multiplies the limits. */
  factor: 1 | 5;
}

export type Verdict = 'admitted' | 'wait' | 'challenge' | 'locked-out';
export type OrderEnd = 'declined' | 'paid' | 'other';

/** Hides IP addresses and emails from whoever reads the store. */
export const hashOf = ({ by, value }: Identity): string => `${by}:${hash('sha256', value).slice(0, 32)}`;

const keysOf = (identities: Identity[]): string[] =>
  identities.map(hashOf).flatMap((hash) => [`gateway:declines:cards:${hash}`, `gateway:declines:open:${hash}`]);

/** Counts declined cards in Redis, for all gateways together. Methods throw what Redis throws. */
@Injectable()
export class DeclineCounts {
  constructor(@Inject(REDIS) private readonly redis: Redis) {}

  /** Admits an order, which is then open until `record`, or says why not. */
  async admit(
    orderId: string,
    identities: Identity[],
    { isSolved, mayWait }: { isSolved: boolean; mayWait: boolean },
  ): Promise<{ verdict: Verdict; leftMs: number; isEveryone: boolean }> {
    const keys = [...keysOf(identities), TOTALS];
    const limits = [WINDOW_MS, OPEN_MS, CHALLENGE_AFTER, LOCK_AFTER, EVERYONE_AFTER, isSolved ? 1 : 0, mayWait ? 1 : 0];
    const factors = identities.map(({ factor }) => factor);
    const found = await this.redis.eval(ADMIT, keys.length, ...keys, orderId, ...limits, ...factors);
    const [verdict, leftMs, everyone] = found as [Verdict, number, number];
    return { verdict, leftMs, isEveryone: everyone === 1 };
  }

  /** Records the end of an order once. Returns the identities that thereby reached a limit. */
  async record(
    orderId: string,
    identities: Identity[],
    end: OrderEnd,
  ): Promise<{ by: Identity['by']; limit: 'challenge' | 'lock-out' }[]> {
    const keys = [...keysOf(identities), LOCK_OUTS, `gateway:declines:counted:${orderId}`, TOTALS];
    const limits = [WINDOW_MS, MARK_MS, LOCK_OUTS_MS, CHALLENGE_AFTER, LOCK_AFTER];
    const factors = identities.map(({ factor }) => factor);
    const reached = await this.redis.eval(RECORD, keys.length, ...keys, orderId, end, ...limits, ...factors);
    return (reached as number[]).flatMap((number) => {
      const identity = identities[Math.abs(number) - 1];
      return identity ? [{ by: identity.by, limit: number < 0 ? ('lock-out' as const) : ('challenge' as const) }] : [];
    });
  }

  async read(): Promise<DeclinedCards> {
    const found = await this.redis.eval(READ, 2, LOCK_OUTS, TOTALS, LOCK_OUTS_MS);
    const [declined, paid, lockedOut] = found as [number, number, number];
    return { declined, paid, lockedOut, isEveryoneChallenged: declined > EVERYONE_AFTER && declined > 2 * paid };
  }
}

// ADMIT and RECORD get, for each counted identity (address, site, browser, email), the key of its declines and the key
// of its open orders: sorted sets of order ids by time. The last keys are of the whole shop. Redis runs each script
// atomically.

const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Sums the minutes of the last ten and drops earlier ones. */
const SUM_TOTALS = `
local declined, paid = 0, 0
local minute = math.floor(now / 60000)
local counts = redis.call('HGETALL', totals)
for i = 1, #counts, 2 do
  local kind, at = string.match(counts[i], '^(%a+):(%d+)$')
  if tonumber(at) <= minute - 10 then redis.call('HDEL', totals, counts[i])
  elseif kind == 'declined' then declined = declined + counts[i + 1]
  else paid = paid + counts[i + 1] end
end
`;

/**
 * Admits an order, or not. KEYS: pairs of an identity, totals. ARGV: order id, window ms, life of an open order ms,
 * declines before a challenge, before a lock-out and before a challenge for everyone, 1 if the challenge is solved, 1 if
 * the order may wait, then a factor for each identity. Returns verdict, ms left of a lock-out, 1 if everyone needs a
 * challenge.
 *
 * An order waits while the open ones of its identity, if they were all declined, would reach the limit: otherwise a
 * hundred cards sent at once would all be tried. Without a decline that is the lock-out's limit, because honest buyers
 * share an address.
 */
const ADMIT = `${NOW}
local totals = KEYS[#KEYS]
${SUM_TOTALS}
local order, window, life = ARGV[1], tonumber(ARGV[2]), tonumber(ARGV[3])
local challengeAfter, lockAfter = tonumber(ARGV[4]), tonumber(ARGV[5])
local isSolved, mayWait = ARGV[7] == '1', ARGV[8] == '1'
local isEveryone = declined > tonumber(ARGV[6]) and declined > 2 * paid
local left, needsChallenge, waits = 0, isEveryone and not isSolved, false
for i = 1, #KEYS - 1, 2 do
  local factor = tonumber(ARGV[8 + (i + 1) / 2])
  local lock, challenge = lockAfter * factor, challengeAfter * factor
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - window)
  redis.call('ZREMRANGEBYSCORE', KEYS[i + 1], '-inf', now - life)
  redis.call('ZREM', KEYS[i + 1], order)
  local declines, open = redis.call('ZCARD', KEYS[i]), redis.call('ZCARD', KEYS[i + 1])
  if declines >= lock then
    local last = redis.call('ZRANGE', KEYS[i], declines - lock, declines - lock, 'WITHSCORES')
    left = math.max(left, math.ceil(last[2] + window - now))
  elseif declines >= challenge and not isSolved then needsChallenge = true
  elseif declines + open >= ((isSolved or declines == 0) and lock or challenge) then waits = true end
end
local everyone = isEveryone and 1 or 0
if left > 0 then return { 'locked-out', left, everyone } end
if needsChallenge then return { 'challenge', 0, everyone } end
if waits and mayWait then return { 'wait', 0, everyone } end
for i = 1, #KEYS - 1, 2 do
  redis.call('ZADD', KEYS[i + 1], now, order)
  redis.call('PEXPIRE', KEYS[i + 1], life)
end
return { 'admitted', 0, everyone }
`;

/**
 * Records how an admitted order ended. KEYS: pairs of an identity, lock-outs, the order's mark, totals. ARGV: order id,
 * `declined`, `paid` or `other`, window ms, life of the mark ms, span of lock-outs ms, declines before a challenge and
 * before a lock-out, then a factor for each identity. Returns the numbers of the identities that reached a limit, locked
 * out ones negative. The mark lets an order count once, however often its key is sent.
 */
const RECORD = `${NOW}
local lockOuts, mark, totals = KEYS[#KEYS - 2], KEYS[#KEYS - 1], KEYS[#KEYS]
local order, outcome, window = ARGV[1], ARGV[2], tonumber(ARGV[3])
local reached = {}
for i = 1, #KEYS - 3, 2 do redis.call('ZREM', KEYS[i + 1], order) end
if outcome == 'other' or not redis.call('SET', mark, '1', 'NX', 'PX', ARGV[4]) then return reached end
redis.call('HINCRBY', totals, outcome .. ':' .. math.floor(now / 60000), 1)
redis.call('PEXPIRE', totals, 660000)
if outcome ~= 'declined' then return reached end
for i = 1, #KEYS - 3, 2 do
  local number = (i + 1) / 2
  local factor = tonumber(ARGV[7 + number])
  local lock = ARGV[7] * factor
  redis.call('ZREMRANGEBYSCORE', KEYS[i], '-inf', now - window)
  redis.call('ZADD', KEYS[i], now, order)
  redis.call('PEXPIRE', KEYS[i], window)
  local declines = redis.call('ZCARD', KEYS[i])
  if declines == ARGV[6] * factor then table.insert(reached, number) end
  if declines == lock then
    table.insert(reached, -number)
    redis.call('ZREMRANGEBYSCORE', lockOuts, '-inf', now - ARGV[5])
    redis.call('ZADD', lockOuts, now, KEYS[i])
    redis.call('PEXPIRE', lockOuts, ARGV[5])
  end
  redis.call('ZREMRANGEBYRANK', KEYS[i], 0, -lock - 1)
end
redis.call('ZREMRANGEBYRANK', lockOuts, 0, -1001)
return reached
`;

/** Reads what the owner sees. KEYS: lock-outs, totals. ARGV: span of lock-outs ms. Returns declined, paid, lock-outs. */
const READ = `${NOW}
local totals = KEYS[2]
${SUM_TOTALS}
return { declined, paid, redis.call('ZCOUNT', KEYS[1], now - ARGV[1], '+inf') }
`;

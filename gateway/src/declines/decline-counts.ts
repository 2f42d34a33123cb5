import { hash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import type { DeclinedCards } from '@geodes/contracts';
import { NOW_SCRIPT, REDIS, type Redis } from '../connections.js';

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
    const args = [orderId, Number(isSolved), Number(mayWait), ...identities.map(({ factor }) => factor)];
    const found = await this.redis.eval(ADMIT, keys.length, ...keys, ...args);
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
    const args = [orderId, end, ...identities.map(({ factor }) => factor)];
    const reached = await this.redis.eval(RECORD, keys.length, ...keys, ...args);
    return (reached as [number, 'challenge' | 'lock-out'][]).flatMap(([number, limit]) => {
      const identity = identities[number - 1];
      return identity ? [{ by: identity.by, limit }] : [];
    });
  }

  async read(): Promise<DeclinedCards> {
    const found = await this.redis.eval(READ, 2, LOCK_OUTS, TOTALS);
    const [declined, paid, lockedOut, everyone] = found as [number, number, number, number];
    return { declined, paid, lockedOut, isEveryoneChallenged: everyone === 1 };
  }
}

// ADMIT and RECORD get, for each counted identity (address, site, browser, email), the key of its declines and the key
// of its open orders: sorted sets of order ids by time. The last keys are of the whole shop. Redis runs each script
// atomically.

/** Sums the minutes of the last ten, drops earlier ones, and says by 1 or 0 whether everyone needs a challenge. */
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
local everyone = declined > ${EVERYONE_AFTER} and declined > 2 * paid and 1 or 0
`;

/**
 * Admits an order, or not. KEYS: pairs of an identity, totals. ARGV: order id, 1 if the challenge is solved, 1 if the
 * order may wait, then a factor for each identity. Returns verdict, ms left of a lock-out, 1 if everyone needs a
 * challenge.
 *
 * An order waits while the open ones of its identity, if they were all declined, would reach the limit: otherwise a
 * hundred cards sent at once would all be tried. Without a decline that is the lock-out's limit, because honest buyers
 * share an address.
 */
const ADMIT = `${NOW_SCRIPT}
local totals = KEYS[#KEYS]
${SUM_TOTALS}
local order, isSolved, mayWait, factors = ARGV[1], ARGV[2] == '1', ARGV[3] == '1', { unpack(ARGV, 4) }
local left, needsChallenge, waits = 0, everyone == 1 and not isSolved, false
for i, factor in ipairs(factors) do
  local cards, orders = KEYS[2 * i - 1], KEYS[2 * i]
  local lock, challenge = ${LOCK_AFTER} * factor, ${CHALLENGE_AFTER} * factor
  redis.call('ZREMRANGEBYSCORE', cards, '-inf', now - ${WINDOW_MS})
  redis.call('ZREMRANGEBYSCORE', orders, '-inf', now - ${OPEN_MS})
  redis.call('ZREM', orders, order)
  local declines, open = redis.call('ZCARD', cards), redis.call('ZCARD', orders)
  if declines >= lock then
    local last = redis.call('ZRANGE', cards, declines - lock, declines - lock, 'WITHSCORES')
    left = math.max(left, math.ceil(last[2] + ${WINDOW_MS} - now))
  elseif declines >= challenge and not isSolved then needsChallenge = true
  elseif declines + open >= ((isSolved or declines == 0) and lock or challenge) then waits = true end
end
if left > 0 then return { 'locked-out', left, everyone } end
if needsChallenge then return { 'challenge', 0, everyone } end
if waits and mayWait then return { 'wait', 0, everyone } end
for i = 1, #factors do
  redis.call('ZADD', KEYS[2 * i], now, order)
  redis.call('PEXPIRE', KEYS[2 * i], ${OPEN_MS})
end
return { 'admitted', 0, everyone }
`;

/**
 * Records how an admitted order ended. KEYS: pairs of an identity, lock-outs, the order's mark, totals. ARGV: order id,
 * `declined`, `paid` or `other`, then a factor for each identity. Returns the number and the limit of each identity that
 * reached one. The mark lets an order count once, however often its key is sent.
 */
const RECORD = `${NOW_SCRIPT}
local lockOuts, mark, totals = KEYS[#KEYS - 2], KEYS[#KEYS - 1], KEYS[#KEYS]
local order, outcome, factors = ARGV[1], ARGV[2], { unpack(ARGV, 3) }
local reached = {}
for i = 1, #factors do redis.call('ZREM', KEYS[2 * i], order) end
if outcome == 'other' or not redis.call('SET', mark, '1', 'NX', 'PX', ${MARK_MS}) then return reached end
redis.call('HINCRBY', totals, outcome .. ':' .. math.floor(now / 60000), 1)
redis.call('PEXPIRE', totals, 660000)
if outcome ~= 'declined' then return reached end
for i, factor in ipairs(factors) do
  local cards, lock = KEYS[2 * i - 1], ${LOCK_AFTER} * factor
  redis.call('ZREMRANGEBYSCORE', cards, '-inf', now - ${WINDOW_MS})
  redis.call('ZADD', cards, now, order)
  redis.call('PEXPIRE', cards, ${WINDOW_MS})
  local declines = redis.call('ZCARD', cards)
  if declines == ${CHALLENGE_AFTER} * factor then table.insert(reached, { i, 'challenge' }) end
  if declines == lock then
    table.insert(reached, { i, 'lock-out' })
    redis.call('ZREMRANGEBYSCORE', lockOuts, '-inf', now - ${LOCK_OUTS_MS})
    redis.call('ZADD', lockOuts, now, cards)
    redis.call('PEXPIRE', lockOuts, ${LOCK_OUTS_MS})
  end
  redis.call('ZREMRANGEBYRANK', cards, 0, -lock - 1)
end
redis.call('ZREMRANGEBYRANK', lockOuts, 0, -1001)
return reached
`;

/** Reads what the owner sees. KEYS: lock-outs, totals. Returns declined, paid, lock-outs, 1 if all need a challenge. */
const READ = `${NOW_SCRIPT}
local totals = KEYS[2]
${SUM_TOTALS}
return { declined, paid, redis.call('ZCOUNT', KEYS[1], now - ${LOCK_OUTS_MS}, '+inf'), everyone }
`;

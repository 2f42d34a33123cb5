/**
 * Both scripts get, for each counted identity (address, site, browser, email), the key of its declines and the key of its
 * open orders: sorted sets of order ids by time. The last keys are of the whole shop. Redis runs each script atomically.
 */
const NOW = `
local time = redis.call('TIME')
local now = time[1] * 1000 + math.floor(time[2] / 1000)
`;

/** Sums the minutes of the last ten and drops earlier ones. */
const TOTALS = `
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
export const ADMIT = `${NOW}
local totals = KEYS[#KEYS]
${TOTALS}
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
export const RECORD = `${NOW}
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
export const READ = `${NOW}
local totals = KEYS[2]
${TOTALS}
return { declined, paid, redis.call('ZCOUNT', KEYS[1], now - ARGV[1], '+inf') }
`;

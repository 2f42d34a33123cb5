import type { EntityManager } from 'typeorm';
import { MAX_HELD, type Network } from '@geodes/contracts';
import { AppError, waitText } from '@geodes/kit';
import { anyOfIds } from '../any-of-ids.js';
import { lockNetwork } from './locks.js';
import type { Reservation } from './reservation.entity.js';

/** What a network may keep off sale. */
interface OffSaleLimits {
  /** At one moment. */
  units: number;
  /** Summed over units, within the window. Never less than one full hold, however long HOLD_MINUTES makes it. */
  seconds: number;
}

/** An IPv4 address or an IPv6 /64: 20 units at one moment, 200 unit-minutes an hour. */
const ADDRESS_LIMITS: OffSaleLimits = { units: 20, seconds: 200 * 60 };
/** An IPv6 /48, which a provider may give to one customer. */
const SITE_LIMITS: OffSaleLimits = { units: 5 * ADDRESS_LIMITS.units, seconds: 5 * ADDRESS_LIMITS.seconds };

/** One minute longer than an hour, because ended time is kept by the full minute of its begin. */
export const WINDOW_SECONDS = 61 * 60;

/** Time off sale that counts from its begin until it leaves the window. */
export interface OffSaleUse {
  seconds: number;
  /** Seconds since its begin. */
  age: number;
  /** Seconds until its unit returns to sale; null if it has ended. */
  endsIn: number | null;
}

/** Who takes units off sale, and for how many seconds. */
export interface Booking {
  network: Network;
  seconds: number;
}

interface UseOfNetwork extends OffSaleUse {
  isOfAddress: boolean;
  isOfSite: boolean;
}

/** Units of the hold $3 count as ended now: the hold is about to be replaced. */
const USES = `
  SELECT coalesce(address_key = $1, false) AS "isOfAddress", coalesce(site_key = $2, false) AS "isOfSite",
         extract(epoch FROM now() - booked_from)::float AS age,
         extract(epoch FROM CASE WHEN is_replaced THEN least(now(), booked_until) ELSE booked_until END - booked_from)::float
           AS seconds,
         CASE WHEN NOT is_replaced THEN greatest(extract(epoch FROM booked_until - now()), 1)::float END AS "endsIn"
    FROM (SELECT *, coalesce(hold_id = $3 AND state = 'held', false) AS is_replaced FROM reservation
           WHERE address_key = $1 OR site_key = $2) AS open
  UNION ALL
  SELECT network_key = $1, coalesce(network_key = $2, false), extract(epoch FROM now() - began_at)::float, seconds, NULL
    FROM off_sale_time
   WHERE network_key = ANY (ARRAY[$1, $2]) AND began_at > now() - ${WINDOW_SECONDS} * interval '1 second'`;

/**
 * Checks that a network may take this many more units off sale. Locks the network until the transaction ends, so that
 * concurrent commands cannot pass together. `replacedHoldId` is the hold that the caller is about to replace. Throws
 * TOO_MANY_REQUESTS with the seconds to wait.
 */
export const checkNetworkQuota = async (
  manager: EntityManager,
  { network: { address, site }, seconds }: Booking,
  units: number,
  replacedHoldId: string | null = null,
): Promise<void> => {
  if (units === 0) return;
  await lockNetwork(manager, site ?? address);
  const uses: UseOfNetwork[] = await manager.query(USES, [address, site ?? null, replacedHoldId]);
  const ofAddress = uses.filter(({ isOfAddress }) => isOfAddress);
  const ofSite = uses.filter(({ isOfSite }) => isOfSite);
  const wait = Math.max(
    secondsUntilAllowed(ofAddress, units, seconds, ADDRESS_LIMITS),
    secondsUntilAllowed(ofSite, units, seconds, SITE_LIMITS),
  );
  if (wait > 0) throw tooManyOffSale(Math.ceil(wait));
};

/**
 * Records the time that reservations kept their units off sale until now, at most the time that was booked: summed by
 * network and the full minute of its begin. Callers then delete the rows or clear their network.
 */
export const bookTimeOffSale = async (manager: EntityManager, reservations: Reservation[]): Promise<void> => {
  const counted = reservations.filter(({ addressKey }) => addressKey !== null);
  if (counted.length === 0) return;
  await manager.query(
    `INSERT INTO off_sale_time (network_key, began_at, seconds)
     SELECT key, date_trunc('minute', booked_from), sum(extract(epoch FROM least(clock_timestamp(), booked_until) - booked_from))
       FROM reservation, LATERAL (VALUES (address_key), (site_key)) AS network (key)
      WHERE id = ${anyOfIds('$1')} AND key IS NOT NULL
      GROUP BY 1, 2 ORDER BY 1, 2
     ON CONFLICT (network_key, began_at) DO UPDATE SET seconds = off_sale_time.seconds + EXCLUDED.seconds`,
    [counted.map(({ id }) => id)],
  );
};

/**
 * Returns the seconds after which a network may take `wanted` units off sale for `wantedSeconds` each; 0 if it may now.
 * Assumes that open reservations last as long as they are booked.
 */
export const secondsUntilAllowed = (
  uses: readonly OffSaleUse[],
  wanted: number,
  wantedSeconds: number,
  limits: OffSaleLimits,
): number => {
  const maxSeconds = Math.max(limits.seconds, MAX_HELD * wantedSeconds);
  return Math.max(untilUnitsFree(uses, wanted, limits.units), untilTimeFree(uses, wanted * wantedSeconds, maxSeconds));
};

const untilUnitsFree = (uses: readonly OffSaleUse[], wanted: number, limit: number): number => {
  const ends = uses.flatMap(({ endsIn }) => endsIn ?? []).sort((a, b) => a - b);
  const tooMany = ends.length + wanted - limit;
  return tooMany <= 0 ? 0 : (ends[tooMany - 1] ?? WINDOW_SECONDS);
};

const untilTimeFree = (uses: readonly OffSaleUse[], wanted: number, limit: number): number => {
  const counted = uses.filter(({ age }) => age < WINDOW_SECONDS).sort((a, b) => b.age - a.age);
  let tooMuch = counted.reduce((sum, use) => sum + use.seconds, wanted) - limit;
  if (tooMuch <= 0) return 0;
  for (const use of counted) {
    tooMuch -= use.seconds;
    if (tooMuch <= 0) return WINDOW_SECONDS - use.age;
  }
  return WINDOW_SECONDS;
};

const tooManyOffSale = (retryAfterSeconds: number): AppError =>
  new AppError(
    'TOO_MANY_REQUESTS',
    `Too many geodes are kept in checkouts from your network. Please try again in ${waitText(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );

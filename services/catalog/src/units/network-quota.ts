import { Column, Entity, type EntityManager, Index, PrimaryColumn } from 'typeorm';
import type { Network } from '@geodes/contracts';
import { AppError, waitText } from '@geodes/kit';
import { anyOfIds } from '../any-of-ids.js';
import { lockNetwork } from './locks.js';
import {
  ADDRESS_LIMITS,
  SITE_LIMITS,
  type OffSaleUse,
  secondsUntilAllowed,
  WINDOW_SECONDS,
} from './off-sale-limits.js';
import type { Reservation } from './reservation.entity.js';

/** How long reservations that began in one minute and have ended kept units of a network off sale. Kept for an hour. */
@Entity('off_sale_time')
@Index('off_sale_time_by_begin', ['beganAt'])
export class OffSaleTime {
  /** A keyed hash of an IP address, a /64 or a /48. */
  @PrimaryColumn('text', { name: 'network_key', primaryKeyConstraintName: 'off_sale_time_pkey' })
  networkKey!: string;

  /** The full minute. */
  @PrimaryColumn('timestamp with time zone', {
    name: 'began_at',
    precision: 3,
    primaryKeyConstraintName: 'off_sale_time_pkey',
  })
  beganAt!: Date;

  /** Summed over units. */
  @Column('double precision')
  seconds!: number;
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
 * Records the time that reservations kept their units off sale until now, at most the time that was booked. Callers
 * then delete the rows or clear their network.
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

const tooManyOffSale = (retryAfterSeconds: number): AppError =>
  new AppError(
    'TOO_MANY_REQUESTS',
    `Too many geodes are kept in checkouts from your network. Please try again in ${waitText(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );

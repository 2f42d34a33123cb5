import type { EntityManager } from 'typeorm';
import { AppError } from '@geodes/kit';

/** What one address may keep off sale without buying, seconds an hour. */
const ADDRESS_SECONDS = 20 * 60;
const WINDOW_SECONDS = 60 * 60;
/** So often in a row a browser may ask again whatever its address has had. */
const OWN_RENEWALS = 3;

interface Use {
  seconds: number;
  /** Until the oldest of it begins to leave the hour that counts. */
  oldestLeavesIn: number;
}

/**
 * How often in a row the browser has asked, this time included; 0 for the first. Throws TOO_MANY_REQUESTS where its
 * address has kept stones off sale for 20 minutes of the last hour and the browser has had its three renewals.
 */
export const checkHoldQuota = async (
  manager: EntityManager,
  browserId: string,
  addressKey: string | null,
): Promise<number> => {
  const [last]: { renewals: number }[] = await manager.query(
    `SELECT renewals FROM hold WHERE browser_id = $1 AND NOT bought AND coalesce(ended_at, now()) > now() - $2 * interval '1 second'
      ORDER BY created_at DESC LIMIT 1`,
    [browserId, WINDOW_SECONDS],
  );
  const renewals = last ? last.renewals + 1 : 0;
  if (addressKey === null || (last && renewals <= OWN_RENEWALS)) return renewals;
  const [use] = (await manager.query(
    `SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, now()) - greatest(created_at, since))), 0)::float AS seconds,
            greatest(coalesce(extract(epoch FROM min(created_at - since)), 0), 0)::float AS "oldestLeavesIn"
       FROM hold, (SELECT now() - $2 * interval '1 second' AS since) AS hour
      WHERE address_key = $1 AND NOT bought AND coalesce(ended_at, now()) > since`,
    [addressKey, WINDOW_SECONDS],
  )) as [Use];
  if (use.seconds >= ADDRESS_SECONDS) throw hadItsShare(use);
  return renewals;
};

const hadItsShare = ({ seconds, oldestLeavesIn }: Use) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Geodes were kept in checkouts from your address for a long time without a purchase. Please try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil(oldestLeavesIn + seconds - ADDRESS_SECONDS)) },
  );

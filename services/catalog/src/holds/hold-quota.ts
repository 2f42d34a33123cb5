import type { EntityManager } from 'typeorm';
import { AppError } from '@geodes/kit';
import { FREE_RENEWALS, QUOTA_SECONDS, QUOTA_WINDOW_SECONDS } from './hold-limits.js';

interface QuotaUse {
  seconds: number;
  /** Seconds until the oldest use starts to leave the window. */
  oldestLeavesIn: number;
}

/**
 * Returns how often in a row the browser has renewed its hold, this time included; 0 for its first hold. Throws
 * TOO_MANY_REQUESTS if the IP address has used up its quota and the browser its free renewals.
 */
export const checkHoldQuota = async (
  manager: EntityManager,
  browserId: string,
  addressKey: string | null,
): Promise<number> => {
  const [last]: { renewals: number }[] = await manager.query(
    `SELECT renewals FROM hold WHERE browser_id = $1 AND NOT bought AND coalesce(ended_at, now()) > now() - $2 * interval '1 second'
      ORDER BY created_at DESC LIMIT 1`,
    [browserId, QUOTA_WINDOW_SECONDS],
  );
  const renewals = last ? last.renewals + 1 : 0;
  if (addressKey === null || (last && renewals <= FREE_RENEWALS)) return renewals;
  const [use] = (await manager.query(
    `SELECT coalesce(sum(extract(epoch FROM coalesce(ended_at, now()) - greatest(created_at, since))), 0)::float AS seconds,
            greatest(coalesce(extract(epoch FROM min(created_at - since)), 0), 0)::float AS "oldestLeavesIn"
       FROM hold, (SELECT now() - $2 * interval '1 second' AS since) AS hour
      WHERE address_key = $1 AND NOT bought AND coalesce(ended_at, now()) > since`,
    [addressKey, QUOTA_WINDOW_SECONDS],
  )) as [QuotaUse];
  if (use.seconds >= QUOTA_SECONDS) throw quotaExceeded(use);
  return renewals;
};

const quotaExceeded = ({ seconds, oldestLeavesIn }: QuotaUse) =>
  new AppError(
    'TOO_MANY_REQUESTS',
    'Geodes were kept in checkouts from your address for a long time without a purchase. Please try again later.',
    { retryAfterSeconds: Math.max(1, Math.ceil(oldestLeavesIn + seconds - QUOTA_SECONDS)) },
  );

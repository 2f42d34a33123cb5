import type { EntityManager } from 'typeorm';
import { AppError, waitText } from '@geodes/kit';
import { MAX_RENEWALS, RENEWALS_WINDOW_SECONDS } from './hold-limits.js';

interface EarlierHold {
  renewals: number;
  /** True if the browser did not let the hold go before its time. */
  wasKept: boolean;
  forgottenIn: number;
}

/**
 * Returns how often the browser has renewed its hold of these geodes, this time included; 0 for a first hold. Throws
 * TOO_MANY_REQUESTS with the seconds to wait after the third renewal.
 */
export const countRenewals = async (manager: EntityManager, browserId: string, ids: string[]): Promise<number> => {
  const [earlier]: EarlierHold[] = await manager.query(
    `SELECT renewals, coalesce(ended_at >= expires_at, true) AS "wasKept",
            extract(epoch FROM created_at - now())::float + $3 AS "forgottenIn"
       FROM hold
      WHERE browser_id = $1 AND NOT bought AND created_at > now() - $3 * interval '1 second'
        AND geode_ids && ARRAY (SELECT unnest(CAST($2 AS uuid[])))
      ORDER BY created_at DESC LIMIT 1`,
    [browserId, ids, RENEWALS_WINDOW_SECONDS],
  );
  if (!earlier) return 0;
  const renewals = earlier.renewals + (earlier.wasKept ? 1 : 0);
  if (renewals > MAX_RENEWALS) throw renewedTooOften(Math.ceil(earlier.forgottenIn));
  return renewals;
};

const renewedTooOften = (retryAfterSeconds: number): AppError =>
  new AppError(
    'TOO_MANY_REQUESTS',
    `You have kept these geodes on hold for as long as we can. Please try again in ${waitText(retryAfterSeconds)}.`,
    { retryAfterSeconds },
  );

import { z } from 'zod';
import type { Account } from '../account.js';
import { queryDigest } from '../lists/cursor.js';
import { checkedQuery, givenParameters, listFields, listQuery } from '../lists/list-query.js';
import { page } from '../lists/page.js';
import { ok, type Answer } from '../square-api.js';
import { optional } from '../validation.js';
import { settleRefunds } from './create-refund.js';

const listRefundsQuery = z.object({
  ...listFields,
  status: optional(z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED'])),
  source_type: optional(z.string()),
});

/** GET /v2/refunds: those of all locations, unless one is named. `staleMs` as in the list of payments. */
export const listRefunds = (account: Account, parameters: unknown, staleMs = 0): Answer => {
  const filter = checkedQuery(listRefundsQuery, parameters);
  const now = account.now();
  const query = listQuery(filter, now);
  settleRefunds(account);
  const { rows, cursor } = page(
    account.ledger.refunds(query.from, Math.min(query.to, staleMs > 0 ? now - staleMs : Infinity), query.newestFirst),
    query,
    queryDigest(givenParameters(parameters)),
    now,
    (refund) =>
      (filter.location_id === undefined || refund.location_id === filter.location_id) &&
      (filter.status === undefined || refund.status === filter.status) &&
      (filter.source_type === undefined || refund.destination_type === filter.source_type),
  );
  return ok(rows.length > 0 ? { refunds: rows, cursor } : {});
};

import { z } from 'zod';
import type { Account } from '../account.js';
import { page, queryDigest } from '../lists/page.js';
import { checkedQuery, givenParameters, listFields, listQuery } from '../lists/list-query.js';
import { type Answer, type SquareApi, ok } from '../square-api.js';
import { optional } from '../validation.js';
import { createRefund, getRefund, settleRefunds } from './create-refund.js';
import { settlementOf, staleMsOf } from '../faults/fault-queue.js';

const listRefundsQuery = z.object({
  ...listFields,
  status: optional(z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED'])),
});

/** GET /v2/refunds: those of all locations, unless one is named. `staleMs` as in listQuery. */
const listRefunds = (account: Account, parameters: unknown, staleMs = 0): Answer => {
  const filter = checkedQuery(listRefundsQuery, parameters);
  const now = account.now();
  const query = listQuery(filter, now, staleMs);
  settleRefunds(account);
  const { rows, cursor } = page(
    account.ledger.refunds(query.from, query.to, query.newestFirst),
    query,
    queryDigest(givenParameters(parameters)),
    now,
    (refund) =>
      (filter.location_id === undefined || refund.location_id === filter.location_id) &&
      (filter.status === undefined || refund.status === filter.status),
  );
  return ok(rows.length > 0 ? { refunds: rows, cursor } : {});
};

export const refundRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/refunds', 'list', ({ query, fault }) => listRefunds(account, query, staleMsOf(fault)));
  api.route('POST', '/refunds', 'refund', ({ body, fault }) => createRefund(account, body, settlementOf(fault)));
  api.route('GET', '/refunds/:id', 'get', ({ params }) => getRefund(account, params.id));
};

import { z } from 'zod';
import type { Account } from '../account.js';
import { settlementOf, staleMsOf } from '../faults/fault-queue.js';
import { checkedQuery, listQuery, page } from '../lists/page.js';
import { type Answer, type SquareApi, ok } from '../square-api.js';
import { optional } from '../validation.js';
import { createRefund, getRefund, settleRefunds } from './create-refund.js';

const refundQuery = listQuery.extend({ status: optional(z.enum(['PENDING', 'COMPLETED', 'REJECTED', 'FAILED'])) });

/** GET /v2/refunds: those of all locations, unless one is named. `staleMs` as in page. */
const listRefunds = (account: Account, parameters: unknown, staleMs: number): Answer => {
  const query = checkedQuery(refundQuery, parameters);
  settleRefunds(account);
  const { rows, cursor } = page(
    query,
    staleMs,
    (...range) => account.ledger.refunds(...range),
    ({ location_id, status }) =>
      location_id === (query.location_id ?? location_id) && status === (query.status ?? status),
  );
  return ok(rows.length > 0 ? { refunds: rows, cursor } : {});
};

export const refundRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/refunds', 'list', ({ query, fault }) => listRefunds(account, query, staleMsOf(fault)));
  api.route('POST', '/refunds', 'refund', ({ body, fault }) => createRefund(account, body, settlementOf(fault)));
  api.route('GET', '/refunds/:id', 'get', ({ params }) => getRefund(account, params.id));
};

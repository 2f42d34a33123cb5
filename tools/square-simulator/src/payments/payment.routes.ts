import { z } from 'zod';
import type { Account } from '../account.js';
import { page, queryDigest } from '../lists/page.js';
import { checkedQuery, givenParameters, listFields, listQuery } from '../lists/list-query.js';
import { type Answer, type SquareApi, ok } from '../square-api.js';
import { cancelByKey, cancelPayment, completePayment, expirePayments, getPayment } from './change-payment.js';
import { declineOf, staleMsOf } from '../faults/fault-queue.js';
import { createPayment } from './create-payment.js';

/**
 * GET /v2/payments: includes FAILED payments, of the main location by default; `{}` without any. `staleMs` as in listQuery.
 */
const listPayments = (account: Account, parameters: unknown, staleMs = 0): Answer => {
  const filter = checkedQuery(z.object(listFields), parameters);
  const now = account.now();
  const query = listQuery(filter, now, staleMs);
  const location = filter.location_id ?? account.config.locationId;
  expirePayments(account);
  const { rows, cursor } = page(
    account.ledger.payments(query.from, query.to, query.newestFirst),
    query,
    queryDigest(givenParameters(parameters)),
    now,
    ({ location_id }) => location_id === location,
  );
  return ok(rows.length > 0 ? { payments: rows, cursor } : {});
};

export const paymentRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/payments', 'list', ({ query, fault }) => listPayments(account, query, staleMsOf(fault)));
  api.route('POST', '/payments', 'create', ({ body, fault }) => createPayment(account, body, declineOf(fault)));
  api.route('POST', '/payments/cancel', 'cancel', ({ body }) => cancelByKey(account, body));
  api.route('GET', '/payments/:id', 'get', ({ params }) => getPayment(account, params.id));
  api.route('POST', '/payments/:id/complete', 'complete', ({ params }) => completePayment(account, params.id));
  api.route('POST', '/payments/:id/cancel', 'cancel', ({ params }) => cancelPayment(account, params.id));
};

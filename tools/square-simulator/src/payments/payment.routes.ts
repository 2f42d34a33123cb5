import type { Account } from '../account.js';
import { checkedQuery, listQuery, page } from '../lists/page.js';
import { type Answer, type SquareApi, ok } from '../square-api.js';
import { cancelByKey, cancelPayment, completePayment, expirePayments, getPayment } from './change-payment.js';
import { declineOf, staleMsOf } from '../faults/fault-queue.js';
import { createPayment } from './create-payment.js';

/** GET /v2/payments: includes FAILED payments, of the main location by default; `{}` without any. `staleMs` as in page. */
const listPayments = (account: Account, parameters: unknown, staleMs: number): Answer => {
  const query = checkedQuery(listQuery, parameters);
  const location = query.location_id ?? account.config.locationId;
  expirePayments(account);
  const { rows, cursor } = page(
    query,
    staleMs,
    (...range) => account.ledger.payments(...range),
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

import type { Account } from '../account.js';
import { declineOf, staleMsOf } from '../faults/fault-queue.js';
import type { SquareApi } from '../square-api.js';
import { cancelByKey, cancelPayment, completePayment, getPayment, updatePayment } from './change-payment.js';
import { createPayment } from './create-payment.js';
import { listPayments } from './list-payments.js';

export const paymentRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/payments', 'list', ({ query, fault }) => listPayments(account, query, staleMsOf(fault)));
  api.route('POST', '/payments', 'create', ({ body, fault }) => createPayment(account, body, declineOf(fault)));
  api.route('POST', '/payments/cancel', 'cancel', ({ body }) => cancelByKey(account, body));
  api.route('GET', '/payments/:id', 'get', ({ params }) => getPayment(account, params.id));
  api.route('PUT', '/payments/:id', 'update', ({ params, body }) => updatePayment(account, params.id, body));
  api.route('POST', '/payments/:id/complete', 'complete', ({ params, body }) =>
    completePayment(account, params.id, body),
  );
  api.route('POST', '/payments/:id/cancel', 'cancel', ({ params }) => cancelPayment(account, params.id));
};

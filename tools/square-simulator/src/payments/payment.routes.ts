import type { Account } from '../account.js';
import type { SquareApi } from '../square-api.js';
import { cancelByKey, cancelPayment, completePayment, getPayment, updatePayment } from './change-payment.js';
import { createPayment } from './create-payment.js';
import { listPayments } from './list-payments.js';

export const paymentRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/payments', 'list', ({ query, staleMs }) => listPayments(account, query, staleMs));
  api.route('POST', '/payments', 'create', ({ body }) => createPayment(account, body));
  api.route('POST', '/payments/cancel', 'cancel', ({ body }) => cancelByKey(account, body));
  api.route('GET', '/payments/:id', 'get', ({ params }) => getPayment(account, params.id));
  api.route('PUT', '/payments/:id', 'update', ({ params, body }) => updatePayment(account, params.id, body));
  api.route('POST', '/payments/:id/complete', 'complete', ({ params, body }) =>
    completePayment(account, params.id, body),
  );
  api.route('POST', '/payments/:id/cancel', 'cancel', ({ params }) => cancelPayment(account, params.id));
};

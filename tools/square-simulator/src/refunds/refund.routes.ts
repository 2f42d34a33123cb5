import type { Account } from '../account.js';
import type { SquareApi } from '../square-api.js';
import { createRefund, getRefund } from './create-refund.js';
import { listRefunds } from './list-refunds.js';

export const refundRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/refunds', 'list', ({ query, staleMs }) => listRefunds(account, query, staleMs));
  api.route('POST', '/refunds', 'refund', ({ body }) => createRefund(account, body));
  api.route('GET', '/refunds/:id', 'get', ({ params }) => getRefund(account, params.id));
};

import type { Account } from '../account.js';
import { settlementOf, staleMsOf } from '../faults/fault-queue.js';
import type { SquareApi } from '../square-api.js';
import { createRefund, getRefund } from './create-refund.js';
import { listRefunds } from './list-refunds.js';

export const refundRoutes = (api: SquareApi, account: Account): void => {
  api.route('GET', '/refunds', 'list', ({ query, fault }) => listRefunds(account, query, staleMsOf(fault)));
  api.route('POST', '/refunds', 'refund', ({ body, fault }) => createRefund(account, body, settlementOf(fault)));
  api.route('GET', '/refunds/:id', 'get', ({ params }) => getRefund(account, params.id));
};

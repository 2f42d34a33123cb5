import { squareEventViolations, type SquareExchange, squareViolations } from './square-contract.js';

const refund = { id: 'p_r', status: 'PENDING', amount_money: { amount: 100, currency: 'USD' }, payment_id: 'p' };
const refunded = (change: Partial<SquareExchange> = {}): SquareExchange => ({
  method: 'POST',
  url: 'http://127.0.0.1:8090/v2/refunds',
  requestBody: JSON.stringify({ idempotency_key: 'key', payment_id: 'p', amount_money: refund.amount_money }),
  status: 200,
  responseBody: JSON.stringify({ refund }),
  ...change,
});
const refused = { status: 400, responseBody: '{"errors":[{"category":"REFUND_ERROR","code":"REFUND_DECLINED"}]}' };

it('accepts a call and a response as Square describes them', () => {
  expect(squareViolations(refunded())).toEqual([]);
  expect(squareViolations(refunded(refused))).toEqual([]);
});

it.each<[string, Partial<SquareExchange>, string]>([
  [
    'a field that Square does not send',
    { responseBody: JSON.stringify({ refund: { ...refund, version: 1 } }) },
    'version',
  ],
  ['a missing required field', { requestBody: '{"idempotency_key":"key"}' }, 'amount_money'],
  ['a body that is not JSON', { responseBody: '<html>' }, 'object'],
  ['an unknown code', { ...refused, responseBody: refused.responseBody.replace('REFUND_DECLINED', 'NO') }, 'code'],
  ['an error status without errors', { status: 500, responseBody: '{}' }, 'without errors'],
  ['an idempotency key of 46 characters', createdWith({ idempotency_key: 'k'.repeat(46) }), 'idempotency_key'],
  ['an amount as text', createdWith({ amount_money: { amount: '1', currency: 'USD' } }), 'amount'],
  ['an unknown query parameter', listed('status=COMPLETED'), 'status'],
  ['a query parameter of another type', listed('limit=many'), 'limit'],
  ['an unknown sort field', listed('sort_field=AMOUNT'), 'sort_field'],
])('reports %s in an exchange with Square', (_, change, name) => {
  expect(squareViolations(refunded(change))).toEqual([expect.stringContaining(name)]);
});

function createdWith(change: object): Partial<SquareExchange> {
  const url = 'http://127.0.0.1:8090/v2/payments';
  return { url, requestBody: JSON.stringify({ source_id: 's', idempotency_key: 'k', ...change }), responseBody: '{}' };
}
function listed(query: string): Partial<SquareExchange> {
  return { method: 'GET', url: `http://127.0.0.1:8090/v2/payments?${query}`, requestBody: '', responseBody: '{}' };
}

it('does not check a refused request of a caller that may send malformed ones', () => {
  const malformed = refunded({ ...refused, requestBody: '{}' });
  expect(squareViolations(malformed)).not.toEqual([]);
  expect(squareViolations(malformed, { refusedRequests: false })).toEqual([]);
});

it('reports a field of a webhook that Square does not send', () => {
  const event = (sent: object) => ({
    type: 'refund.updated',
    data: { type: 'refund', id: 'p_r', object: { refund: sent } },
  });
  expect(squareEventViolations(event(refund))).toEqual([]);
  expect(squareEventViolations(event({ ...refund, version: 1 }))).toEqual([expect.stringContaining('version')]);
});

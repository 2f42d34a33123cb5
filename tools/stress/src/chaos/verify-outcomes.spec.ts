import type { AdminOrder } from '@geodes/contracts';
import { demoOrder, type LedgerPayment, type OrderReply } from '@geodes/testing';
import type { BuyerOutcome, RefundOutcome } from './retries.js';
import { drift, falseRefunds, falseResponses } from './verify-outcomes.js';

const reference = '6b5f0a3c-2f0e-4a3e-9c3b-0a4d2f1e5c77';
const payment = (change: Partial<LedgerPayment> = {}): LedgerPayment => ({
  id: 'P1',
  status: 'COMPLETED',
  reference_id: reference,
  amount_money: { amount: 9_000 },
  ...change,
});
const order = (change: Partial<AdminOrder> = {}) =>
  ({
    id: 'order-1',
    customerEmail: 'a@example.com',
    status: 'paid',
    total: '90.00',
    squarePaymentId: 'P1',
    items: [{ geode: { id: 'geode-1' } }],
    ownRefunds: [],
    ...change,
  }) as AdminOrder;
const placed = {
  orderId: 'order-1',
  orderNumber: 'ORDER-1',
  total: '90.00',
  discount: '10.00',
  status: 'paid',
} as const;
const reply = (status: number): OrderReply => ({
  status,
  said: 'word',
  ms: 1,
  ...(status < 300 && status > 0 ? { order: placed } : {}),
});
const buyer = (...statuses: number[]): BuyerOutcome => {
  const replies = statuses.map(reply);
  const last = replies.findLast(({ status }) => ![0, 202, 503].includes(status));
  const sent = { ...demoOrder(['geode-1']), email: 'a@example.com' };
  return { order: sent, replies, ...(last ? { last } : {}) };
};
const matching = { orders: [order()], payments: [payment()], refunds: [] };
const refund = (amount: string, change: Partial<RefundOutcome> = {}): RefundOutcome => ({
  orderId: 'order-1',
  amount,
  status: 201,
  refund: { id: 'refund-1', amount, status: 'pending', message: null },
  ...change,
});
const cancelled = [order({ status: 'cancelled', squarePaymentId: null })];

describe('the responses to a buyer', () => {
  it('are true if 201 has a paid order of its total', () => {
    expect(falseResponses([buyer(0, 202, 201)], [order()])).toEqual([]);
  });

  it.each([402, 409])('are true if %d has no charge', (status) => {
    expect(falseResponses([buyer(status)], [])).toEqual([]);
    expect(falseResponses([buyer(202, status)], cancelled)).toEqual([]);
  });

  it('may lack an outcome if the orders have ended', () => {
    for (const orders of [[order()], [], cancelled]) expect(falseResponses([buyer(0)], orders)).toEqual([]);
  });

  it('stay true if the owner refunds the whole order', () => {
    const givenBack = [order({ status: 'cancelled' })];
    expect(falseResponses([buyer(201)], givenBack, [refund('90.00')])).toEqual([]);
    expect(falseResponses([buyer(201)], givenBack, [refund('30.00')])).not.toEqual([]);
  });

  it.each([
    ['201 without an order', buyer(201), []],
    ['201 for a cancelled order', buyer(201), cancelled],
    ['201 with another total', buyer(201), [order({ total: '80.00' })]],
    ['201 with other geodes', buyer(201), [order({ items: [] })]],
    ['402 with a charge', buyer(402), [order()]],
    ['409 with a charge', buyer(409), [order()]],
    ['an order number that does not exist', buyer(202), []],
    ['an order that has not ended', buyer(0), [order({ status: 'pending' })]],
    ['an error of the shop', buyer(500), []],
    ['two paid orders for one attempt', buyer(201), [order(), order({ id: 'order-2', squarePaymentId: 'P2' })]],
  ])('are false: %s', (_what, outcome, orders) => {
    expect(falseResponses([outcome], orders)).not.toEqual([]);
  });
});

describe('the responses to the owner', () => {
  it('are true if a whole refund cancels the order and a part does not', () => {
    expect(falseRefunds([refund('90.00')], [order({ status: 'cancelled' })])).toEqual([]);
    expect(falseRefunds([refund('30.00')], [order()])).toEqual([]);
  });

  it.each([
    ['a whole refund of a paid order', refund('90.00'), order()],
    ['a part that cancels the order', refund('30.00'), order({ status: 'cancelled' })],
    ['another amount', { ...refund('30.00'), amount: '40.00' }, order()],
    ['a refusal', { orderId: 'order-1', amount: '30.00', status: 409 }, order()],
    [
      'a refund that Square does not have',
      refund('30.00'),
      order({ ownRefunds: [{ id: 'refund-1', amount: '30.00', status: 'pending', message: null, createdAt: '' }] }),
    ],
  ])('are false: %s', (_what, outcome, found) => {
    expect(falseRefunds([outcome], [found])).not.toEqual([]);
  });
});

describe('the drift', () => {
  it('is the captured amount less the paid orders, in cents', () => {
    expect(drift(matching)).toBe(0);
    expect(drift({ ...matching, orders: [], payments: [payment()] })).toBe(9_000);
    expect(drift({ ...matching, orders: [], payments: [payment({ refunded_money: { amount: 9_000 } })] })).toBe(0);
    expect(drift({ ...matching, payments: [payment({ status: 'APPROVED' })] })).toBe(-9_000);
  });

  it('counts what the owner gave back', () => {
    const payments = [payment({ refunded_money: { amount: 3_000 } })];
    expect(drift({ ...matching, payments, refunds: [refund('30.00')] })).toBe(0);
    expect(drift({ ...matching, payments })).toBe(-3_000);
    expect(drift({ ...matching, refunds: [refund('30.00')] })).toBe(3_000);
  });

  it('ignores payments of the till', () => {
    expect(drift({ ...matching, orders: [], payments: [payment({ reference_id: 'till 4' })] })).toBe(0);
  });
});

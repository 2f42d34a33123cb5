import type { AdminOrder } from '@geodes/contracts';
import { demoOrder, type LedgerPayment, type OrderReply } from '@geodes/testing';
import type { Told } from './retrying-buyer.js';
import { drift, untruths } from './verify-outcomes.js';

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
    items: [{ geode: { id: 'stone-1' } }],
    ...change,
  }) as AdminOrder;
const placed = {
  orderId: 'order-1',
  orderNumber: 'ORDER-1',
  total: '90.00',
  discount: '10.00',
  status: 'paid',
} as const;
const answer = (status: number): OrderReply => ({
  status,
  said: 'word',
  ms: 1,
  ...(status < 300 && status > 0 ? { order: placed } : {}),
});
const told = (...statuses: number[]): Told => {
  const answers = statuses.map(answer);
  const last = answers.findLast(({ status }) => ![0, 202, 503].includes(status));
  const asked = { ...demoOrder(['stone-1']), email: 'a@example.com' };
  return { order: asked, answers, ...(last ? { last } : {}) };
};
const sound = { orders: [order()], payments: [payment()] };
const cancelled = [order({ status: 'cancelled', squarePaymentId: null })];

describe('what buyers were told', () => {
  it('is true where 201 is a paid order of its total', () => {
    expect(untruths([told(0, 202, 201)], [order()])).toEqual([]);
  });

  it.each([402, 409])('is true where %d is no charge', (status) => {
    expect(untruths([told(status)], [])).toEqual([]);
    expect(untruths([told(202, status)], cancelled)).toEqual([]);
  });

  it('may stay open where the books are sound', () => {
    for (const orders of [[order()], [], cancelled]) expect(untruths([told(0)], orders)).toEqual([]);
  });

  it.each([
    ['201 without an order', told(201), []],
    ['201 for a cancelled order', told(201), cancelled],
    ['201 with another total', told(201), [order({ total: '80.00' })]],
    ['201 with other stones', told(201), [order({ items: [] })]],
    ['402 with a charge', told(402), [order()]],
    ['409 with a charge', told(409), [order()]],
    ['a number that is not found', told(202), []],
    ['an order that is left open', told(0), [order({ status: 'pending' })]],
    ['an error of the shop', told(500), []],
    ['two orders for one try', told(201), [order(), order({ id: 'order-2', squarePaymentId: 'P2' })]],
  ])('is untrue: %s', (_what, buyer, orders) => {
    expect(untruths([buyer], orders)).not.toEqual([]);
  });
});

describe('the drift', () => {
  it('is what was kept less what was ordered, in cents', () => {
    expect(drift(sound)).toBe(0);
    expect(drift({ orders: [], payments: [payment()] })).toBe(9_000);
    expect(drift({ orders: [], payments: [payment({ refunded_money: { amount: 9_000 } })] })).toBe(0);
    expect(drift({ orders: [order()], payments: [payment({ status: 'APPROVED' })] })).toBe(-9_000);
  });

  it('leaves out payments of the till', () => {
    expect(drift({ orders: [], payments: [payment({ reference_id: 'till 4' })] })).toBe(0);
  });
});

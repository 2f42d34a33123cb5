import type { AdminRefund, OwnRefund, RefundableOrder } from '@geodes/contracts';
import {
  amountCents,
  amountProblem,
  consequences,
  isRefundable,
  isSettling,
  leftCents,
  refundBadge,
  refundRows,
} from './refund-text.js';

const order = (change: Partial<RefundableOrder> = {}): RefundableOrder =>
  ({
    id: 'order',
    customerEmail: 'alex@example.com',
    total: '45.00',
    status: 'paid',
    squarePaymentId: 'payment',
    refundedTotal: '0.00',
    refunds: [],
    ownRefunds: [],
    ...change,
  }) as Partial<RefundableOrder> as RefundableOrder;

const atSquare = (amount: string, status: string): AdminRefund => ({
  squareRefundId: `R-${amount}`,
  amount,
  status,
  createdAt: '2026-11-21T12:00:00.000Z',
});
const own = (amount: string, status: OwnRefund['status'], message: string | null = null): OwnRefund => ({
  id: amount,
  amount,
  status,
  message,
  createdAt: '2026-11-20T12:00:00.000Z',
});

describe('what is left of an order', () => {
  it.each([
    ['nothing went back', {}, 4_500],
    ['a part went back or is on its way', { refundedTotal: '10.50' }, 3_450],
    ['a refund has not reached Square yet', { refundedTotal: '10.00', ownRefunds: [own('5.00', 'pending')] }, 3_000],
    ['Square refused a refund', { ownRefunds: [own('5.00', 'failed')] }, 4_500],
    ['all went back', { refundedTotal: '45.00' }, 0],
  ])('if %s', (_, change, cents) => {
    expect(leftCents(order(change))).toBe(cents);
    expect(isRefundable(order(change))).toBe(cents > 0);
  });
  it('cannot be given back before the payment is confirmed, or while its refunds are unknown', () => {
    expect(isRefundable(order({ squarePaymentId: null }))).toBe(false);
    expect(isRefundable(order({ refundedTotal: null }))).toBe(false);
  });
});

describe('a typed amount', () => {
  it.each([
    ['12.5', 1_250],
    [' $12 ', 1_200],
    ['0', 0],
    ['', undefined],
    ['12,50', undefined],
    ['1.005', undefined],
    ['-1', undefined],
  ])('%j is %j cents', (typed, cents) => expect(amountCents(typed)).toBe(cents));
  it('is refused if it is none, nothing, or more than is left', () => {
    const wrong = 'Please enter dollars and cents such as 12.50.';
    expect(['abc', '0.00', '45.01', '45'].map((typed) => amountProblem(typed, 4_500))).toEqual([
      wrong,
      wrong,
      'Only $45.00 of this order can still be given back.',
      undefined,
    ]);
  });
});

describe('the consequences of a refund', () => {
  const cancels = 'The order is cancelled, because it was not shipped.';
  it('name the cancellation only if the whole rest goes back before the shipment', () => {
    expect(consequences(order(), 4_500, [])).toEqual([
      '$45.00 goes back to the card.',
      'The buyer gets a letter.',
      cancels,
    ]);
    expect(consequences(order({ refundedTotal: '10.00' }), 3_500, [])).toContain(cancels);
    expect(consequences(order(), 1_000, [])).not.toContain(cancels);
    expect(consequences(order({ status: 'shipped' }), 4_500, [])).not.toContain(cancels);
  });
  it('name the geodes that go on sale again', () => {
    expect(consequences(order(), 1_000, ['Smoky Twins']).at(-1)).toBe(
      'Smoky Twins is on sale again once Square has made the refund.',
    );
    expect(consequences(order(), 1_000, ['a', 'b']).at(-1)).toMatch(/^2 geodes are on sale again/);
  });
  it('name no letter to an erased buyer', () =>
    expect(consequences(order({ customerEmail: 'x@erased.invalid' }), 1_000, []).join()).not.toContain('letter'));
});

describe('the refunds of an order', () => {
  it('are listed oldest first, those of Square and those it does not have', () => {
    const refunds = [atSquare('1.00', 'COMPLETED'), atSquare('2.00', 'PENDING'), atSquare('3.00', 'REJECTED')];
    const ownRefunds = [own('4.00', 'pending'), own('5.00', 'failed', 'REFUND_DECLINED: No funds.')];
    expect(
      refundRows(order({ refunds, ownRefunds })).map(({ amount, state, message }) => [amount, state, message]),
    ).toEqual([
      ['4.00', 'on its way to Square', undefined],
      ['5.00', 'Square refused it', 'REFUND_DECLINED: No funds.'],
      ['1.00', '', undefined],
      ['2.00', 'on its way to the card', undefined],
      ['3.00', 'failed, nothing was given back', undefined],
    ]);
  });
  it.each([
    ['no refund', {}, undefined],
    ['an unknown sum', { refundedTotal: null }, undefined],
    ['a completed refund', { refundedTotal: '10.00', refunds: [atSquare('10.00', 'COMPLETED')] }, 'Refunded $10.00'],
    ['one on its way', { refundedTotal: '10.00', refunds: [atSquare('10.00', 'PENDING')] }, 'Refunding $10.00'],
    ['one that Square does not have yet', { ownRefunds: [own('10.00', 'pending')] }, 'Refunding $10.00'],
    ['a refused one only', { ownRefunds: [own('10.00', 'failed')] }, 'Refund failed'],
  ])('have a badge: %s', (_, change, text) => expect(refundBadge(order(change))?.text).toBe(text));
  it('are waited for while one is pending, or while a paid order is about to be cancelled', () => {
    const whole = { refundedTotal: '45.00', refunds: [atSquare('45.00', 'COMPLETED')] };
    const now = Date.parse(whole.refunds[0]!.createdAt) + 60_000;
    expect(isSettling(order(whole), now)).toBe(true);
    expect(isSettling(order({ ...whole, status: 'cancelled' }), now)).toBe(false);
    expect(isSettling(order({ ...whole, status: 'shipped' }), now)).toBe(false);
    expect(isSettling(order({ refundedTotal: '1.00', refunds: [atSquare('1.00', 'PENDING')] }))).toBe(true);
    expect(isSettling(order({ refundedTotal: '1.00', refunds: [atSquare('1.00', 'COMPLETED')] }))).toBe(false);
  });
  it('are not waited for if the owner set the order back to paid later', () => {
    const refund = atSquare('45.00', 'COMPLETED');
    const setBack = order({ refundedTotal: '45.00', refunds: [refund] });
    expect(isSettling(setBack, Date.parse(refund.createdAt) + 10 * 60_000)).toBe(false);
  });
});

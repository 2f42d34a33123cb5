import { PAYMENT_STATES, type PaymentState } from '../payments/payment.entity.js';
import type { SquareStatus } from '../square/square-payment.js';
import { classifyDifference, type Classification } from './classify-difference.js';

const squarePayment = (status: SquareStatus, more: object = {}) => ({
  id: 'P1',
  status,
  amountCents: 12_900,
  currency: 'USD',
  hasRefund: false,
  ...more,
});

const payment = (state: PaymentState, more: object = {}) => ({
  state,
  amountCents: 12_900,
  squarePaymentId: 'P1',
  ...more,
});

const TABLE: Record<PaymentState, Partial<Record<SquareStatus, Classification>>> = {
  authorising: { APPROVED: 'adopt', COMPLETED: 'adopt' },
  authorised: { COMPLETED: 'record-captured', CANCELED: 'record-voided', FAILED: 'record-voided' },
  declined: { APPROVED: 'cancel', COMPLETED: 'refund' },
  capturing: { COMPLETED: 'record-captured', CANCELED: 'record-voided', FAILED: 'record-voided' },
  captured: { APPROVED: 'report-not-captured', CANCELED: 'report-not-captured', FAILED: 'report-not-captured' },
  voiding: {},
  voided: { APPROVED: 'cancel', COMPLETED: 'refund' },
  refunded: { APPROVED: 'cancel' },
  refused: { APPROVED: 'cancel', COMPLETED: 'refund' },
  owed: { APPROVED: 'cancel' },
};

const STATUSES: SquareStatus[] = ['APPROVED', 'COMPLETED', 'CANCELED', 'FAILED', 'PENDING', 'OTHER'];

describe('the repair of a difference between Square and the shop', () => {
  it.each(PAYMENT_STATES.flatMap((state) => STATUSES.map((status) => [state, status] as const)))(
    'follows the table if the attempt is %s and Square says %s',
    (state, status) => {
      expect(classifyDifference(squarePayment(status), payment(state))).toBe(TABLE[state][status] ?? 'none');
    },
  );

  it('only reports a payment with another amount', () => {
    for (const state of ['authorising', 'authorised', 'capturing', 'captured'] as const) {
      expect(classifyDifference(squarePayment('APPROVED', { amountCents: 12_901 }), payment(state))).toBe(
        'report-amount',
      );
      expect(classifyDifference(squarePayment('COMPLETED', { currency: 'CAD' }), payment(state))).toBe('report-amount');
    }
  });

  it('refunds a payment of a voided attempt with any amount', () => {
    expect(classifyDifference(squarePayment('COMPLETED', { amountCents: 1 }), payment('voided'))).toBe('refund');
    expect(
      classifyDifference(squarePayment('APPROVED'), payment('voided', { amountCents: null, squarePaymentId: null })),
    ).toBe('cancel');
  });

  it('leaves an owed refund to the sweep', () => {
    expect(classifyDifference(squarePayment('COMPLETED'), payment('owed'))).toBe('none');
    expect(classifyDifference(squarePayment('COMPLETED', { id: 'P2' }), payment('owed'))).toBe('refund');
  });

  it('refunds once', () => {
    expect(classifyDifference(squarePayment('COMPLETED', { hasRefund: true }), payment('voided'))).toBe('none');
    expect(classifyDifference(squarePayment('COMPLETED'), payment('refunded'))).toBe('none');
  });

  it('cancels or refunds a second payment of an attempt', () => {
    for (const state of ['authorised', 'capturing', 'captured'] as const) {
      expect(classifyDifference(squarePayment('APPROVED', { id: 'P2' }), payment(state))).toBe('cancel');
      expect(classifyDifference(squarePayment('COMPLETED', { id: 'P2' }), payment(state))).toBe('refund');
      expect(classifyDifference(squarePayment('CANCELED', { id: 'P2' }), payment(state))).toBe('none');
    }
  });
});

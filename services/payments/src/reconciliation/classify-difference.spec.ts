import { PAYMENT_STATES, type PaymentState } from '../payments/payment-states.js';
import type { SquareStatus } from '../square/square-payment.js';
import { classifyDifference, type Classification } from './classify-difference.js';

const theirs = (status: SquareStatus, more: object = {}) => ({
  id: 'P1',
  status,
  amountCents: 12_900,
  currency: 'USD',
  hasRefund: false,
  ...more,
});

const ours = (state: PaymentState, more: object = {}) => ({
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

describe('what a difference between Square and the shop asks for', () => {
  it.each(PAYMENT_STATES.flatMap((state) => STATUSES.map((status) => [state, status] as const)))(
    'when the attempt is %s and Square says %s',
    (state, status) => {
      expect(classifyDifference(theirs(status), ours(state))).toBe(TABLE[state][status] ?? 'none');
    },
  );

  it('reports a payment of another amount and leaves it alone', () => {
    for (const state of ['authorising', 'authorised', 'capturing', 'captured'] as const) {
      expect(classifyDifference(theirs('APPROVED', { amountCents: 12_901 }), ours(state))).toBe('report-amount');
      expect(classifyDifference(theirs('COMPLETED', { currency: 'CAD' }), ours(state))).toBe('report-amount');
    }
  });

  it('gives back what was taken for a voided attempt, whatever the amount', () => {
    expect(classifyDifference(theirs('COMPLETED', { amountCents: 1 }), ours('voided'))).toBe('refund');
    expect(classifyDifference(theirs('APPROVED'), ours('voided', { amountCents: null, squarePaymentId: null }))).toBe(
      'cancel',
    );
  });

  it('leaves a refund that Square does not carry out to the sweep', () => {
    expect(classifyDifference(theirs('COMPLETED'), ours('owed'))).toBe('none');
    expect(classifyDifference(theirs('COMPLETED', { id: 'P2' }), ours('owed'))).toBe('refund');
  });

  it('refunds once', () => {
    expect(classifyDifference(theirs('COMPLETED', { hasRefund: true }), ours('voided'))).toBe('none');
    expect(classifyDifference(theirs('COMPLETED'), ours('refunded'))).toBe('none');
  });

  it('gives back a second payment of an attempt that another payment stands for', () => {
    for (const state of ['authorised', 'capturing', 'captured'] as const) {
      expect(classifyDifference(theirs('APPROVED', { id: 'P2' }), ours(state))).toBe('cancel');
      expect(classifyDifference(theirs('COMPLETED', { id: 'P2' }), ours(state))).toBe('refund');
      expect(classifyDifference(theirs('CANCELED', { id: 'P2' }), ours(state))).toBe('none');
    }
  });
});

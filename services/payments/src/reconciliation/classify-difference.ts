import type { Payment } from '../payments/payment.entity.js';
import type { SquarePayment } from '../square/square-payment.js';

/**
 * The repair that a difference between Square's payment and its record needs. `adopt`: Square authorised the payment, but
 * the reply was lost. `report-…`: only the owner can settle it.
 */
export type Classification =
  | 'none'
  | 'adopt'
  | 'record-captured'
  | 'record-voided'
  | 'cancel'
  | 'refund'
  | 'report-amount'
  | 'report-not-captured';

export const needsOwner = (classification: Classification): boolean => classification.startsWith('report-');

type SquareSide = Pick<SquarePayment, 'id' | 'status' | 'amountCents' | 'currency' | 'hasRefund'>;
type ShopSide = Pick<Payment, 'state' | 'amountCents' | 'squarePaymentId'>;

/** Decides how to repair a difference. `squarePayment` belongs to the attempt; before a repair, read it without a list. */
export const classifyDifference = (squarePayment: SquareSide, payment: ShopSide): Classification => {
  switch (squarePayment.status) {
    case 'APPROVED':
      return classifyApproved(squarePayment, payment);
    case 'COMPLETED':
      return classifyCompleted(squarePayment, payment);
    case 'CANCELED':
    case 'FAILED':
      return classifyEnded(squarePayment, payment);
    default:
      return 'none';
  }
};

const classifyApproved = (squarePayment: SquareSide, payment: ShopSide): Classification => {
  if (isClosed(payment) || isSecond(squarePayment, payment)) return 'cancel';
  if (isOtherAmount(squarePayment, payment)) return 'report-amount';
  if (payment.state === 'captured') return 'report-not-captured';
  return payment.state === 'authorising' ? 'adopt' : 'none';
};

const classifyCompleted = (squarePayment: SquareSide, payment: ShopSide): Classification => {
  if (isClosed(payment) || isSecond(squarePayment, payment)) {
    const isDone = squarePayment.hasRefund || (isRefundAsked(payment) && payment.squarePaymentId === squarePayment.id);
    return isDone ? 'none' : 'refund';
  }
  if (isOtherAmount(squarePayment, payment)) return 'report-amount';
  if (payment.state === 'authorising') return 'adopt';
  return payment.state === 'authorised' || payment.state === 'capturing' ? 'record-captured' : 'none';
};

const classifyEnded = (squarePayment: SquareSide, payment: ShopSide): Classification => {
  if (payment.squarePaymentId !== squarePayment.id) return 'none';
  if (payment.state === 'captured') return 'report-not-captured';
  return payment.state === 'authorised' || payment.state === 'capturing' ? 'record-voided' : 'none';
};

/** True if nothing may be charged for the attempt any more. */
const isClosed = (payment: ShopSide): boolean =>
  payment.state === 'voided' || payment.state === 'declined' || payment.state === 'refused' || isRefundAsked(payment);

/** True also for `owed`: only the sweep retries its refund, with backoff. */
const isRefundAsked = ({ state }: ShopSide): boolean => state === 'refunded' || state === 'owed';

/** True if the attempt has another Square payment: this one is a duplicate. */
const isSecond = (squarePayment: SquareSide, { state, squarePaymentId }: ShopSide): boolean =>
  (state === 'authorised' || state === 'capturing' || state === 'captured') && squarePaymentId !== squarePayment.id;

const isOtherAmount = (squarePayment: SquareSide, { amountCents }: ShopSide): boolean =>
  squarePayment.amountCents !== amountCents || squarePayment.currency !== 'USD';

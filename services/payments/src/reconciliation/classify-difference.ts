import type { Payment } from '../payments/payment.entity.js';
import type { SquarePayment } from '../square/square-payment.js';

/**
 * What a difference between Square's ledger and ours asks for. `adopt`: the authorisation is ours, its answer was lost.
 * What starts with `report` is told to the operator and never mended by machine.
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

export const isReport = (judgement: Classification): boolean => judgement.startsWith('report-');

type Theirs = Pick<SquarePayment, 'id' | 'status' | 'amountCents' | 'currency' | 'hasRefund'>;
type Ours = Pick<Payment, 'state' | 'amountCents' | 'squarePaymentId'>;

/** `theirs` carries our attempt's marker and is fresh from Square, not from a list. */
export const classifyDifference = (theirs: Theirs, ours: Ours): Classification => {
  switch (theirs.status) {
    case 'APPROVED':
      return judgeApproved(theirs, ours);
    case 'COMPLETED':
      return judgeCompleted(theirs, ours);
    case 'CANCELED':
    case 'FAILED':
      return judgeEnded(theirs, ours);
    default:
      return 'none';
  }
};

const judgeApproved = (theirs: Theirs, ours: Ours): Classification => {
  if (isClosed(ours) || isSecond(theirs, ours)) return 'cancel';
  if (isOtherAmount(theirs, ours)) return 'report-amount';
  if (ours.state === 'captured') return 'report-not-captured';
  return ours.state === 'authorising' ? 'adopt' : 'none';
};

const judgeCompleted = (theirs: Theirs, ours: Ours): Classification => {
  if (isClosed(ours) || isSecond(theirs, ours)) {
    const isDone = theirs.hasRefund || (isRefundAsked(ours) && ours.squarePaymentId === theirs.id);
    return isDone ? 'none' : 'refund';
  }
  if (isOtherAmount(theirs, ours)) return 'report-amount';
  if (ours.state === 'authorising') return 'adopt';
  return ours.state === 'authorised' || ours.state === 'capturing' ? 'record-captured' : 'none';
};

const judgeEnded = (theirs: Theirs, ours: Ours): Classification => {
  if (ours.squarePaymentId !== theirs.id) return 'none';
  if (ours.state === 'captured') return 'report-not-captured';
  return ours.state === 'authorised' || ours.state === 'capturing' ? 'record-voided' : 'none';
};

/** Nothing may be charged for it any more. */
const isClosed = (ours: Ours): boolean =>
  ours.state === 'voided' || ours.state === 'declined' || ours.state === 'refused' || isRefundAsked(ours);

/** The refund of an `owed` one is asked for again by the sweep alone, with growing pauses. */
const isRefundAsked = ({ state }: Ours): boolean => state === 'refunded' || state === 'owed';

/** Another payment stands for this attempt: this one is a second authorisation of the same purchase. */
const isSecond = (theirs: Theirs, { state, squarePaymentId }: Ours): boolean =>
  (state === 'authorised' || state === 'capturing' || state === 'captured') && squarePaymentId !== theirs.id;

const isOtherAmount = (theirs: Theirs, { amountCents }: Ours): boolean =>
  theirs.amountCents !== amountCents || theirs.currency !== 'USD';

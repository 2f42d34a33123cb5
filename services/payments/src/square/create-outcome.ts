import type { SquareFailure, SquareReason } from './square-failure.js';

/** What a failed create means. `ours`: Square refused for a reason that only the operator can mend. */
export type FailedCreate = { outcome: 'declined'; code: string } | { outcome: 'unknown'; ours: boolean };

/** The card form's token can no longer be used, or never could. */
const TOKEN_CODES = new Set(['CARD_TOKEN_USED', 'CARD_TOKEN_EXPIRED', 'SOURCE_USED', 'SOURCE_EXPIRED']);

/** Refusals that the buyer can mend or must know of, in the category that is otherwise about our own requests. */
const BUYER_CODES = new Set(['INVALID_EMAIL_ADDRESS', 'AMOUNT_TOO_LOW', 'AMOUNT_TOO_HIGH', 'INVALID_CARD_DATA']);

const isDecline = ({ category, code, field }: SquareReason): boolean => {
  if (category === 'PAYMENT_METHOD_ERROR') return code !== 'TEMPORARY_ERROR';
  if (category !== 'INVALID_REQUEST_ERROR') return false;
  return TOKEN_CODES.has(code) || BUYER_CODES.has(code) || field === 'source_id';
};

/**
 * A decline only where Square answered and every reason it gives is one; anything else is unknown, which is always the
 * safe reading: an unknown payment is voided before anybody is told that nothing was charged. Square's own advice is
 * to decide by category and code, never by the text: developer.squareup.com/docs/build-basics/handling-errors
 */
export const failedCreate = (failure: SquareFailure): FailedCreate => {
  const first = failure.reasons[0];
  if (!failure.refused || !first) return { outcome: 'unknown', ours: false };
  if (!failure.reasons.every(isDecline))
    return { outcome: 'unknown', ours: !failure.reasons.some(({ code }) => code === 'TEMPORARY_ERROR') };
  return {
    outcome: 'declined',
    code: first.field === 'source_id' && !TOKEN_CODES.has(first.code) ? 'INVALID_CARD_DATA' : first.code,
  };
};

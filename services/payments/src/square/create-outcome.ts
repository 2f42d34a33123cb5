import { hasDeclineMessage } from './decline-messages.js';
import type { SquareFailure, SquareReason } from './square-failure.js';

/**
 * What a failed create means. `refused`: Square rejected it for a reason of the shop's own account, settings or request,
 * which the buyer cannot change.
 */
export type FailedCreate = { outcome: 'declined' | 'refused'; code: string } | { outcome: 'unknown' };

/** Of the account, although their category may be the one of cards: developer.squareup.com/reference/square/enums/ErrorCode */
const ACCOUNT_CODES = new Set([
  'INSUFFICIENT_PERMISSIONS',
  'INVALID_LOCATION',
  'LOCATION_MISMATCH',
  'PAYMENT_LIMIT_EXCEEDED',
  'AMOUNT_TOO_LOW',
  'AMOUNT_TOO_HIGH',
  'PAYMENT_AMOUNT_MISMATCH',
  'INVALID_FEES',
  'UNSUPPORTED_CURRENCY',
  'CURRENCY_MISMATCH',
  'CARD_PROCESSING_NOT_ENABLED',
  'SANDBOX_NOT_SUPPORTED',
]);

/** A create with this key was carried out before, with whatever outcome. */
const KEY_REUSED = 'IDEMPOTENCY_KEY_REUSED';

/** True where the owner or the operator must change something at Square; any other reason may be that of one payment. */
export const isOfAccount = ({ category, code }: SquareReason): boolean =>
  category === 'AUTHENTICATION_ERROR' || category === 'MERCHANT_SUBSCRIPTION_ERROR' || ACCOUNT_CODES.has(code);

/** An unknown code counts as a decline in the category of cards, and as the shop's fault in every other. */
const isDecline = ({ category, code, field }: SquareReason): boolean => {
  if (ACCOUNT_CODES.has(code)) return false;
  if (category === 'PAYMENT_METHOD_ERROR') return true;
  return category === 'INVALID_REQUEST_ERROR' && (hasDeclineMessage(code) || field === 'source_id');
};

/**
 * Known only where Square answered and every reason it gives is definite; anything else is unknown, which is always the
 * safe reading: an unknown payment is voided before the buyer hears that nothing was charged. Square's own advice is to
 * decide by category and code, never by the text: developer.squareup.com/docs/build-basics/handling-errors
 */
export const failedCreate = (failure: SquareFailure): FailedCreate => {
  const { refused, reasons } = failure;
  const [first] = reasons;
  if (!refused || !first || reasons.some(({ code }) => code === KEY_REUSED)) return { outcome: 'unknown' };
  const ofShop = reasons.find((reason) => !isDecline(reason));
  if (ofShop) return { outcome: 'refused', code: ofShop.code };
  const isUnknownSource = first.field === 'source_id' && !hasDeclineMessage(first.code);
  return { outcome: 'declined', code: isUnknownSource ? 'INVALID_CARD_DATA' : first.code };
};

import { hasDeclineMessage } from './decline-messages.js';
import type { SquareFailure, SquareReason } from './square-failure.js';

/**
 * The outcome of a failed create. `refused`: Square rejected it because of the shop's account, settings or request, which
 * the buyer cannot change.
 */
type FailedCreate = { outcome: 'declined' | 'refused'; code: string } | { outcome: 'unknown' };

/** Codes about the shop's account, also in the card category: developer.squareup.com/reference/square/enums/ErrorCode */
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

/** A create with this key was carried out before; its outcome is unknown. */
const KEY_REUSED = 'IDEMPOTENCY_KEY_REUSED';

/** Returns why Square refuses a request because of the shop's account; undefined for other failures. */
export const accountFault = ({ refused, reasons }: SquareFailure): SquareReason | undefined =>
  refused ? reasons.find(isAccountReason) : undefined;

/** True if the owner or the operator must change something at Square. Other reasons may concern one payment only. */
const isAccountReason = ({ category, code }: SquareReason): boolean =>
  category === 'AUTHENTICATION_ERROR' || category === 'MERCHANT_SUBSCRIPTION_ERROR' || ACCOUNT_CODES.has(code);

/**
 * True if Square does not know the card token. Its reply may have no `field`; unknown ids of the shop, such as the location's,
 * name theirs.
 */
const isUnknownSource = ({ code, field }: SquareReason): boolean =>
  field === 'source_id' || (code === 'NOT_FOUND' && !field);

/** An unknown code counts as a decline in the card category, and as a refusal in every other. */
const isDecline = (reason: SquareReason): boolean => {
  const { category, code } = reason;
  if (ACCOUNT_CODES.has(code)) return false;
  if (category === 'PAYMENT_METHOD_ERROR') return true;
  return category === 'INVALID_REQUEST_ERROR' && (hasDeclineMessage(code) || isUnknownSource(reason));
};

/**
 * Decides what a failed create means. The outcome is known only if Square replied and every reason is definite. `unknown`
 * is always safe: the payment is voided before the buyer hears that nothing was charged. Decides by category and code,
 * never by the text, as Square advises: developer.squareup.com/docs/build-basics/handling-errors
 */
export const classifyFailedCreate = (failure: SquareFailure): FailedCreate => {
  const { refused, reasons } = failure;
  const [first] = reasons;
  if (!refused || !first || reasons.some(({ code }) => code === KEY_REUSED)) return { outcome: 'unknown' };
  const refusal = reasons.find((reason) => !isDecline(reason));
  if (refusal) return { outcome: 'refused', code: refusal.code };
  const isInvalidToken = isUnknownSource(first) && !hasDeclineMessage(first.code);
  return { outcome: 'declined', code: isInvalidToken ? 'INVALID_CARD_DATA' : first.code };
};

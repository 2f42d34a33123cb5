import { messageOf } from '../../../../app/api-error.js';
import { fieldErrors } from '../../../../app/api-error.js';
import type { RefundOutcome } from './refund-attempt.js';

/** Why a refund was not made: beside the fields, or under them. */
export interface RefundProblems {
  amount?: string | undefined;
  reason?: string | undefined;
  restock?: string | undefined;
  text?: string;
  isLoggedOut?: boolean;
}

const NOT_MADE = 'The refund was not made. Please try again.';

/** Returns what to show of an outcome. An unknown one is no problem of the form. */
export const refundProblems = (outcome: Exclude<RefundOutcome, { kind: 'made' }>): RefundProblems => {
  if (outcome.kind === 'unknown') return {};
  if (outcome.kind === 'refused' && outcome.text) return { text: outcome.text };
  const { error } = outcome;
  if (error?.status === 401) return { isLoggedOut: true };
  const fields = fieldErrors(error);
  const [amount, reason, restock] = ['amount', 'reason', 'restock'].map(
    (name) => fields.find(({ field }) => field.startsWith(name))?.reason,
  );
  return amount || reason || restock ? { amount, reason, restock } : { text: messageOf(error, NOT_MADE) };
};

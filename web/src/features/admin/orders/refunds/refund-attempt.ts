import type { PlacedRefund, RefundBody } from '@geodes/contracts';
import { type ApiError, fieldErrors, isApiError, messageOf, noReply } from '../../../../app/api-error.js';
import { readStored, writeStored } from '../../../../app/browser-storage.js';

/** What the owner asks for. The server compares it under one key. */
export type RefundRequest = Required<RefundBody>;

/** A refund that was sent without a known outcome, stored for the tab so that a reload sends the same key again. */
export interface RefundAttempt {
  key: string;
  request: RefundRequest;
}

const storageKey = (orderId: string): string => `geode-refund-${orderId}`;

/** Stores the open attempt of an order; null removes it. */
export const storeAttempt = (orderId: string, attempt: RefundAttempt | null): void =>
  writeStored('sessionStorage', storageKey(orderId), attempt);

/** Reads the open attempt of an order; null if there is none or it is invalid. */
export const readAttempt = (orderId: string): RefundAttempt | null => {
  const { key, request } = (readStored('sessionStorage', storageKey(orderId)) ?? {}) as Partial<RefundAttempt>;
  if (typeof key !== 'string' || key === '') return null;
  const isWhole =
    typeof request?.amount === 'string' && typeof request.reason === 'string' && Array.isArray(request.restock);
  return isWhole ? { key, request } : null;
};

/**
 * Outcome of a response. `made` and `refused` (by the shop or by Square) are final, and the next refund takes a new key.
 * `notTaken` (401, 429 …) keeps the key. `unknown` (no or broken response) may have given the money back: retry.
 */
export type RefundOutcome =
  | { kind: 'made'; refund: PlacedRefund }
  | { kind: 'refused'; text?: string; error?: ApiError }
  | { kind: 'notTaken' | 'unknown'; error: ApiError };

/** Returns the outcome of a sent refund. */
export const outcomeOf = ({ data, error }: { data?: PlacedRefund; error?: unknown }): RefundOutcome => {
  if (data?.status === 'failed') return { kind: 'refused', text: refusedText(data) };
  if (data) return { kind: 'made', refund: data };
  const failure = isApiError(error) ? error : noReply('unknown');
  if ([400, 404, 409].includes(failure.status)) return { kind: 'refused', error: failure };
  if (failure.status >= 400 && failure.status < 500) return { kind: 'notTaken', error: failure };
  return { kind: 'unknown', error: failure };
};

const refusedText = ({ message }: PlacedRefund): string =>
  message ? `Square refused the refund: ${message}` : 'The refund failed at Square. Nothing was given back.';

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

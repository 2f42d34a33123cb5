import type { CreateOrderBody, PlacedOrder } from '@geodes/contracts';
import type { ApiError } from '../../app/api-error.js';

/** What is asked of the shop; a new card form makes a new token for the same request. */
export type OrderRequest = Pick<CreateOrderBody, 'items' | 'buyerDetails' | 'expectedTotal' | 'holdId'>;

/** What the confirmation shows of a stone. */
export interface BoughtItem {
  id: string;
  title: string;
  imageUrl: string;
}

/** One attempt to pay, as it is kept for the tab: a reload sends the same key and body again. */
export interface Attempt {
  key: string;
  body: OrderRequest & { paymentToken: string };
  bought: BoughtItem[];
  /** It was sent and its outcome is not known. */
  isOpen: boolean;
}

/** The server compares these, and so do we: neither the token nor the hold is part of them. */
export const isSameRequest = (one: OrderRequest, other: OrderRequest): boolean => {
  const essence = ({ items, buyerDetails, expectedTotal }: OrderRequest) =>
    JSON.stringify([
      items.map(({ geodeId, quantity }) => [geodeId, quantity]),
      Object.entries(buyerDetails).sort(([a], [b]) => (a < b ? -1 : 1)),
      expectedTotal,
    ]);
  return essence(one) === essence(other);
};

/** The next attempt: under the key of the one before where that was not refused, else under a new one. */
export const nextAttempt = (
  before: Attempt | null,
  body: Attempt['body'],
  bought: BoughtItem[],
  newKey: () => string,
): Attempt => ({ key: before?.key ?? newKey(), body, bought, isOpen: true });

/**
 * What an answer means. `refused` (402, 409) is final, the next attempt takes a new key; `notTaken` (400, 429, 503 …)
 * charged nothing and keeps the key; `unknown` (no answer, a broken one) may have been charged: ask again.
 */
export type Outcome =
  { kind: 'paid' | 'pending'; order: PlacedOrder } | { kind: 'refused' | 'notTaken' | 'unknown'; error: ApiError };

export const outcomeOf = (answer: { status: number; order: PlacedOrder } | { error: ApiError }): Outcome => {
  if (!('error' in answer)) return { kind: answer.status === 202 ? 'pending' : 'paid', order: answer.order };
  const { error } = answer;
  if (error.status === 402 || error.status === 409) return { kind: 'refused', error };
  if (error.status === 503 || (error.status >= 400 && error.status < 500)) return { kind: 'notTaken', error };
  return { kind: 'unknown', error };
};

/**
 * What is kept of an attempt after an answer: nothing once it is decided. That the shop did not take it this time says
 * nothing of an earlier time it was sent.
 */
export const afterOutcome = (attempt: Attempt, { kind }: Outcome, history: 'new' | 'sentBefore'): Attempt | null => {
  if (kind === 'paid' || kind === 'refused') return null;
  return { ...attempt, isOpen: kind !== 'notTaken' || history === 'sentBefore' };
};

/** The attempt that was stored, if it is one. */
export const storedAttempt = (stored: unknown): Attempt | null => {
  if (typeof stored !== 'object' || stored === null) return null;
  const { key, body, bought, isOpen } = stored as Partial<Attempt>;
  if (typeof key !== 'string' || key === '' || typeof body?.paymentToken !== 'string') return null;
  if (!Array.isArray(body.items) || typeof body.buyerDetails !== 'object' || !Array.isArray(bought)) return null;
  return { key, body, bought, isOpen: isOpen === true };
};

/** Milliseconds to wait before each time that an open attempt is asked about again: three minutes in all. */
export const FOLLOW_UPS = [
  2_000, 3_000, 5_000, 8_000, 10_000, 10_000, 10_000, 10_000, 15_000, 15_000, 15_000, 15_000, 20_000, 20_000, 20_000,
] as const;

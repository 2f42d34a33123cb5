import type { CreateOrderBody, Geode, PlacedOrder } from '@geodes/contracts';
import type { ApiError } from '../../app/api-error.js';

/** The body of the order request. A new card form makes a new token for the same request. */
export type OrderRequest = Pick<CreateOrderBody, 'items' | 'buyerDetails' | 'expectedTotal'>;

/** A geode as the confirmation shows it. */
export type BoughtItem = Pick<Geode, 'id' | 'title' | 'imageUrl'>;

/** One attempt to pay, stored for the tab so that a reload sends the same key and body again. */
export interface Attempt {
  key: string;
  body: OrderRequest & { paymentToken: string };
  bought: BoughtItem[];
  /** It was sent and its outcome is unknown. */
  isOpen: boolean;
  /** Of a pending order. */
  orderNumber?: string;
}

/** The fields that the server compares under one key; the token is not among them. */
export const isSameRequest = (one: OrderRequest, other: OrderRequest): boolean => {
  const essence = ({ items, buyerDetails, expectedTotal }: OrderRequest) =>
    JSON.stringify([
      items.map(({ geodeId, quantity }) => [geodeId, quantity]),
      Object.entries(buyerDetails).sort(([a], [b]) => (a < b ? -1 : 1)),
      expectedTotal,
    ]);
  return essence(one) === essence(other);
};

/** Returns the next attempt: with the key of the stored attempt, or a new key if there is none (after a refusal). */
export const nextAttempt = (
  before: Attempt | null,
  body: Attempt['body'],
  bought: BoughtItem[],
  newKey: () => string,
): Attempt => ({ key: before?.key ?? newKey(), body, bought, isOpen: true });

/**
 * Outcome of a response. `refused` (402, 409) is final and the next attempt takes a new key. `notTaken` charged nothing
 * and keeps the key. `unknown` may have charged: retry.
 */
export type Outcome =
  { kind: 'paid' | 'pending'; order: PlacedOrder } | { kind: 'refused' | 'notTaken' | 'unknown'; error: ApiError };

/**
 * Reads a response. After 400, 429 and 503 nothing was charged. An earlier send may have charged, whatever a later one
 * gets, unless that is 400: the shop looks the key up first.
 */
export const outcomeOf = (
  answer: { status: number; order: PlacedOrder } | { error: ApiError },
  history: 'new' | 'sentBefore',
): Outcome => {
  if (!('error' in answer)) return { kind: answer.status === 202 ? 'pending' : 'paid', order: answer.order };
  const { error } = answer;
  if (error.status === 402 || error.status === 409) return { kind: 'refused', error };
  const isNotTaken = error.status === 503 || (error.status >= 400 && error.status < 500);
  return { kind: isNotTaken && (history === 'new' || error.status === 400) ? 'notTaken' : 'unknown', error };
};

/** Returns what to store of an attempt after a response: null once it is decided. */
export const afterOutcome = (attempt: Attempt, outcome: Outcome): Attempt | null => {
  if (outcome.kind === 'paid' || outcome.kind === 'refused') return null;
  if (outcome.kind === 'pending') return { ...attempt, isOpen: true, orderNumber: outcome.order.orderNumber };
  return { ...attempt, isOpen: outcome.kind === 'unknown' };
};

/** Reads the stored attempt; null if it is invalid. */
export const storedAttempt = (stored: unknown): Attempt | null => {
  if (typeof stored !== 'object' || stored === null) return null;
  const { key, body, bought, isOpen, orderNumber } = stored as Partial<Attempt>;
  if (typeof key !== 'string' || key === '' || typeof body?.paymentToken !== 'string') return null;
  if (!Array.isArray(body.items) || typeof body.buyerDetails !== 'object' || !Array.isArray(bought)) return null;
  const open = { key, body, bought, isOpen: isOpen === true };
  return typeof orderNumber === 'string' ? { ...open, orderNumber } : open;
};

/** Delays before each retry of an open attempt, milliseconds: three minutes in all. */
export const FOLLOW_UPS = [
  2_000, 3_000, 5_000, 8_000, 10_000, 10_000, 10_000, 10_000, 15_000, 15_000, 15_000, 15_000, 20_000, 20_000, 20_000,
] as const;

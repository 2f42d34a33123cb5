import type { RefundableOrder } from '@geodes/contracts';
import { formatCents, formatDollars, toCents } from '../../../../app/money.js';
import { shopTime } from '../../../../app/shop-clock.js';
import { isErased } from '../order-text.js';

/** Returns the cents that went back or are on their way, whether or not Square has the refund yet. */
export const givenBackCents = ({ refundedTotal, ownRefunds }: RefundableOrder): number =>
  ownRefunds
    .filter(({ status }) => status === 'pending')
    .reduce((sum, { amount }) => sum + toCents(amount), toCents(refundedTotal ?? 0));

/** Returns the cents that can still be given back. */
export const leftCents = (order: RefundableOrder): number => Math.max(0, toCents(order.total) - givenBackCents(order));

/** Returns whether money can be given back: the order is paid, and its refunds and what is left of it are known. */
export const isRefundable = (order: RefundableOrder): boolean =>
  order.squarePaymentId !== null && order.refundedTotal !== null && leftCents(order) > 0;

/** Returns the cents of the refunds that have no outcome yet. */
const pendingCents = ({ refunds, ownRefunds }: RefundableOrder): number =>
  [...refunds, ...ownRefunds]
    .filter(({ status }) => status === 'PENDING' || status === 'pending')
    .reduce((sum, { amount }) => sum + toCents(amount), 0);

/** The cancellation follows its refund within seconds. A refunded order that is unshipped later was set back by the owner. */
const SETTLING_MS = 5 * 60_000;

/**
 * Returns whether the order will change by itself: a refund has no outcome yet, or the whole amount just went back and the
 * cancellation, which another service makes, is still to come. The shop's clock counts.
 */
export const isSettling = (order: RefundableOrder, now = shopTime() ?? Date.now()): boolean =>
  pendingCents(order) > 0 ||
  (order.refundedTotal !== null &&
    isUnshipped(order) &&
    toCents(order.refundedTotal) >= toCents(order.total) &&
    order.refunds.some(({ createdAt }) => now - Date.parse(createdAt) < SETTLING_MS));

/** A refund of the whole amount cancels these orders. */
const isUnshipped = ({ status }: RefundableOrder): boolean => status === 'pending' || status === 'paid';

/** Returns a text that changes with the order's status and the states of its refunds. */
export const refundState = ({ id, status, refunds, ownRefunds }: RefundableOrder): string =>
  [
    id,
    status,
    ...ownRefunds.map((one) => one.id + one.status),
    ...refunds.map((one) => one.squareRefundId + one.status),
  ].join(' ');

/** Returns the cents of a typed amount such as `12.50` or `$12`; undefined if it is none. */
export const amountCents = (typed: string): number | undefined => {
  const amount = typed.trim().replace(/^\$\s*/, '');
  return /^\d{1,7}(?:\.\d{1,2})?$/.test(amount) ? toCents(amount) : undefined;
};

/** Returns why a typed amount cannot be given back; undefined if it can. */
export const amountProblem = (typed: string, left: number): string | undefined => {
  const cents = amountCents(typed);
  if (!cents) return 'Please enter dollars and cents such as 12.50.';
  return cents > left ? `Only ${formatCents(left)} of this order can still be given back.` : undefined;
};

/** Says what a refund will do, one sentence after the other. `restock` are titles of geodes. */
export const consequences = (order: RefundableOrder, cents: number, restock: readonly string[]): string[] => {
  const isCancelling = cents === leftCents(order) && isUnshipped(order);
  return [
    `${formatCents(cents)} goes back to the card.`,
    ...(isErased(order) ? [] : ['The buyer gets a letter.']),
    isCancelling ? 'The order is cancelled, because it was not shipped.' : 'The order stays as it is.',
    ...(restock.length > 0 ? [`${listText(restock)} on sale again once Square has made the refund.`] : []),
  ];
};

const listText = (titles: readonly string[]): string =>
  titles.length === 1 ? `${titles[0]} is` : `${titles.length} geodes are`;

/** A refund as the panel shows it. */
export interface RefundRow {
  id: string;
  /** Dollars. */
  amount: string;
  createdAt: string;
  /** What follows the day; empty once the money went back. */
  state: string;
  /** Square's words. */
  message?: string;
}

const squareStates: Record<string, string> = {
  PENDING: 'on its way to the card',
  FAILED: 'failed, nothing was given back',
  REJECTED: 'failed, nothing was given back',
};

/** Returns all refunds of an order, oldest first. */
export const refundRows = ({ refunds, ownRefunds }: RefundableOrder): RefundRow[] =>
  [
    ...refunds.map(({ squareRefundId: id, status, ...refund }) => ({
      ...refund,
      id,
      state: squareStates[status] ?? '',
    })),
    ...ownRefunds.map(({ status, message, ...refund }) => ({
      ...refund,
      state: status === 'pending' ? 'on its way to Square' : 'Square refused it',
      ...(message ? { message } : {}),
    })),
  ].toSorted((one, other) => Date.parse(one.createdAt) - Date.parse(other.createdAt));

/** Returns the badge of an order's refunds; undefined without refunds or while they are unknown. */
export const refundBadge = (order: RefundableOrder): { tone: 'outlined' | 'red'; text: string } | undefined => {
  const { refundedTotal, refunds, ownRefunds } = order;
  if (refundedTotal === null || refunds.length + ownRefunds.length === 0) return undefined;
  if (givenBackCents(order) === 0) return { tone: 'red', text: 'Refund failed' };
  const pending = pendingCents(order);
  if (pending > 0) return { tone: 'outlined', text: `Refunding ${formatCents(pending)}` };
  return { tone: 'outlined', text: `Refunded ${formatDollars(refundedTotal)}` };
};

import { isUUID } from 'class-validator';
import type { Square } from 'square';

/**
 * The create request of an attempt, recorded before the first call so that every retry sends the same bytes. The card's
 * token and the email address are removed as soon as no retry can follow.
 */
export interface CreateRequest {
  sourceId?: string;
  amountCents: number;
  locationId: string;
  delayDuration: string;
  buyerEmailAddress?: string;
  note?: string;
}

/** The fields of Square's payment that this service reads. */
export interface SquarePayment {
  id: string;
  status: SquareStatus;
  /** US cents as charged; refunds are not subtracted. */
  amountCents: number;
  currency: string;
  /** The attempt's id if this shop created the payment. */
  referenceId: string | undefined;
  createdAt: Date;
  /** The note that the shop sent with the payment. */
  note?: string | undefined;
  /** True if Square has any refund of it, also a failed one. */
  hasRefund: boolean;
  refundIds: readonly string[];
}

/** The attempt that a payment was made for; undefined for the owner's till, invoices and other foreign payments. */
export const attemptIdOf = ({ referenceId }: Pick<SquarePayment, 'referenceId'>): string | undefined =>
  isUUID(referenceId) ? referenceId?.toLowerCase() : undefined;

/** `OTHER` is any status unknown to this service, which never acts on it. */
export type SquareStatus = 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED' | 'PENDING' | 'OTHER';

const STATUSES = new Set<string>(['APPROVED', 'COMPLETED', 'CANCELED', 'FAILED', 'PENDING']);
const isStatus = (status: string | undefined): status is SquareStatus => STATUSES.has(status ?? '');

/** Returns undefined if the reply holds no usable payment, such as an HTML page with status 200. */
export const asSquarePayment = (payment: Square.Payment | undefined): SquarePayment | undefined => {
  const amount = payment?.amountMoney?.amount;
  if (!payment?.id || typeof amount !== 'bigint') return undefined;
  return {
    id: payment.id,
    status: isStatus(payment.status) ? payment.status : 'OTHER',
    amountCents: Number(amount),
    currency: payment.amountMoney?.currency ?? '',
    referenceId: payment.referenceId,
    createdAt: new Date(payment.createdAt ?? Date.now()),
    note: payment.note,
    hasRefund: (payment.refundIds?.length ?? 0) > 0 || (payment.refundedMoney?.amount ?? 0n) > 0n,
    refundIds: payment.refundIds ?? [],
  };
};

/** The fields of Square's refund that this service reads. */
export interface SquareRefund {
  id: string;
  squarePaymentId: string;
  amountCents: number;
  /** PENDING, COMPLETED, REJECTED or FAILED. */
  status: string;
  createdAt: Date;
  updatedAt: Date;
}

export const asSquareRefund = (refund: Square.PaymentRefund | undefined): SquareRefund | undefined => {
  const amount = refund?.amountMoney.amount;
  if (!refund?.id || !refund.paymentId || typeof amount !== 'bigint') return undefined;
  return {
    id: refund.id,
    squarePaymentId: refund.paymentId,
    amountCents: Number(amount),
    status: refund.status ?? 'PENDING',
    createdAt: new Date(refund.createdAt ?? Date.now()),
    updatedAt: new Date(refund.updatedAt ?? refund.createdAt ?? Date.now()),
  };
};

/** True if the refund returned no money and never will. */
export const hasFailed = ({ status }: Pick<SquareRefund, 'status'>): boolean =>
  status === 'FAILED' || status === 'REJECTED';

import type { Square } from 'square';

/** A payment as Square has it, as far as this service looks. */
export interface SquarePayment {
  id: string;
  status: SquareStatus;
  /** US cents, without later refunds. */
  amountCents: number;
  currency: string;
  /** The marker: an attempt's id where the payment is one of ours. */
  referenceId: string | undefined;
  createdAt: Date;
  /** What the shop wrote on it. */
  note?: string | undefined;
  /** Square has a refund of it, whatever became of that. */
  hasRefund: boolean;
  refundIds: readonly string[];
}

/** `OTHER` is a status that this service does not know: nothing is ever done because of it. */
export type SquareStatus = 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED' | 'PENDING' | 'OTHER';

const STATUSES = new Set<string>(['APPROVED', 'COMPLETED', 'CANCELED', 'FAILED', 'PENDING']);
const isStatus = (status: string | undefined): status is SquareStatus => STATUSES.has(status ?? '');

/** Undefined for a reply that holds no usable payment, such as a page of HTML with status 200. */
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

/** A refund as Square has it. */
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

/** It returned no money and never will. */
export const hasFailed = ({ status }: Pick<SquareRefund, 'status'>): boolean =>
  status === 'FAILED' || status === 'REJECTED';

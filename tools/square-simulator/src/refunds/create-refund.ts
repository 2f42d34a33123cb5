import { z } from 'zod';
import { type Account, timestamp } from '../account.js';
import { once } from '../ledger/idempotency.js';
import { findPayment } from '../payments/change-payment.js';
import { randomId, withRefund, withRefunded, type Payment } from '../payments/payment.js';
import { ok, type Answer } from '../square-api.js';
import { refuse } from '../square-error.js';
import { checked, idempotencyKey, money, optional, type Money } from '../validation.js';

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED' | 'REJECTED';

/** The final status of a PENDING refund and the delay in ms. */
export interface Settlement {
  status: RefundStatus;
  afterMs: number;
}

/** Square's PaymentRefund object. */
export interface Refund {
  id: string;
  status: RefundStatus;
  location_id: string;
  unlinked: false;
  destination_type: 'CARD';
  amount_money: Money;
  payment_id: string;
  order_id: string;
  reason?: string;
  created_at: string;
  updated_at: string;
}

const MAX_REFUNDS = 20;
const MAX_AGE_MS = 365 * 24 * 60 * 60 * 1_000;
/** Square does not publish how long a refund is PENDING. */
const COMPLETED_SOON: Settlement = { status: 'COMPLETED', afterMs: 1_000 };

/** POST /v2/refunds. A refund without a payment ("unlinked") is not copied: payment_id is required. */
const createRefundRequest = z.object({
  idempotency_key: idempotencyKey,
  amount_money: money,
  payment_id: z.string().min(1).max(192),
  reason: optional(z.string().max(192)),
});

/** Refunds all or part of a COMPLETED payment: PENDING at first, then as `settlement` says. */
export const createRefund = (account: Account, body: unknown, settlement = COMPLETED_SOON): Answer => {
  const request = checked(createRefundRequest, body);
  return once(account, { scope: 'refund', key: request.idempotency_key, body }, () => {
    const payment = findPayment(account, request.payment_id);
    checkRefundable(account, payment);
    checkAmount(account, payment, request.amount_money);
    const at = timestamp();
    const refund: Refund = {
      id: `${payment.id}_${randomId(43)}`,
      status: 'PENDING',
      location_id: payment.location_id,
      unlinked: false,
      destination_type: 'CARD',
      amount_money: request.amount_money,
      payment_id: payment.id,
      order_id: randomId(22),
      reason: request.reason,
      created_at: at,
      updated_at: at,
    };
    account.settlements.set(refund.id, settlement);
    const change = { payments: [withRefund(payment, at, refund.id)], refunds: [refund] };
    return { ...ok({ refund }), subjectId: refund.id, change };
  });
};

const checkRefundable = (account: Account, payment: Payment): void => {
  if (payment.status === 'APPROVED')
    throw refuse('REFUND_ERROR_PAYMENT_NEEDS_COMPLETION', 'The payment is not completed yet; cancel it instead.');
  const isTooOld = Date.parse(payment.created_at) + MAX_AGE_MS < Date.now();
  const isUsedUp = (payment.refund_ids?.length ?? 0) >= MAX_REFUNDS;
  const hasFailed = account.ledger.refundsOf(payment.id).some(({ status }) => status === 'FAILED');
  if (payment.status !== 'COMPLETED' || isTooOld || isUsedUp || hasFailed)
    throw refuse('PAYMENT_NOT_REFUNDABLE', 'The payment cannot be refunded.');
};

/** Pending refunds count as well, so that no amount is refunded twice. */
const checkAmount = (account: Account, payment: Payment, { amount, currency }: Money): void => {
  const given = account.ledger
    .refundsOf(payment.id)
    .filter(({ status }) => status !== 'REJECTED')
    .reduce((sum, one) => sum + one.amount_money.amount, 0);
  if (currency !== payment.total_money.currency)
    throw refuse('REFUND_AMOUNT_INVALID', 'The currency is not that of the payment.', 'amount_money.currency');
  if (amount <= 0 || amount > payment.total_money.amount - given)
    throw refuse('REFUND_AMOUNT_INVALID', 'The amount is more than is left of the payment.', 'amount_money.amount');
};

/** Settles the refunds that have been PENDING long enough. */
export const settleRefunds = (account: Account): void => {
  for (const refund of account.ledger.pendingRefunds()) {
    const { status, afterMs } = account.settlements.get(refund.id) ?? COMPLETED_SOON;
    if (Date.parse(refund.created_at) + afterMs > Date.now()) continue;
    account.settlements.delete(refund.id);
    const at = timestamp();
    const payment = account.ledger.payment(refund.payment_id);
    const payments = payment && status === 'COMPLETED' ? [withRefunded(payment, at, refund.amount_money)] : [];
    account.record({ refunds: [{ ...refund, status, updated_at: at }], payments }, 'clock');
  }
};

export const getRefund = (account: Account, id: string): Answer => {
  const refund = account.ledger.refund(id);
  if (!refund) throw refuse('NOT_FOUND', `Could not find refund with id: ${id}`);
  return ok({ refund });
};

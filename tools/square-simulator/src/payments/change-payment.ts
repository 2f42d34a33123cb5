import { z } from 'zod';
import { type Account, timestamp } from '../account.js';
import { type Payment, type PaymentStatus, captured, mayBecome, voided } from './payment.js';
import type { Operation } from '../faults/fault-queue.js';
import { type Answer, ok } from '../square-api.js';
import { refuse } from '../square-error.js';
import { checked, idempotencyKey } from '../validation.js';

/** POST /v2/payments/cancel. */
const cancelByKeyRequest = z.object({ idempotency_key: idempotencyKey });

/** Voids payments after delay_duration and sends payment.updated. */
export const expirePayments = (account: Account): void => {
  for (const payment of account.ledger.lapsed(Date.now()))
    account.record({ payments: [voided(payment, timestamp())] }, 'clock');
};

/** Finds a payment, expired if that is due. Throws NOT_FOUND. */
export const findPayment = (account: Account, id: string): Payment => {
  expirePayments(account);
  const payment = account.ledger.payment(id);
  if (!payment) throw refuse('NOT_FOUND', `Could not find payment with id: ${id}`);
  return payment;
};

export const getPayment = (account: Account, id: string): Answer => ok({ payment: findPayment(account, id) });

/** POST …/complete: captures an APPROVED payment. */
export const completePayment = (account: Account, id: string): Answer => {
  const payment = findPayment(account, id);
  checkMayBecome(payment, 'COMPLETED');
  return recorded(account, captured(payment, timestamp()), 'complete');
};

/** POST …/cancel: voids an APPROVED payment. */
export const cancelPayment = (account: Account, id: string): Answer => {
  const payment = findPayment(account, id);
  checkMayBecome(payment, 'CANCELED');
  return recorded(account, voided(payment, timestamp()), 'cancel');
};

/**
 * POST /v2/payments/cancel, for a create with an unknown outcome. Returns 200 without an effect if the key is unknown or
 * nothing is left to void. Never undoes a capture (an assumption; Square does not document it).
 */
export const cancelByKey = (account: Account, body: unknown): Answer => {
  const { idempotency_key } = checked(cancelByKeyRequest, body);
  const record = account.ledger.key('create', idempotency_key);
  if (!record) return ok({});
  const payment = findPayment(account, record.subjectId);
  if (payment.status === 'CANCELED' || payment.status === 'FAILED') return ok({});
  checkMayBecome(payment, 'CANCELED');
  account.record({ payments: [voided(payment, timestamp())] }, 'cancel');
  return ok({});
};

const recorded = (account: Account, payment: Payment, operation: Operation): Answer => {
  account.record({ payments: [payment] }, operation);
  return ok({ payment });
};

const checkMayBecome = (payment: Payment, status: PaymentStatus): void => {
  if (!mayBecome(payment, status))
    throw refuse('BAD_REQUEST', `A payment with the status ${payment.status} cannot become ${status}.`);
};

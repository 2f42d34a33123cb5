import type { Account } from '../account.js';
import { ok, type Answer } from '../answer.js';
import type { Operation } from '../faults/fault-book.js';
import { once } from '../ledger/idempotency.js';
import { refuse } from '../square-error.js';
import { checked } from '../validation.js';
import { CURRENCY } from './create-payment.js';
import { expireIfDue } from './expire-payments.js';
import { cancelByKeyRequest, completePaymentRequest, updatePaymentRequest } from './payment-requests.js';
import { captured, mayBecome, repriced, voided, type Payment, type PaymentStatus } from './payment.js';

/** Throws NOT_FOUND. An authorisation whose time is over is found expired, not a moment later. */
export const findPayment = (account: Account, id: string): Payment => {
  const payment = account.ledger.payment(id);
  if (!payment) throw refuse('NOT_FOUND', `Could not find payment with id: ${id}`);
  return expireIfDue(account, payment);
};

export const getPayment = (account: Account, id: string): Answer => ok({ payment: findPayment(account, id) });

/** POST …/complete: captures an APPROVED payment. */
export const completePayment = (account: Account, id: string, body: unknown): Answer => {
  const { version_token } = checked(completePaymentRequest, body ?? {});
  const payment = findPayment(account, id);
  checkVersion(payment, version_token);
  checkMayBecome(payment, 'COMPLETED');
  return recorded(account, captured(payment, account.timestamp()), 'complete');
};

/** POST …/cancel: voids an APPROVED payment. */
export const cancelPayment = (account: Account, id: string): Answer => {
  const payment = findPayment(account, id);
  checkMayBecome(payment, 'CANCELED');
  return recorded(account, voided(payment, account.timestamp()), 'cancel');
};

/**
 * POST /v2/payments/cancel, for a create whose outcome is unknown. Nothing under this key, or nothing left to void: 200
 * and nothing done. What was captured is not undone by this call (our choice; Square does not say).
 */
export const cancelByKey = (account: Account, body: unknown): Answer => {
  const { idempotency_key } = checked(cancelByKeyRequest, body);
  const record = account.ledger.key('create', idempotency_key);
  if (!record) return ok({});
  const payment = findPayment(account, record.subjectId);
  if (payment.status === 'CANCELED' || payment.status === 'FAILED') return ok({});
  checkMayBecome(payment, 'CANCELED');
  account.record({ payments: [voided(payment, account.timestamp())] }, 'cancel');
  return ok({});
};

/** PUT /v2/payments/{id}: other amounts on an APPROVED payment. */
export const updatePayment = (account: Account, id: string, body: unknown): Answer => {
  const { idempotency_key, payment: wanted } = checked(updatePaymentRequest, body);
  return once(account, { scope: 'update', key: idempotency_key, body: { id, body } }, () => {
    const payment = findPayment(account, id);
    checkVersion(payment, wanted?.version_token);
    if (payment.status !== 'APPROVED')
      throw refuse('BAD_REQUEST', `A payment with the status ${payment.status} cannot be updated.`);
    const amount = wanted?.amount_money ?? payment.amount_money;
    const tip = wanted?.tip_money ?? payment.tip_money;
    if (amount.currency !== CURRENCY || (tip && tip.currency !== CURRENCY))
      throw refuse('INVALID_VALUE', `This seller takes ${CURRENCY}.`, 'payment.amount_money.currency');
    const updated = repriced(payment, account.timestamp(), amount, tip);
    return { ...ok({ payment: updated }), subjectId: id, change: { payments: [updated] } };
  });
};

const recorded = (account: Account, payment: Payment, operation: Operation): Answer => {
  account.record({ payments: [payment] }, operation);
  return ok({ payment });
};

const checkMayBecome = (payment: Payment, status: PaymentStatus): void => {
  if (!mayBecome(payment, status))
    throw refuse('BAD_REQUEST', `A payment with the status ${payment.status} cannot become ${status}.`);
};

const checkVersion = (payment: Payment, versionToken: string | undefined): void => {
  if (versionToken !== undefined && versionToken !== payment.version_token)
    throw refuse('VERSION_MISMATCH', 'The payment has changed since this version token.', 'version_token');
};

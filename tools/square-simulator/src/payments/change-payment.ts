import type { Account } from '../account.js';
import { type Payment, type PaymentStatus, captured, mayBecome, repriced, voided } from './payment.js';
import type { Operation } from '../faults/fault-queue.js';
import { once } from '../ledger/idempotency.js';
import { type Answer, ok } from '../square-api.js';
import { refuse } from '../square-error.js';
import { checked } from '../validation.js';
import { CURRENCY } from './create-payment.js';
import { cancelByKeyRequest, completePaymentRequest, updatePaymentRequest } from './payment-requests.js';

const expired = (account: Account, payment: Payment): Payment =>
  payment.delay_action === 'COMPLETE' ? captured(payment, account.timestamp()) : voided(payment, account.timestamp());

/** Applies delay_action after delay_duration and sends payment.updated. */
export const expirePayments = (account: Account): void => {
  for (const payment of account.ledger.lapsed(account.now()))
    account.record({ payments: [expired(account, payment)] }, 'clock');
};

/** Returns the payment, expired if that is due. */
const expireIfDue = (account: Account, payment: Payment): Payment => {
  if (payment.status !== 'APPROVED' || !payment.delayed_until) return payment;
  if (Date.parse(payment.delayed_until) > account.now()) return payment;
  const late = expired(account, payment);
  account.record({ payments: [late] }, 'clock');
  return late;
};

/** Finds a payment and expires it if it is due. Throws NOT_FOUND. */
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
  account.record({ payments: [voided(payment, account.timestamp())] }, 'cancel');
  return ok({});
};

/** PUT /v2/payments/{id}: changes the amounts of an APPROVED payment. */
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

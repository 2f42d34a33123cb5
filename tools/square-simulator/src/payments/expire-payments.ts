import type { Account } from '../account.js';
import { captured, voided, type Payment } from './payment.js';

const expired = (account: Account, payment: Payment): Payment =>
  payment.delay_action === 'COMPLETE' ? captured(payment, account.timestamp()) : voided(payment, account.timestamp());

/** Applies delay_action after delay_duration and sends payment.updated. */
export const expirePayments = (account: Account): void => {
  for (const payment of account.ledger.lapsed(account.now()))
    account.record({ payments: [expired(account, payment)] }, 'clock');
};

/** Returns the payment, expired if that is due. */
export const expireIfDue = (account: Account, payment: Payment): Payment => {
  if (payment.status !== 'APPROVED' || !payment.delayed_until) return payment;
  if (Date.parse(payment.delayed_until) > account.now()) return payment;
  const late = expired(account, payment);
  account.record({ payments: [late] }, 'clock');
  return late;
};

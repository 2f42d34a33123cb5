import { attemptOf } from '../reconciliation/attempt-reference.js';
import type { Captured } from '../reconciliation/repair.js';

/** What a webhook is about. What it says about the thing's state repairs nothing; it only may agree with our records. */
export type SquareEvent =
  { kind: 'refund'; id: string; squarePaymentId: string } | { kind: 'payment'; id: string; captured?: Captured };

interface Body {
  type?: unknown;
  data?: { id?: unknown; object?: { payment?: Payment; refund?: { payment_id?: unknown } } };
}

/** https://developer.squareup.com/reference/square/objects/Payment */
interface Payment {
  reference_id?: unknown;
  status?: unknown;
  amount_money?: { amount?: unknown; currency?: unknown };
  refund_ids?: unknown[];
  refunded_money?: { amount?: unknown };
}

/** Undefined for a body that is no event, and for an event about nothing of ours. */
export const parseEvent = (body: Buffer): SquareEvent | undefined => {
  const { type, data } = parsed(body);
  const kind = typeof type === 'string' ? type.split('.')[0] : undefined;
  const id = data?.id;
  if (typeof id !== 'string') return undefined;
  const squarePaymentId = data?.object?.refund?.payment_id;
  if (kind === 'refund' && typeof squarePaymentId === 'string') return { kind, id, squarePaymentId };
  const payment = data?.object?.payment;
  const referenceId = payment?.reference_id;
  const attemptId = typeof referenceId === 'string' ? attemptOf({ referenceId }) : undefined;
  if (kind !== 'payment' || !payment || !attemptId) return undefined;
  const amountCents = capturedCents(payment);
  return { kind, id, ...(amountCents === undefined ? {} : { captured: { attemptId, amountCents } }) };
};

const capturedCents = ({ status, amount_money, refund_ids = [], refunded_money }: Payment): number | undefined => {
  const isWhole = refund_ids.length === 0 && !refunded_money?.amount;
  const isCents = typeof amount_money?.amount === 'number' && amount_money.currency === 'USD';
  return status === 'COMPLETED' && isWhole && isCents ? Number(amount_money.amount) : undefined;
};

const parsed = (body: Buffer): Body => {
  try {
    return (JSON.parse(body.toString('utf8')) as Body | null) ?? {};
  } catch {
    return {};
  }
};

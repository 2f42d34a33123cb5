import { createHmac, timingSafeEqual } from 'node:crypto';
import type { PaymentsConfig } from '../config.js';
import type { CaptureReport } from '../reconciliation/repair.js';
import { attemptIdOf } from '../square/square-payment.js';

/**
 * The payment or refund that a webhook is about. Its state is not trusted for a repair; `captured` only saves a read if it
 * agrees with the record.
 */
export type SquareEvent =
  { kind: 'refund'; id: string; squarePaymentId: string } | { kind: 'payment'; id: string; captured?: CaptureReport };

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

/** Returns the URL that Square signs and sends to; the path is the gateway's. */
export const webhookUrl = ({ PUBLIC_URL }: Pick<PaymentsConfig, 'PUBLIC_URL'>): string =>
  `${PUBLIC_URL.replace(/\/+$/, '')}/api/square/webhooks`;

/**
 * Whether Square signed this body for this URL: base64 of the HMAC-SHA256 over the URL and the raw body
 * (developer.squareup.com/docs/webhooks/step3validate). Compares in constant time. False without a key.
 */
export const isSigned = (webhook: { body: Buffer; signature: string }, url: string, key: string): boolean => {
  if (!key) return false;
  const expected = createHmac('sha256', key).update(url).update(webhook.body).digest();
  const received = Buffer.from(webhook.signature, 'base64');
  return received.length === expected.length && timingSafeEqual(received, expected);
};

/** Returns undefined if the body is not an event, or the event is not about a payment or refund of the shop. */
export const parseEvent = (body: Buffer): SquareEvent | undefined => {
  const { type, data } = parseJson(body);
  const kind = typeof type === 'string' ? type.split('.')[0] : undefined;
  const id = data?.id;
  if (typeof id !== 'string') return undefined;
  const squarePaymentId = data?.object?.refund?.payment_id;
  if (kind === 'refund' && typeof squarePaymentId === 'string') return { kind, id, squarePaymentId };
  const payment = data?.object?.payment;
  const referenceId = payment?.reference_id;
  const attemptId = typeof referenceId === 'string' ? attemptIdOf({ referenceId }) : undefined;
  if (kind !== 'payment' || !payment || !attemptId) return undefined;
  const amountCents = capturedCents(payment);
  return { kind, id, ...(amountCents === undefined ? {} : { captured: { attemptId, amountCents } }) };
};

const capturedCents = ({ status, amount_money, refund_ids = [], refunded_money }: Payment): number | undefined => {
  const isUnrefunded = refund_ids.length === 0 && !refunded_money?.amount;
  const isCents = typeof amount_money?.amount === 'number' && amount_money.currency === 'USD';
  return status === 'COMPLETED' && isUnrefunded && isCents ? Number(amount_money.amount) : undefined;
};

const parseJson = (body: Buffer): Body => {
  try {
    return (JSON.parse(body.toString('utf8')) as Body | null) ?? {};
  } catch {
    return {};
  }
};

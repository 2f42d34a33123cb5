import { randomBytes } from 'node:crypto';
import type { SquareErrorEntry } from '../square-error.js';
import type { Money } from '../validation.js';

export type PaymentStatus = 'APPROVED' | 'COMPLETED' | 'CANCELED' | 'FAILED';

export interface Card {
  card_brand: string;
  last_4: string;
  exp_month: number;
  exp_year: number;
  fingerprint: string;
  card_type?: string;
  prepaid_type?: string;
  bin: string;
}

export interface CardDetails {
  status: 'AUTHORIZED' | 'CAPTURED' | 'VOIDED' | 'FAILED';
  card: Card;
  entry_method: 'KEYED';
  cvv_status?: 'CVV_ACCEPTED' | 'CVV_REJECTED';
  avs_status?: 'AVS_ACCEPTED' | 'AVS_REJECTED';
  auth_result_code?: string;
  statement_description: string;
  errors?: readonly SquareErrorEntry[];
  card_payment_timeline: { authorized_at?: string; captured_at?: string; voided_at?: string };
}

/** Square's Payment object, immutable. */
export interface Payment {
  id: string;
  created_at: string;
  updated_at: string;
  amount_money: Money;
  total_money: Money;
  approved_money: Money;
  refunded_money?: Money;
  refund_ids?: readonly string[];
  status: PaymentStatus;
  delay_duration?: string;
  delay_action?: 'CANCEL';
  delayed_until?: string;
  source_type: 'CARD';
  card_details: CardDetails;
  location_id: string;
  order_id: string;
  reference_id?: string;
  note?: string;
  buyer_email_address?: string;
  risk_evaluation?: { created_at: string; risk_level: 'NORMAL' };
  capabilities?: readonly string[];
  receipt_number?: string;
  receipt_url?: string;
  application_details: { square_product: 'ECOMMERCE_API'; application_id: string };
  version_token: string;
}

/** Allowed status transitions. */
const NEXT: Record<PaymentStatus, readonly PaymentStatus[]> = {
  APPROVED: ['COMPLETED', 'CANCELED'],
  COMPLETED: [],
  CANCELED: [],
  FAILED: [],
};

export const mayBecome = (payment: Payment, status: PaymentStatus): boolean => NEXT[payment.status].includes(status);

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** Creates an id of letters and digits, like Square's. The modulo's slight bias does not matter here. */
export const randomId = (length: number): string =>
  Array.from(randomBytes(length), (byte) => ALPHABET.charAt(byte % ALPHABET.length)).join('');

export const newVersionToken = (): string => randomId(43);

const changed = (payment: Payment, at: string, change: Partial<Payment>): Payment => ({
  ...payment,
  ...change,
  updated_at: at,
  version_token: newVersionToken(),
});

/** APPROVED → COMPLETED. */
export const captured = (payment: Payment, at: string): Payment =>
  changed(payment, at, {
    status: 'COMPLETED',
    capabilities: undefined,
    receipt_url: `https://squareupsandbox.com/receipt/preview/${payment.id}`,
    card_details: {
      ...payment.card_details,
      status: 'CAPTURED',
      card_payment_timeline: { ...payment.card_details.card_payment_timeline, captured_at: at },
    },
  });

/** APPROVED → CANCELED. approved_money stays, the receipt number goes. */
export const voided = (payment: Payment, at: string): Payment =>
  changed(payment, at, {
    status: 'CANCELED',
    capabilities: undefined,
    receipt_number: undefined,
    card_details: {
      ...payment.card_details,
      status: 'VOIDED',
      card_payment_timeline: { ...payment.card_details.card_payment_timeline, voided_at: at },
    },
  });

export const withRefund = (payment: Payment, at: string, refundId: string): Payment =>
  changed(payment, at, { refund_ids: [...(payment.refund_ids ?? []), refundId] });

export const withRefunded = (payment: Payment, at: string, amount: Money): Payment =>
  changed(payment, at, {
    refunded_money: { ...amount, amount: amount.amount + (payment.refunded_money?.amount ?? 0) },
  });

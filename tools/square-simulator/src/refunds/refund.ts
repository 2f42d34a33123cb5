import type { Money } from '../validation.js';

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

import type { Money } from '../validation.js';

export type RefundStatus = 'PENDING' | 'COMPLETED' | 'FAILED' | 'REJECTED';

/** What a PENDING refund becomes, and how long after its creation. */
export interface Settlement {
  status: RefundStatus;
  afterMs: number;
}

/** The PaymentRefund object as it goes over the wire. */
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

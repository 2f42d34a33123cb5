import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/refund.js';

/** What the shop subscribes to: docs/deployment.md. */
export type WebhookEventType = 'payment.updated' | 'refund.created' | 'refund.updated';

/** A notification on its way. The object it carries is kept beside it, as it was when the event happened. */
export interface WebhookEvent {
  id: string;
  type: WebhookEventType;
  createdAt: string;
  subjectId: string;
  /** How often it is sent: 2 where a test asked for a duplicate. */
  copies: number;
}

export interface PendingEvent extends WebhookEvent {
  subject: Payment | Refund;
}

/** The body as Square sends it. */
export const notificationBody = (event: PendingEvent, merchantId: string): string => {
  const kind = event.type.startsWith('payment') ? 'payment' : 'refund';
  return JSON.stringify({
    merchant_id: merchantId,
    type: event.type,
    event_id: event.id,
    created_at: event.createdAt,
    data: { type: kind, id: event.subjectId, object: { [kind]: event.subject } },
  });
};

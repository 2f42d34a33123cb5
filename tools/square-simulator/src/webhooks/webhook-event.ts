import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/refund.js';

/** What the shop subscribes to: docs/deployment.md. */
export type WebhookEventType = 'payment.updated' | 'refund.created' | 'refund.updated';

/** A queued notification with its object as it was at the time of the event. */
export interface WebhookEvent {
  id: string;
  type: WebhookEventType;
  createdAt: string;
  subjectId: string;
  /** Number of deliveries: 2 if a test requested a duplicate. */
  copies: number;
}

export interface PendingEvent extends WebhookEvent {
  subject: Payment | Refund;
}

/** Builds the body in Square's format. */
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

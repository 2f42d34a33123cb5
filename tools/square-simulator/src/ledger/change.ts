import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/refund.js';
import type { CardToken } from '../web-payments/card-token.js';
import type { WebhookEvent } from '../webhooks/webhook-event.js';

/** The endpoints that take an idempotency key; keys of one do not meet those of another. */
export type KeyScope = 'create' | 'update' | 'refund';

/** What was answered under an idempotency key: answered again when the same body comes again. */
export interface KeyRecord {
  scope: KeyScope;
  key: string;
  fingerprint: string;
  at: string;
  /** The payment or refund made under this key. */
  subjectId: string;
  status: number;
  reply: unknown;
}

/**
 * One line of the journal: everything that one step changed, so that a step is on disk as a whole or not at all.
 * Objects are stored whole; a later one replaces an earlier one.
 */
export interface Change {
  payments?: readonly Payment[];
  refunds?: readonly Refund[];
  keys?: readonly KeyRecord[];
  tokens?: readonly CardToken[];
  /** Notifications to send; the object they tell of is in the same change. */
  events?: readonly WebhookEvent[];
  /** Ids of notifications that were delivered or given up. */
  settledEvents?: readonly string[];
}

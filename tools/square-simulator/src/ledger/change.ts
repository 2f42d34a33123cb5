import type { Payment } from '../payments/payment.js';
import type { Refund } from '../refunds/refund.js';
import type { CardToken } from '../web-payments/card-token.js';
import type { WebhookEvent } from '../webhooks/webhook-event.js';

/** Endpoints with idempotency keys. Each has a separate key space. */
export type KeyScope = 'create' | 'update' | 'refund';

/** The response under an idempotency key, returned again for the same body. */
export interface KeyRecord {
  scope: KeyScope;
  key: string;
  fingerprint: string;
  at: string;
  /** The payment or refund created under this key. */
  subjectId: string;
  status: number;
  reply: unknown;
}

/**
 * One line of the journal: all changes of one step, so a step is on disk completely or not at all. Objects are stored
 * completely; a later version replaces an earlier one.
 */
export interface Change {
  payments?: readonly Payment[];
  refunds?: readonly Refund[];
  keys?: readonly KeyRecord[];
  tokens?: readonly CardToken[];
  /** Notifications to send; their object is in the same change. */
  events?: readonly WebhookEvent[];
  /** Ids of notifications that were delivered or given up. */
  settledEvents?: readonly string[];
}

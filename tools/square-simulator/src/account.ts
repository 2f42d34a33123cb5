import type { Config } from './config.js';
import type { Operation } from './faults/fault-queue.js';
import type { Change, Ledger } from './ledger/ledger.js';
import type { Settlement } from './refunds/refund.js';
import type { WebhookEvent } from './webhooks/webhook-event.js';

/** Builds a change's notifications before it is recorded and sends them afterwards. */
export interface Announcer {
  eventsFor(change: Change, operation: Operation): WebhookEvent[];
  send(events: readonly WebhookEvent[]): void;
}

/** The seller's account: applies changes to the ledger and triggers their notifications and settlements. */
export class Account {
  /** By refund id. In memory only: after a restart a PENDING refund completes. */
  readonly settlements = new Map<string, Settlement>();

  constructor(
    readonly ledger: Ledger,
    readonly config: Pick<Config, 'locationId' | 'applicationId' | 'shortestDelayMs'>,
    private readonly announcer: Announcer,
    readonly now: () => number = Date.now,
  ) {}

  /** The present time as Square writes it. */
  timestamp(): string {
    return new Date(this.now()).toISOString();
  }

  record(change: Change, operation: Operation): void {
    const events = this.announcer.eventsFor(change, operation);
    this.ledger.commit(events.length > 0 ? { ...change, events } : change);
    this.announcer.send(events);
  }
}

import type { Config } from './config.js';
import type { Operation } from './faults/fault-queue.js';
import type { Change, Ledger } from './ledger/ledger.js';
import type { Settlement } from './refunds/create-refund.js';
import { ok, type SquareApi } from './square-api.js';
import { refuse } from './square-error.js';
import type { WebhookSender } from './webhooks/webhook-sender.js';

/** The seller's account: applies changes to the ledger and triggers their notifications and settlements. */
export class Account {
  /** By refund id. In memory only: after a restart a PENDING refund completes. */
  readonly settlements = new Map<string, Settlement>();

  constructor(
    readonly ledger: Ledger,
    readonly config: Pick<Config, 'locationId' | 'applicationId' | 'shortestDelayMs'>,
    /** Absent: no webhooks are sent. */
    private readonly sender?: WebhookSender,
  ) {}

  /** Records a change, then sends its notifications. */
  record(change: Change, operation: Operation): void {
    const events = this.sender?.eventsFor(change, operation) ?? [];
    this.ledger.commit(change);
    this.sender?.send(events);
  }
}

/** The present time as Square writes it. */
export const timestamp = (): string => new Date().toISOString();

/** Square's answers about the seller's location and the application's webhook subscription. */
export const accountRoutes = (
  api: SquareApi,
  { locationId, webhooks }: Pick<Config, 'locationId' | 'webhooks'>,
): void => {
  api.route('GET', '/locations/:id', 'get', ({ params }) => {
    if (params.id !== locationId) throw refuse('NOT_FOUND', `Location with id \`${params.id}\` not found.`);
    return ok({
      location: {
        id: locationId,
        name: 'Midwest Geodes',
        status: 'ACTIVE',
        currency: 'USD',
        country: 'US',
        capabilities: ['CREDIT_CARD_PROCESSING', 'AUTOMATIC_TRANSFERS'],
      },
    });
  });
  const subscription = webhooks && {
    id: 'wbhk_simulator',
    name: 'Midwest Geodes',
    enabled: true,
    event_types: ['payment.updated', 'refund.created', 'refund.updated'],
    notification_url: webhooks.notificationUrl,
  };
  api.route('GET', '/webhooks/subscriptions', 'list', () => ok(subscription ? { subscriptions: [subscription] } : {}));
};

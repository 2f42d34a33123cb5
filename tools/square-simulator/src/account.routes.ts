import type { Config } from './config.js';
import { ok, type SquareApi } from './square-api.js';
import { refuse } from './square-error.js';

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
  api.route('GET', '/webhooks/subscriptions', 'list', () =>
    ok(webhooks ? { subscriptions: [subscriptionOf(webhooks)] } : {}),
  );
};

const subscriptionOf = ({ notificationUrl }: NonNullable<Config['webhooks']>) => ({
  id: 'wbhk_simulator',
  name: 'Midwest Geodes',
  enabled: true,
  event_types: ['payment.created', 'payment.updated', 'refund.created', 'refund.updated'],
  notification_url: notificationUrl,
});

import type { AccountCheck, GatewaySettings } from '@geodes/contracts';
import type { ObservedReadiness, ObservedSite, ObservedTestLetter } from './observed-readiness.js';

// A shop that is ready for trade, for tests.
export const AT = '2026-05-10T12:00:00.000Z';
export const daysBefore = (days: number): string => new Date(Date.parse(AT) - days * 86_400_000).toISOString();
export const SHOP_URL = 'https://shop.geodes.us';
export const WEBHOOK_URL = `${SHOP_URL}/api/square/webhooks`;
const EVENTS = ['payment.updated', 'refund.created', 'refund.updated'];
export const LOCATION = { name: 'Keokuk', status: 'ACTIVE', currency: 'USD', capabilities: ['CREDIT_CARD_PROCESSING'] };
export const account = (change: Partial<AccountCheck> = {}): ObservedReadiness['account'] => ({
  said: {
    environment: 'production',
    locationId: 'L1',
    publicUrl: SHOP_URL,
    webhookUrl: WEBHOOK_URL,
    hasWebhookKey: true,
    location: { said: LOCATION },
    readPayments: { said: true },
    readRefunds: { said: true },
    writePayments: { said: true },
    subscriptions: { said: [{ url: WEBHOOK_URL, isEnabled: true, eventTypes: EVENTS }] },
    ...change,
  },
});
export const subscribed = (change: object) =>
  account({ subscriptions: { said: [{ url: WEBHOOK_URL, isEnabled: true, eventTypes: EVENTS, ...change }] } });
export const gateway = (change: Partial<GatewaySettings> = {}): ObservedReadiness['gateway'] => ({
  said: {
    publicUrl: SHOP_URL,
    isProduction: true,
    trustedProxies: 1,
    pin: 'hash',
    passkeys: 2,
    contact: { email: 'support@midwestgeodes.example', phone: '(319) 555-0142', location: 'Keokuk, Iowa' },
    ...change,
  },
});
export const site = (change: Partial<ObservedSite> = {}): ObservedSite => ({
  url: SHOP_URL,
  page: {
    said: {
      status: 200,
      square: { environment: 'production', locationId: 'L1' },
      transportSecurity: 'max-age=31536000',
    },
  },
  redirect: { said: `${SHOP_URL}/` },
  webhook: { said: { status: 403, isOurs: true } },
  ...change,
});
export const page = (change: object) => site({ page: { said: { status: 200, transportSecurity: null, ...change } } });
const DETAILS = {
  contactEmail: 'hello@geodes.us',
  contactPhone: '(319) 524-1234',
  legalName: 'Midwest Geodes LLC',
  postalAddress: '1 Main Street\nKeokuk, IA 52632',
};
export const letter = (change: Partial<ObservedTestLetter> = {}): ObservedReadiness['testLetter'] => ({
  said: {
    to: 'owner@geodes.us',
    mailServer: 'smtp.example.net',
    state: 'sent',
    lastError: null,
    outcome: 'received',
    ...change,
  },
});
export const seen = (change: Partial<ObservedReadiness> = {}): ObservedReadiness => ({
  at: AT,
  account: account(),
  gateway: gateway(),
  site: site(),
  letters: { said: { hasMailServer: true, failed: 0 } },
  testLetter: letter(),
  hasMailCatcher: false,
  details: { said: DETAILS },
  demoGeodes: { said: 0 },
  backups: { said: { lastBackupAt: daysBefore(1), lastRestoreAt: daysBefore(200) } },
  audit: { said: { checkedAt: AT, violations: {} } },
  ...change,
});

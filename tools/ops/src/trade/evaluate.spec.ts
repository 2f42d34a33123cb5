import type { AccountCheck, GatewaySettings } from '@geodes/contracts';
import { evaluate, isReady } from './evaluate.js';
import type { ObservedReadiness, ObservedSite, ObservedTestLetter } from './readiness.js';

// A shop that is ready for trade, for tests.
const AT = '2026-05-10T12:00:00.000Z';
const daysBefore = (days: number): string => new Date(Date.parse(AT) - days * 86_400_000).toISOString();
const SHOP_URL = 'https://shop.geodes.us';
const WEBHOOK_URL = `${SHOP_URL}/api/square/webhooks`;
const EVENTS = ['payment.updated', 'refund.created', 'refund.updated'];
const LOCATION = { name: 'Keokuk', status: 'ACTIVE', currency: 'USD', capabilities: ['CREDIT_CARD_PROCESSING'] };
const account = (change: Partial<AccountCheck> = {}): ObservedReadiness['account'] => ({
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
const subscribed = (change: object) =>
  account({ subscriptions: { said: [{ url: WEBHOOK_URL, isEnabled: true, eventTypes: EVENTS, ...change }] } });
const gateway = (change: Partial<GatewaySettings> = {}): ObservedReadiness['gateway'] => ({
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
const site = (change: Partial<ObservedSite> = {}): ObservedSite => ({
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
const page = (change: object) => site({ page: { said: { status: 200, transportSecurity: null, ...change } } });
const DETAILS = {
  contactEmail: 'hello@geodes.us',
  contactPhone: '(319) 524-1234',
  legalName: 'Midwest Geodes LLC',
  postalAddress: '1 Main Street\nKeokuk, IA 52632',
};
const letter = (change: Partial<ObservedTestLetter> = {}): ObservedReadiness['testLetter'] => ({
  said: {
    to: 'owner@geodes.us',
    mailServer: 'smtp.example.net',
    state: 'sent',
    lastError: null,
    outcome: 'received',
    ...change,
  },
});
const seen = (change: Partial<ObservedReadiness> = {}): ObservedReadiness => ({
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

/** The points that are not "yes", with what the operator reads. */
const open = (change: Partial<ObservedReadiness>) =>
  Object.fromEntries(
    evaluate(seen(change))
      .filter(({ verdict }) => verdict !== 'yes')
      .map(({ point, verdict, says }) => [point, `${verdict}: ${says}`]),
  );

describe('evaluate', () => {
  it('says yes to each point of a shop that is ready', () => {
    const rows = evaluate(seen());
    expect(isReady(rows)).toBe(true);
    expect(open({})).toEqual({});
    expect(rows.map(({ point }) => point)).toEqual([
      'Square: production',
      'Square: access token',
      'Square: location',
      'Square: permissions',
      'webhook: signature key',
      'webhook: subscription',
      'HTTPS',
      'HSTS',
      'HTTP redirect',
      'webhook: reachable',
      'session cookie',
      'proxy',
      'production mode',
      'mail server',
      'failed letters',
      'test letter',
      'backup',
      'restore',
      'PIN',
      'passkey',
      'contact',
      'legal details',
      'demo geodes',
      'audit',
    ]);
  });

  it.each<[string, Partial<ObservedReadiness>, Record<string, string>]>([
    [
      'the simulator',
      { account: account({ environment: 'simulator' }), site: page({ transportSecurity: 'max-age=9' }) },
      {
        'Square: production': 'missing: the simulator stands in for Square: no real card is charged',
        HTTPS: `missing: ${SHOP_URL} answers with status 200, not as this shop`,
      },
    ],
    [
      'a refused token',
      { account: account({ readPayments: { problem: 'token', codes: ['UNAUTHORIZED'] } }) },
      {
        'Square: access token': 'missing: Square refuses it (UNAUTHORIZED)',
        'Square: location': 'unknown: the token comes first',
        'Square: permissions': 'unknown: the token comes first',
      },
    ],
    [
      'a missing permission',
      { account: account({ writePayments: { problem: 'permission', codes: ['INSUFFICIENT_SCOPES'] } }) },
      { 'Square: permissions': 'missing: without PAYMENTS_WRITE (INSUFFICIENT_SCOPES)' },
    ],
    [
      'an unknown location',
      { account: account({ location: { problem: 'missing', codes: ['NOT_FOUND'] } }) },
      { 'Square: location': 'missing: Square has no location L1' },
    ],
    [
      'a closed location',
      { account: account({ location: { said: { ...LOCATION, status: 'INACTIVE' } } }) },
      { 'Square: location': 'missing: "Keokuk" is INACTIVE' },
    ],
    [
      'a location that takes no cards',
      { account: account({ location: { said: { ...LOCATION, capabilities: ['AUTOMATIC_TRANSFERS'] } } }) },
      { 'Square: location': 'missing: "Keokuk" may not take cards yet' },
    ],
    [
      'another currency',
      { account: account({ location: { said: { ...LOCATION, currency: 'CAD' } } }) },
      { 'Square: location': 'missing: "Keokuk" has the currency CAD' },
    ],
    [
      'no key for webhooks',
      { account: account({ hasWebhookKey: false }) },
      { 'webhook: signature key': 'missing: not set: every webhook is refused' },
    ],
    [
      'a subscription to another URL',
      { account: subscribed({ url: `${WEBHOOK_URL}/` }) },
      { 'webhook: subscription': `missing: none sends to ${WEBHOOK_URL}` },
    ],
    [
      'a disabled subscription',
      { account: subscribed({ isEnabled: false }) },
      { 'webhook: subscription': 'missing: is disabled' },
    ],
    [
      'a subscription without all events',
      { account: subscribed({ eventTypes: ['payment.updated'] }) },
      { 'webhook: subscription': 'missing: does not send refund.created, refund.updated' },
    ],
    [
      'a PUBLIC_URL without HTTPS',
      {
        site: site({ url: 'http://localhost:8080' }),
        gateway: gateway({ publicUrl: 'http://localhost:8080', trustedProxies: 0, isProduction: false }),
      },
      {
        HTTPS: 'missing: PUBLIC_URL is http://localhost:8080',
        'session cookie': "missing: the gateway's PUBLIC_URL is http://localhost:8080",
        proxy: 'missing: TRUST_PROXY is not set: all buyers share one IP address',
        'production mode': 'missing: NODE_ENV is not production',
      },
    ],
    [
      'an invalid certificate',
      { site: site({ page: { away: 'nothing answers (certificate has expired)' } }) },
      { HTTPS: `missing: ${SHOP_URL}: nothing answers (certificate has expired)` },
    ],
    [
      'a site that charges elsewhere',
      {
        site: page({
          square: { environment: 'sandbox', locationId: 'L1' },
          transportSecurity: 'max-age=31536000',
        }),
      },
      { HTTPS: 'missing: the site takes cards for sandbox L1, payments for production L1' },
    ],
    [
      'no redirect and no HSTS',
      {
        site: {
          ...page({ square: { environment: 'production', locationId: 'L1' }, transportSecurity: 'max-age=0' }),
          redirect: { said: null },
        },
      },
      {
        HSTS: 'missing: Strict-Transport-Security is not sent',
        'HTTP redirect': 'missing: http is not redirected',
      },
    ],
    [
      'a firewall before the webhook',
      { site: site({ webhook: { said: { status: 403, isOurs: false } } }) },
      { 'webhook: reachable': 'missing: a forged webhook is answered with 403, not by this shop' },
    ],
    [
      'no mail server',
      { letters: { said: { hasMailServer: false, failed: 0 } }, testLetter: undefined },
      { 'mail server': 'missing: none: buyers get no letter' },
    ],
    [
      'the mail catcher of containers',
      { testLetter: letter({ mailServer: 'mail-catcher' }) },
      { 'mail server': 'missing: only the mail catcher, which delivers nothing' },
    ],
    ['failed letters', { letters: { said: { hasMailServer: true, failed: 2 } } }, { 'failed letters': 'missing: 2' }],
    [
      'an owner without email',
      { testLetter: letter({ to: null, state: null, outcome: 'not confirmed' }) },
      { 'test letter': 'missing: OWNER_EMAIL is none: no one hears of orders' },
    ],
    [
      'a letter that no one confirmed',
      { testLetter: letter({ state: 'waiting', outcome: 'not confirmed' }) },
      { 'test letter': 'missing: written to o…@geodes.us, not confirmed' },
    ],
    [
      'a letter that did not arrive',
      { testLetter: letter({ outcome: 'not received' }) },
      { 'test letter': 'missing: the mail server took it, o…@geodes.us has not received it' },
    ],
    [
      'a letter that the mail server refuses',
      { testLetter: letter({ state: 'waiting', lastError: '535 no', outcome: 'not received' }) },
      { 'test letter': 'missing: not sent yet: 535 no' },
    ],
    ['no backup', { backups: { said: {} } }, { backup: 'missing: none was made', restore: 'missing: never tried' }],
    [
      'an old backup that was never restored',
      { backups: { said: { lastBackupAt: daysBefore(8) } } },
      { backup: 'missing: the last one is 8 d old', restore: 'missing: never tried' },
    ],
    [
      'a generated PIN without a passkey',
      { gateway: gateway({ pin: 'plain', passkeys: 0 }) },
      {
        PIN: 'missing: generated, or configured in plain text',
        passkey: 'missing: none: the PIN alone opens the panel',
      },
    ],
    [
      'the example contact',
      { details: { said: {} } },
      {
        contact: 'missing: empty or an example: email, phone',
        'legal details': 'missing: empty: legal name, postal address',
      },
    ],
    ['demo geodes', { demoGeodes: { said: 48 } }, { 'demo geodes': 'missing: 48 on sale' }],
    [
      'violations',
      { audit: { said: { checkedAt: AT, violations: { 'attempt-stuck': 2 } } } },
      { audit: 'missing: 2 attempt-stuck' },
    ],
  ])('finds %s and nothing else', (_what, change, found) => {
    expect(open(change)).toEqual(found);
    expect(isReady(evaluate(seen(change)))).toBe(false);
  });

  it('does not call a shop ready while a part of it, or Square, does not respond', () => {
    const away = { away: 'nothing answers' };
    const found = open({
      account: away,
      gateway: away,
      site: undefined,
      letters: away,
      testLetter: undefined,
      details: away,
      demoGeodes: away,
    });
    expect(Object.keys(found)).toHaveLength(evaluate(seen()).length - 4);
    expect(found).toMatchObject({ 'Square: location': 'unknown: nothing answers', PIN: 'unknown: nothing answers' });
    const silent = account({ readRefunds: { problem: 'away', codes: ['TIMEOUT'] } });
    expect(open({ account: silent })['Square: access token']).toBe('unknown: Square does not respond (TIMEOUT)');
    const hidden = account({ subscriptions: { problem: 'permission', codes: ['INSUFFICIENT_SCOPES'] } });
    expect(open({ account: hidden })).toEqual({
      'webhook: subscription': 'unknown: cannot be read (INSUFFICIENT_SCOPES)',
    });
    expect(isReady(evaluate(seen({ account: hidden })))).toBe(false);
  });

  it('leaves to the operator what cannot be seen from containers', () => {
    const change = { backups: undefined, audit: undefined };
    expect(open(change)).toEqual({
      backup: 'unseen: not seen from here',
      restore: 'unseen: not seen from here',
      audit: 'unseen: AUDIT_URL does not say where it is',
    });
    expect(isReady(evaluate(seen(change)))).toBe(true);
  });
});

import type { AccountCheck, GatewaySettings } from '@geodes/contracts';
import { saidOf } from '../status/read-status.js';
import {
  missing,
  type ObservedReadiness,
  type ObservedSite,
  rowsOf,
  type SitePage,
  type TradeRow,
  unknown,
  yes,
} from './readiness.js';

const PROXY_ADVICE = 'See "Proxy" in docs/deployment.md.';

/** Evaluates the public URL, its proxy, and how the gateway is configured for them. */
export const siteRows = ({ site, gateway, account }: ObservedReadiness): TradeRow[] => [
  ...(site
    ? publicRows(site, saidOf(account))
    : ['HTTPS', 'HTTP redirect', 'HSTS', 'webhook: reachable'].map((point) =>
        unknown(point, 'PUBLIC_URL is not known', 'Give it with --url.'),
      )),
  ...rowsOf(['session cookie', 'proxy', 'production mode'], gateway, (settings) => [
    cookieRow(settings, site),
    proxyRow(settings),
    productionRow(settings),
  ]),
];

const publicRows = (site: ObservedSite, account: AccountCheck | undefined): TradeRow[] => {
  if (!site.url.startsWith('https:'))
    return [
      missing('HTTPS', `PUBLIC_URL is ${site.url}`, `Point a domain at the shop and set PUBLIC_URL. ${PROXY_ADVICE}`),
      webhookRow(site.webhook),
    ];
  return [...pageRows(site, account), redirectRow(site), webhookRow(site.webhook)];
};

const pageRows = ({ url, page }: ObservedSite, account: AccountCheck | undefined): TradeRow[] => {
  const advice = `Look at the DNS record, ports 80 and 443, and the certificate. ${PROXY_ADVICE}`;
  return 'away' in page
    ? [missing('HTTPS', `${url}: ${page.away}`, advice)]
    : [pageRow(url, page.said, account), transportRow(page.said)];
};

const pageRow = (url: string, { status, square }: SitePage, account: AccountCheck | undefined): TradeRow => {
  if (status !== 200 || !square)
    return missing('HTTPS', `${url} answers with status ${status}, not as this shop`, PROXY_ADVICE);
  const isSame = !account || (square.locationId === account.locationId && square.environment === account.environment);
  return isSame
    ? yes('HTTPS', `${url} is this shop, with a valid certificate`)
    : missing(
        'HTTPS',
        `the site takes cards for ${square.environment} ${square.locationId}, ` +
          `payments for ${account.environment} ${account.locationId}`,
        'Give gateway and payments the same SQUARE_ENVIRONMENT and SQUARE_LOCATION_ID.',
      );
};

const transportRow = ({ transportSecurity }: SitePage): TradeRow =>
  Number(/max-age=(\d+)/i.exec(transportSecurity ?? '')?.[1] ?? 0) > 0
    ? yes('HSTS', transportSecurity ?? '')
    : missing('HSTS', 'Strict-Transport-Security is not sent', 'Set the same https PUBLIC_URL for the gateway.');

const redirectRow = ({ url, redirect }: ObservedSite): TradeRow => {
  const point = 'HTTP redirect';
  const advice = `Redirect http to https in the proxy. ${PROXY_ADVICE}`;
  if (!redirect || 'away' in redirect) return missing(point, `http: ${redirect?.away ?? 'not asked'}`, advice);
  const target = redirect.said !== null && URL.canParse(redirect.said) ? new URL(redirect.said).origin : undefined;
  return target === new URL(url).origin
    ? yes(point, 'http leads to https')
    : missing(point, redirect.said ? `http leads to ${redirect.said}` : 'http is not redirected', advice);
};

/** A 403 with the shop's own words proves that the path leads through the proxy to the gateway. */
const webhookRow = (webhook: ObservedSite['webhook']): TradeRow => {
  const point = 'webhook: reachable';
  const advice = 'Let the proxy pass POST /api/square/webhooks on, for every IP address.';
  if ('away' in webhook) return missing(point, webhook.away, advice);
  const { status, isOurs } = webhook.said;
  return status === 403 && isOurs
    ? yes(point, 'a forged webhook is refused with 403')
    : missing(point, `a forged webhook is answered with ${status}, not by this shop`, advice);
};

const cookieRow = ({ publicUrl }: GatewaySettings, site: ObservedSite | undefined): TradeRow => {
  const point = 'session cookie';
  const advice = 'Set PUBLIC_URL of the gateway to the https URL that buyers enter.';
  if (!publicUrl.startsWith('https:')) return missing(point, `the gateway's PUBLIC_URL is ${publicUrl}`, advice);
  return site && new URL(site.url).origin !== publicUrl
    ? missing(point, `the gateway's PUBLIC_URL is ${publicUrl}, not ${site.url}`, advice)
    : yes(point, 'Secure, with the prefix __Host-');
};

const proxyRow = ({ trustedProxies }: GatewaySettings): TradeRow =>
  trustedProxies > 0
    ? yes('proxy', `TRUST_PROXY has ${trustedProxies} ${trustedProxies === 1 ? 'entry' : 'entries'}`)
    : missing('proxy', 'TRUST_PROXY is not set: all buyers share one IP address', PROXY_ADVICE);

const productionRow = ({ isProduction }: GatewaySettings): TradeRow =>
  isProduction
    ? yes('production mode', 'the gateway refuses unsafe settings')
    : missing('production mode', 'NODE_ENV is not production', 'Set NODE_ENV=production, or use the production files.');

import type { HelmetOptions } from 'helmet';
import type { GatewayConfig } from '../config.js';

type SquareSettings = Pick<GatewayConfig, 'SQUARE_ENVIRONMENT' | 'SQUARE_SCRIPT_URL'>;

/** Hosts that Square's card form needs; developer.squareup.com/docs/web-payments/content-security-policy. */
const squareSources = ({ SQUARE_ENVIRONMENT, SQUARE_SCRIPT_URL }: SquareSettings) => {
  const script = new URL(SQUARE_SCRIPT_URL).origin;
  if (SQUARE_ENVIRONMENT === 'simulator') return { script, connect: [script], font: [] };
  const api = SQUARE_ENVIRONMENT === 'production' ? 'squareup.com' : 'squareupsandbox.com';
  return {
    script,
    connect: [script, `https://pci-connect.${api}`, 'https://o160250.ingest.sentry.io'],
    font: ['https://square-fonts-production-f.squarecdn.com', 'https://d1g145x70srn7h.cloudfront.net'],
  };
};

/** Builds the Content-Security-Policy: scripts come from this origin and from Square, never inline. */
export const contentSecurityPolicy = (config: SquareSettings & Pick<GatewayConfig, 'publicOrigin'>) => {
  const square = squareSources(config);
  const secure = config.publicOrigin.startsWith('https:');
  return {
    'default-src': ["'self'"],
    'script-src': ["'self'", square.script],
    'script-src-attr': ["'none'"],
    // Square's form and the dialogs' scroll lock insert style elements.
    'style-src': ["'self'", "'unsafe-inline'", square.script],
    // The owner may enter picture URLs of any host.
    'img-src': ["'self'", 'data:', 'blob:', 'https:', ...(secure ? [] : ['http:'])],
    'font-src': ["'self'", ...square.font],
    'connect-src': ["'self'", ...square.connect],
    // 3-D Secure frames come from the buyer's bank, whatever its host.
    'frame-src': ["'self'", square.script, 'https:'],
    'media-src': ["'self'"],
    'worker-src': ["'self'"],
    'manifest-src': ["'self'"],
    'object-src': ["'none'"],
    'base-uri': ["'self'"],
    // For 3-D Secure, Square's script posts a form into a frame, to the buyer's bank.
    'form-action': ["'self'", square.script, 'https:'],
    'frame-ancestors': ["'none'"],
    ...(secure ? { 'upgrade-insecure-requests': [] } : {}),
  };
};

export const helmetOptions = (config: GatewayConfig): HelmetOptions => ({
  contentSecurityPolicy: { useDefaults: false, directives: contentSecurityPolicy(config) },
  crossOriginEmbedderPolicy: false,
  crossOriginOpenerPolicy: { policy: 'same-origin-allow-popups' },
  referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
  frameguard: { action: 'deny' },
  hsts: config.publicOrigin.startsWith('https:') ? { maxAge: 365 * 24 * 60 * 60, includeSubDomains: false } : false,
});

/** Builds the Permissions-Policy: pages may use no device, and only Square may use the Payment Request API. */
export const permissionsPolicy = ({ SQUARE_SCRIPT_URL }: Pick<GatewayConfig, 'SQUARE_SCRIPT_URL'>): string =>
  `camera=(), microphone=(), geolocation=(), usb=(), payment=(self "${new URL(SQUARE_SCRIPT_URL).origin}")`;

/** A live stream is no page, and Node keeps the headers of a response while it is open: a page's take 3 KB of heap. */
export const STREAM_HEADERS = { 'X-Content-Type-Options': 'nosniff', 'Cross-Origin-Resource-Policy': 'same-origin' };

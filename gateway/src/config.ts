import { isIP } from 'node:net';
import { fileURLToPath } from 'node:url';
import { IsEmail, IsIn, IsNotEmpty, IsOptional, IsString, IsUrl, Matches } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { numberInText } from '@geodes/contracts';
import { ProcessEnvironment, readEnvironment } from '@geodes/kit';
import { parsePinHash } from '@geodes/kit/pin';

const WEB_URL = { require_tld: false, require_protocol: true, protocols: ['http', 'https'] };

/** The gateway's environment variables. */
class GatewayEnvironment extends ProcessEnvironment {
  @numberInText(0, 65_535) PORT: number = 8080;
  @IsString() HOST: string = '127.0.0.1';
  /** Serves /metrics on a port of its own; PORT then has none. */
  @IsOptional() @numberInText(1, 65_535) METRICS_PORT?: number;
  @IsString() METRICS_HOST: string = '127.0.0.1';
  @IsOptional() @IsUrl(WEB_URL) PUBLIC_URL?: string;
  @IsString() @IsNotEmpty() REDIS_URL!: string;
  /**
   * Development only: a weak PIN works there, because scripts and tests start shops with 123456789. Production takes only a
   * hash, which `npm run ops -- pin-hash` refuses to make of a weak PIN.
   */
  @IsOptional() @Matches(/^\d{9}$/, { message: 'must be exactly 9 digits' }) ADMIN_PIN?: string;
  /** `scrypt$N$r$p$salt$hash`, salt and hash in base64. */
  @IsOptional() @IsString() ADMIN_PIN_HASH?: string;
  @IsIn(['simulator', 'sandbox', 'production']) SQUARE_ENVIRONMENT!: 'simulator' | 'sandbox' | 'production';
  @IsString() @IsNotEmpty() SQUARE_APPLICATION_ID!: string;
  @IsString() @IsNotEmpty() SQUARE_LOCATION_ID!: string;
  @IsUrl(WEB_URL) SQUARE_SCRIPT_URL!: string;
  /** IP addresses or CIDR blocks of the proxies whose forwarding headers are trusted, separated by commas. */
  @IsOptional() @IsString() TRUST_PROXY?: string;
  @IsIn(['on', 'off']) RATE_LIMIT: 'on' | 'off' = 'on';
  /** The folder of the built site: `public` for browsers, `server` for the gateway. */
  @IsString() WEB_ROOT: string = fileURLToPath(new URL('../../web/dist', import.meta.url));
  /** Unset: Amazon S3. */
  @IsOptional() @IsUrl(WEB_URL) S3_ENDPOINT?: string;
  @IsString() @IsNotEmpty() S3_BUCKET!: string;
  @IsString() S3_REGION: string = 'us-east-1';
  @IsOptional() @IsString() S3_ACCESS_KEY_ID?: string;
  @IsOptional() @IsString() S3_SECRET_ACCESS_KEY?: string;
  @IsEmail({ require_tld: false }) CONTACT_EMAIL: string = 'support@midwestgeodes.example';
  @IsString() CONTACT_PHONE: string = '(319) 555-0142';
  @IsString() CONTACT_LOCATION: string = 'Keokuk, Iowa';
}

/** The gateway's validated configuration; also its injection token. */
export class GatewayConfig extends GatewayEnvironment {
  /** Scheme, host and port of the shop's absolute URLs, without a trailing slash. */
  publicOrigin!: string;
  trustedProxies!: string[];
  isProduction!: boolean;
}

const isIpOrCidr = (text: string): boolean =>
  isIP(text) > 0 || ipaddr.IPv4.isValidCIDRFourPartDecimal(text) || ipaddr.IPv6.isValidCIDR(text);

const isProduction = ({ NODE_ENV }: GatewayEnvironment): boolean => NODE_ENV === 'production';

/** Checks variables against each other. Throws an Error that says what to change, and never prints a value. */
const refuseUnsafe = (environment: GatewayEnvironment, trustedProxies: string[]): void => {
  const production = isProduction(environment);
  if (production && !environment.ADMIN_PIN_HASH)
    throw new Error('NODE_ENV=production needs ADMIN_PIN_HASH (scrypt$N$r$p$salt$hash); ADMIN_PIN is not taken there.');
  if (!environment.ADMIN_PIN_HASH && !environment.ADMIN_PIN)
    throw new Error('Set ADMIN_PIN (9 digits) or ADMIN_PIN_HASH (scrypt$N$r$p$salt$hash).');
  if (environment.ADMIN_PIN_HASH) parsePinHash(environment.ADMIN_PIN_HASH);
  if (production && environment.RATE_LIMIT === 'off') throw new Error('RATE_LIMIT=off is for load tests only.');
  if (!trustedProxies.every(isIpOrCidr))
    throw new Error(
      'TRUST_PROXY must list the addresses or CIDR blocks of your own proxies, like 10.0.0.5,192.168.7.0/24; unset: there are none.',
    );
  // without it, every buyer has the proxy's IP address: one PIN guesser locks out everyone
  if (production && environment.PUBLIC_URL?.startsWith('https:') && trustedProxies.length === 0)
    throw new Error(
      'PUBLIC_URL is https, so a proxy stands before the gateway: set TRUST_PROXY to its IP address or CIDR block.',
    );
};

/** Reads and checks the environment. Throws an Error that names missing, malformed and unsafe variables. */
export const readConfig = (variables: NodeJS.ProcessEnv = process.env): GatewayConfig => {
  const environment = readEnvironment(GatewayEnvironment, variables);
  const trustedProxies = (environment.TRUST_PROXY ?? '')
    .split(',')
    .map((part) => part.trim())
    .filter((part) => part !== '');
  refuseUnsafe(environment, trustedProxies);
  const publicUrl = environment.PUBLIC_URL ?? `http://localhost:${environment.PORT}`;
  return Object.assign(new GatewayConfig(), environment, {
    publicOrigin: new URL(publicUrl).origin,
    trustedProxies,
    isProduction: isProduction(environment),
  });
};

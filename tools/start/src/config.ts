import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { z } from 'zod';
import { LOG_LEVELS } from './output/readable-line.js';
import { withDefaultPorts } from './public-ports.js';

/** The checkout's root; this file runs as tools/start/dist/config.js. */
export const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

const SCALABLE = ['gateway', 'catalog', 'orders', 'payments', 'media'] as const;
export type Scalable = (typeof SCALABLE)[number];
type Scale = Record<Scalable, number>;

/** More on one machine is a typing error. */
export const MAX_INSTANCES = 16;

/** Every process inherits these; the rest of the caller's environment stays here. */
const INHERITED = [
  'PATH',
  'HOME',
  'LANG',
  'TZ',
  'TMPDIR',
  'NODE_ENV',
  'NODE_OPTIONS',
  'NODE_EXTRA_CA_CERTS',
  'FAILPOINTS',
];
/** OpenTelemetry's SDK reads dozens of variables in each process. */
const isTelemetryVariable = (name: string): boolean => name.startsWith('OTEL_');
/** Passed unchanged to the gateway. */
const GATEWAY_VARIABLES = ['TRUST_PROXY', 'CONTACT_EMAIL', 'CONTACT_PHONE', 'CONTACT_LOCATION'];
/** Passed unchanged to orders. SMTP_URL has a password, so no other process gets it. */
const ORDERS_VARIABLES = ['SMTP_URL', 'MAIL_FROM', 'OWNER_EMAIL', 'CONTACT_EMAIL'];

/** The next one must exist for the letters: SMTP listens there. */
const LAST_PORT = 65_534;

/** Accepts decimal digits only: `Number` would also parse `0x10` and `1e2`. */
const wholeNumber = (message: string) => z.string().regex(/^\d+$/, message).transform(Number);
const port = wholeNumber('must be a port number').pipe(
  z.number().min(1, 'must be a port number').max(LAST_PORT, 'must be a port number'),
);
const url = (...protocols: string[]) =>
  z.string().refine((text) => URL.canParse(text) && protocols.includes(new URL(text).protocol), {
    error: `must be an address like ${protocols[0]}//…`,
  });
const addressBlock = z.union([z.ipv4(), z.ipv6(), z.cidrv4(), z.cidrv6()]);
const areAddressBlocks = (list: string): boolean =>
  list.split(',').every((part) => part.trim() === '' || addressBlock.safeParse(part.trim()).success);
const oneOf = <const Values extends readonly [string, ...string[]]>(values: Values) =>
  z.enum(values, `must be ${values.join(' or ')}`);

const EMAIL = /^[^\s@<>]+@[^\s@<>]+$/;
/** An address, or a name with one. */
const SENDER = /^(?:[^\s@<>]+@[^\s@<>]+|[^<>\r\n]+<[^\s@<>]+@[^\s@<>]+>)$/;

/** The bounds are those of the process that reads the variable, so errors appear before anything starts. */
const variables = z.object({
  PORT: port.default(8080),
  HOST: z.string().default('127.0.0.1'),
  PUBLIC_URL: url('http:', 'https:')
    .refine(
      (text) => !/^\w+:\/\/[^/]+\/+[^/]/.test(text),
      'must end after the host: the shop is not served below a path',
    )
    .optional(),
  SCALE: z.string().default(''),
  DATA_DIR: z.string().default('.local'),
  ADMIN_PIN: z
    .string()
    .regex(/^\d{9}$/, 'must be exactly 9 digits, for example ADMIN_PIN=271828182')
    .optional(),
  ADMIN_PIN_HASH: z
    .string()
    .regex(/^scrypt(\$\d+){3}(\$[\w+/-]+=*){2}$/, 'must be scrypt$N$r$p$salt$hash, from npm run ops -- pin-hash')
    .optional(),
  NODE_ENV: z.string().optional(),
  SEED: oneOf(['demo', 'none']).default('demo'),
  SEED_COUNT: wholeNumber('must be a whole number').pipe(z.number().max(100_000, 'must be at most 100000')).default(48),
  SEED_VIEWS: wholeNumber('must be a whole number').pipe(z.number().min(1).max(9)).default(9),
  DATABASE_URL: url('postgres:', 'postgresql:').optional(),
  REDIS_URL: url('redis:', 'rediss:').optional(),
  NATS_URL: url('nats:', 'tls:').optional(),
  S3_ENDPOINT: url('http:', 'https:').optional(),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().default('us-east-1'),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
  SQUARE_ENVIRONMENT: oneOf(['simulator', 'sandbox', 'production']).default('simulator'),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_APPLICATION_ID: z.string().optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  SQUARE_WEBHOOK_SIGNATURE_KEY: z.string().optional(),
  SQUARE_SIMULATOR_PORT: port.optional(),
  SQUARE_SIMULATOR_LATENCY_MS: wholeNumber('must be whole milliseconds')
    .pipe(z.number().max(60_000, 'must be at most 60000'))
    .default(0),
  /** Its default is catalog's DEFAULT_HOLD_MINUTES. */
  HOLD_MINUTES: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of minutes')
    .transform(Number)
    .pipe(z.number().positive('must be more than 0').max(1440, 'must be at most 1440'))
    .optional(),
  RATE_LIMIT: oneOf(['on', 'off']).default('on'),
  TRUST_PROXY: z
    .string()
    .refine(
      areAddressBlocks,
      'must list the addresses or CIDR blocks of your own proxies, like 10.0.0.5,192.168.7.0/24',
    )
    .optional(),
  LOG_LEVEL: oneOf(LOG_LEVELS).optional(),
  CONTACT_EMAIL: z.string().regex(EMAIL, 'must be an e-mail address').optional(),
  SMTP_URL: z
    .string()
    .refine((text) => /^smtps?:\/\/[^/]/.test(text) && URL.canParse(text), {
      error: 'must be an address like smtps://user:password@mail.example.com:465 or smtp://mail.example.com:587',
    })
    .optional(),
  MAIL_FROM: z
    .string()
    .regex(SENDER, 'must be an e-mail address, or a name with one: Midwest Geodes <shop@example.com>')
    .optional(),
  OWNER_EMAIL: z
    .string()
    .refine((text) => text === 'none' || EMAIL.test(text), { error: 'must be an e-mail address, or none' })
    .optional(),
  MAIL_CATCHER_PORT: port.optional(),
  /** The public key of age that backups are encrypted to. */
  BACKUP_AGE_RECIPIENT: z.string().optional(),
  /** npm sets this for the scripts that it runs. */
  npm_lifecycle_event: z.string().optional(),
});

export type Variables = z.infer<typeof variables>;

export type Config = ReturnType<typeof readConfig>;

/** Lists the problems of the environment, one a line. Never repeats values, because some are secret. */
export class ConfigError extends Error {
  constructor(readonly problems: string[]) {
    super(`The shop cannot start like this:\n${problems.map((problem) => `  ${problem}`).join('\n')}`);
    this.name = 'ConfigError';
  }
}

/** Reads and validates all variables of the shop. Treats an empty one as unset. Throws `ConfigError`. */
export function readConfig(environment: Record<string, string | undefined>) {
  const parsed = variables.safeParse(pick(environment, Object.keys(variables.shape)));
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`));
  const { SCALE, npm_lifecycle_event: npmScript, ...variablesSet } = parsed.data;
  const values = withDefaultPorts(variablesSet);
  const problems = checkCombinations(values);
  let scale: Scale | undefined;
  try {
    scale = parseScale(SCALE);
  } catch (error) {
    problems.push(`SCALE: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (problems.length > 0 || !scale) throw new ConfigError(problems);
  return {
    ...values,
    PUBLIC_URL: (values.PUBLIC_URL ?? `http://localhost:${values.PORT}`).replace(/\/+$/, ''),
    LOG_LEVEL: values.LOG_LEVEL ?? 'info',
    /** A terminal shows lines from this level on; the log files have all. */
    screenLevel: values.LOG_LEVEL ?? 'warn',
    /** Absolute. */
    DATA_DIR: resolve(ROOT, values.DATA_DIR),
    scale,
    /** URLs of external servers, for which nothing is provisioned. */
    external: findExternalServers(values),
    /** Part of the environment of every process. */
    inheritedEnv: pick(environment, [...INHERITED, ...Object.keys(environment).filter(isTelemetryVariable)]),
    gatewayEnv: pick(environment, GATEWAY_VARIABLES),
    ordersEnv: pick(environment, ORDERS_VARIABLES),
    /** If npm started the shop, the shop stops when npm is killed: nothing else would stop it. */
    startedByNpm: npmScript !== undefined,
  };
}

type Values = Omit<Variables, 'SCALE' | 'npm_lifecycle_event'>;

function checkCombinations(values: Values): string[] {
  const problems: string[] = [];
  const production = values.NODE_ENV === 'production';
  if (production && !values.ADMIN_PIN_HASH)
    problems.push('ADMIN_PIN_HASH is missing: with NODE_ENV=production the PIN is configured as a hash');
  if (production && values.PUBLIC_URL?.startsWith('https:') && !values.TRUST_PROXY)
    problems.push(
      'TRUST_PROXY is missing: PUBLIC_URL is https, so a proxy stands before the gateway; give its address',
    );
  if (production && values.RATE_LIMIT === 'off') problems.push('RATE_LIMIT=off is refused with NODE_ENV=production');
  if (values.S3_ENDPOINT)
    for (const name of ['S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const)
      if (!values[name]) problems.push(`${name} is missing: it belongs to S3_ENDPOINT`);
  if (values.SQUARE_ENVIRONMENT !== 'simulator')
    for (const name of ['SQUARE_ACCESS_TOKEN', 'SQUARE_APPLICATION_ID', 'SQUARE_LOCATION_ID'] as const)
      if (!values[name]) problems.push(`${name} is missing: SQUARE_ENVIRONMENT=${values.SQUARE_ENVIRONMENT} needs it`);
  if (values.SQUARE_ENVIRONMENT === 'simulator' && values.SQUARE_ACCESS_TOKEN)
    problems.push('SQUARE_ENVIRONMENT must say sandbox or production where SQUARE_ACCESS_TOKEN is given');
  return problems;
}

function findExternalServers(values: Values) {
  const s3 = values.S3_ENDPOINT && {
    endpoint: values.S3_ENDPOINT,
    bucket: values.S3_BUCKET ?? '',
    region: values.S3_REGION,
    accessKeyId: values.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: values.S3_SECRET_ACCESS_KEY ?? '',
  };
  return { postgres: values.DATABASE_URL, redis: values.REDIS_URL, nats: values.NATS_URL, s3: s3 || undefined };
}

/** Parses `gateway=2,orders=2`; unnamed services run once. Throws on an unknown name or a number outside 1 to 16. */
export function parseScale(text: string): Scale {
  const scale: Scale = { gateway: 1, catalog: 1, orders: 1, payments: 1, media: 1 };
  for (const part of text.split(',').map((piece) => piece.trim())) {
    if (part === '') continue;
    const [, name, count] = /^([a-z-]+)\s*=\s*(\d{1,3})$/.exec(part) ?? [];
    if (!isScalable(name)) throw new Error(`"${part}" is not like orders=2; names are ${SCALABLE.join(', ')}`);
    if (Number(count) < 1 || Number(count) > MAX_INSTANCES)
      throw new Error(`${name} can run 1 to ${MAX_INSTANCES} times, not ${count}`);
    scale[name] = Number(count);
  }
  return scale;
}

/** Names the instances `orders`, `orders.2`, `orders.3`. */
export const instanceName = (kind: string, index: number): string => (index === 1 ? kind : `${kind}.${index}`);

const isScalable = (name: string | undefined): name is Scalable => SCALABLE.some((known) => known === name);

/** Node reads this variable itself: the file of a CA that signed the certificates of external servers. */
export const pickCaFile = (environment: Record<string, string | undefined>): Record<string, string> =>
  pick(environment, ['NODE_EXTRA_CA_CERTS']);

function pick(environment: Record<string, string | undefined>, names: string[]): Record<string, string> {
  return Object.fromEntries(names.flatMap((name) => (environment[name] ? [[name, environment[name]]] : [])));
}

import { join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { readJsonFile } from '@geodes/servers';
import { z } from 'zod';
import { ConfigError } from './flags.js';

/** The checkout's root; this file runs as tools/audit/dist/config.js. */
const ROOT = fileURLToPath(new URL('../../..', import.meta.url));
/** As in tools/start. */
const ROLE = 'geodes_audit';

const database = z.url({ protocol: /^postgres(ql)?$/, error: 'must be an address like postgres://…' }).optional();
const port = z.string().regex(/^\d+$/, 'must be a port number').transform(Number).pipe(z.number().min(1).max(65_535));

const variables = z.object({
  DATA_DIR: z.string().default('.local'),
  DATABASE_URL: database,
  CATALOG_DATABASE_URL: database,
  ORDERS_DATABASE_URL: database,
  PAYMENTS_DATABASE_URL: database,
  SQUARE_ENVIRONMENT: z.enum(['simulator', 'sandbox', 'production']).default('simulator'),
  SQUARE_ACCESS_TOKEN: z.string().optional(),
  SQUARE_BASE_URL: z.url({ protocol: /^https?$/, error: 'must be an address like http://…' }).optional(),
  SQUARE_LOCATION_ID: z.string().optional(),
  PORT: port.default(8080),
  /** Default: ten above PORT, as in `npm start`. */
  SQUARE_SIMULATOR_PORT: port.optional(),
});
type Variables = z.infer<typeof variables>;

export interface SquareAccess {
  environment: 'simulator' | 'sandbox' | 'production';
  token: string;
  /** URL of the simulator. Square's own hosts are known. */
  baseUrl: string;
  locationId: string;
}

/** The databases and the Square account to read. */
export interface DataSources {
  databases: Record<'catalog' | 'orders' | 'payments', string>;
  square: SquareAccess;
}

/** Reads the environment. Treats an empty variable as unset. Throws ConfigError, which never repeats values. */
export function readDataSources(environment: Record<string, string | undefined>): DataSources {
  const nonEmpty = Object.fromEntries(Object.entries(environment).filter(([, value]) => value));
  const parsed = variables.safeParse(nonEmpty);
  if (!parsed.success)
    throw new ConfigError(parsed.error.issues.map(({ path, message }) => `${path.join('.')} ${message}`).join('\n'));
  return { databases: findDatabases(parsed.data), square: readSquareAccess(parsed.data) };
}

function findDatabases(env: Variables): DataSources['databases'] {
  const { CATALOG_DATABASE_URL: catalog, ORDERS_DATABASE_URL: orders, PAYMENTS_DATABASE_URL: payments } = env;
  if (catalog && orders && payments) return { catalog, orders, payments };
  const dataDir = resolve(ROOT, env.DATA_DIR);
  const password = readJsonFile(join(dataDir, 'secrets.json'))?.[`database.${ROLE}`];
  const port = readJsonFile(join(dataDir, 'ports.json'))?.postgres;
  const server = env.DATABASE_URL ?? (typeof port === 'number' ? `postgres://127.0.0.1:${port}` : undefined);
  if (typeof password !== 'string' || !server)
    throw new ConfigError(
      `There is no shop in ${dataDir}. Start it with npm start, name its DATA_DIR, or give CATALOG_DATABASE_URL, ` +
        'ORDERS_DATABASE_URL and PAYMENTS_DATABASE_URL.',
    );
  const url = (name: string) =>
    Object.assign(new URL(server), { username: ROLE, password, pathname: `/geodes_${name}` }).href;
  return { catalog: catalog ?? url('catalog'), orders: orders ?? url('orders'), payments: payments ?? url('payments') };
}

function readSquareAccess(env: Variables): SquareAccess {
  const { SQUARE_ENVIRONMENT: environment, SQUARE_LOCATION_ID, SQUARE_ACCESS_TOKEN } = env;
  if (environment !== 'simulator' && !(SQUARE_ACCESS_TOKEN && SQUARE_LOCATION_ID))
    throw new ConfigError(`SQUARE_ENVIRONMENT=${environment} needs SQUARE_ACCESS_TOKEN and SQUARE_LOCATION_ID`);
  return {
    environment,
    token: SQUARE_ACCESS_TOKEN ?? 'simulator',
    baseUrl: env.SQUARE_BASE_URL ?? `http://127.0.0.1:${env.SQUARE_SIMULATOR_PORT ?? env.PORT + 10}`,
    locationId: SQUARE_LOCATION_ID ?? 'LSIM000000001',
  };
}

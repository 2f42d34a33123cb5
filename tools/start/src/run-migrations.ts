import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { pickCaFile, ROOT } from './config.js';
import type { MigrationConfig } from './containers/config.js';
import { containerDataStores, type DataStores } from './data-stores.js';
import { makeDatabases, WITH_DATABASE } from './databases.js';
import { reachExternalServers } from './external-servers.js';

const TIMEOUT_MS = 60 * 60_000;
/** The services validate these before they migrate, and call none of them. */
const UNUSED_VARIABLES = {
  HTTP_PORT: '1',
  PUBLIC_URL: 'http://localhost',
  SQUARE_ENVIRONMENT: 'simulator',
  SQUARE_BASE_URL: 'http://localhost',
  SQUARE_LOCATION_ID: 'none',
};

interface MigrationOptions extends DataStores {
  natsUrl: string;
  redisUrl: string;
  logLevel: string;
}

/** Runs each service's migrations in a separate process. Throws when one fails or takes more than an hour. */
export async function runMigrations({
  databases,
  natsUrl,
  redisUrl,
  logLevel,
  objects,
}: MigrationOptions): Promise<void> {
  for (const service of WITH_DATABASE) {
    const env = {
      ...UNUSED_VARIABLES,
      ...pickCaFile(process.env),
      NAME: `migrate-${service}`,
      LOG_LEVEL: logLevel,
      NATS_URL: natsUrl,
      REDIS_URL: redisUrl,
      DATABASE_URL: databases[service],
      PREPARE_ONLY: 'on',
      ...(service === 'media' && {
        S3_ENDPOINT: objects.endpoint,
        S3_BUCKET: objects.bucket,
        S3_REGION: objects.region,
        S3_ACCESS_KEY_ID: objects.accessKeyId,
        S3_SECRET_ACCESS_KEY: objects.secretAccessKey,
      }),
    };
    const program = join(ROOT, 'services', service, 'dist', 'main.js');
    const child = spawn(process.execPath, [program], {
      env,
      stdio: ['ignore', 'inherit', 'inherit'],
      timeout: TIMEOUT_MS,
    });
    const [code, signal] = (await once(child, 'exit')) as [number | null, NodeJS.Signals | null];
    if (code !== 0)
      throw new Error(`The database of ${service} could not be prepared (${signal ?? `exit code ${code}`}).`);
  }
}

/**
 * Creates each service's role and database if `config` has an administrator's URL, and runs the migrations as that role.
 * Safe to repeat, also beside a running shop.
 */
export async function prepareDatabases(config: MigrationConfig): Promise<void> {
  const { NATS_URL: natsUrl, REDIS_URL: redisUrl, LOG_LEVEL: logLevel } = config;
  await reachExternalServers({ nats: natsUrl, redis: redisUrl });
  await makeContainerDatabases(config);
  await runMigrations({ ...containerDataStores(config), natsUrl, redisUrl, logLevel });
}

/** Creates each service's role and database if `config` has an administrator's URL. Changes no table. */
export async function makeContainerDatabases(config: MigrationConfig): Promise<void> {
  if (!config.ADMIN_DATABASE_URL) return;
  const stores = containerDataStores(config);
  const passwordOf = (name: string): string => {
    const role = name.replace(/^database\.geodes_/, '');
    const service = WITH_DATABASE.find((each) => each === role);
    const password = service
      ? decodeURIComponent(new URL(stores.databases[service]).password)
      : config.AUDIT_DATABASE_PASSWORD;
    if (!password) throw new Error(`There is no password for the role geodes_${role}.`);
    return password;
  };
  // Whoever deploys the containers gave the passwords, so none is made up here.
  const passwords = { get: passwordOf, has: () => true };
  await makeDatabases(config.ADMIN_DATABASE_URL, passwords, config.PRIVATE_POSTGRES === 'on');
  console.log('each service has its role and its database');
}

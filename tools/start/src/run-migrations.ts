import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { WITH_DATABASE } from './databases.js';
import type { ObjectAccess, DataStores } from './data-stores.js';
import { pickCaFile, ROOT } from './config.js';

const TIMEOUT_MS = 60 * 60_000;
/** The services validate these before they migrate, and call none of them. */
const UNUSED_VARIABLES = {
  HTTP_PORT: '1',
  PUBLIC_URL: 'http://localhost',
  SQUARE_ENVIRONMENT: 'simulator',
  SQUARE_BASE_URL: 'http://localhost',
  SQUARE_LOCATION_ID: 'none',
};

export interface MigrationOptions extends DataStores {
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
      ...(service === 'media' ? objectVariables(objects) : {}),
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

const objectVariables = ({ endpoint, bucket, region, accessKeyId, secretAccessKey }: ObjectAccess) => ({
  S3_BUCKET: bucket,
  S3_REGION: region,
  ...(endpoint ? { S3_ENDPOINT: endpoint } : {}),
  ...(accessKeyId && secretAccessKey ? { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey } : {}),
});

import { join } from 'node:path';
import { readJsonFile } from '@geodes/servers';
import { readConfig } from './config.js';
import { type MigrationConfig, readMigrationConfig } from './containers/config.js';
import { WITH_DATABASE, type WithDatabase } from './databases.js';
import { BackupError } from './backup/manifest.js';

type Environment = Record<string, string | undefined>;

export interface ObjectAccess {
  /** Amazon's own where it is missing. */
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** Where a shop keeps what must not be lost. */
export interface Places {
  /** Each service's own database, as its owner. */
  databases: Record<WithDatabase, string>;
  objects: ObjectAccess;
}

/** In a container each database has an address of its own; `npm start` finds them by its data folder. */
export const isInContainer = (environment: Environment): boolean => Boolean(environment.CATALOG_DATABASE_URL);

export function placesOfContainers(config: MigrationConfig): Places {
  return {
    databases: {
      catalog: config.CATALOG_DATABASE_URL,
      orders: config.ORDERS_DATABASE_URL,
      payments: config.PAYMENTS_DATABASE_URL,
      media: config.MEDIA_DATABASE_URL,
    },
    objects: {
      endpoint: config.S3_ENDPOINT,
      bucket: config.S3_BUCKET,
      region: config.S3_REGION,
      accessKeyId: config.S3_ACCESS_KEY_ID,
      secretAccessKey: config.S3_SECRET_ACCESS_KEY,
    },
  };
}

/** The shop of DATA_DIR, or the one that the variables of the containers name. Throws BackupError where there is none. */
export function placesOfShop(environment: Environment): Places {
  if (isInContainer(environment)) return placesOfContainers(readMigrationConfig(environment));
  const { DATA_DIR, given } = readConfig(environment);
  const secrets = readJsonFile(join(DATA_DIR, 'secrets.json')) ?? {};
  const ports = readJsonFile(join(DATA_DIR, 'ports.json')) ?? {};
  const known = (kept: Record<string, unknown>, name: string): string => {
    const value = kept[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new BackupError(`There is no shop in ${DATA_DIR}. Start it with npm start, or name its DATA_DIR.`);
  };
  const server = given.postgres ?? `postgres://127.0.0.1:${known(ports, 'postgres')}`;
  const database = (service: WithDatabase) => {
    const username = `geodes_${service}`;
    const password = known(secrets, `database.${username}`);
    return Object.assign(new URL(server), { username, password, pathname: `/${username}` }).href;
  };
  return {
    databases: Object.fromEntries(WITH_DATABASE.map((service) => [service, database(service)])) as Places['databases'],
    objects: given.s3 ?? {
      endpoint: `http://127.0.0.1:${known(ports, 'object-store')}`,
      bucket: 'geodes',
      region: 'us-east-1',
      accessKeyId: known(secrets, 's3AccessKeyId'),
      secretAccessKey: known(secrets, 's3SecretAccessKey'),
    },
  };
}

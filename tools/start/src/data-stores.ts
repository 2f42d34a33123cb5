import { join } from 'node:path';
import { readJsonFile } from '@geodes/servers';
import { readConfig } from './config.js';
import { type MigrationConfig, readMigrationConfig } from './containers/config.js';
import { WITH_DATABASE, type WithDatabase } from './databases.js';
import { BackupError } from './backup/manifest.js';

type Environment = Record<string, string | undefined>;

export interface ObjectAccess {
  /** Missing for Amazon S3. */
  endpoint?: string | undefined;
  bucket: string;
  region: string;
  accessKeyId?: string | undefined;
  secretAccessKey?: string | undefined;
}

/** The stores that a backup covers. */
export interface DataStores {
  /** URL of each service's database, with its owner's credentials. */
  databases: Record<WithDatabase, string>;
  objects: ObjectAccess;
}

/** Containers configure one URL for each database; `npm start` derives them from its data folder. */
export const isInContainer = (environment: Environment): boolean => Boolean(environment.CATALOG_DATABASE_URL);

export function containerDataStores(config: MigrationConfig): DataStores {
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

/** Returns the age public key that backups are encrypted to, if one is configured. */
export const configuredRecipient = (environment: Environment): string | undefined =>
  (isInContainer(environment) ? readMigrationConfig : readConfig)(environment).BACKUP_AGE_RECIPIENT;

/** Finds the stores of DATA_DIR, or those that the containers' variables name. Throws BackupError when there are none. */
export function findDataStores(environment: Environment): DataStores {
  if (isInContainer(environment)) return containerDataStores(readMigrationConfig(environment));
  const { DATA_DIR, external } = readConfig(environment);
  const secrets = readJsonFile(join(DATA_DIR, 'secrets.json')) ?? {};
  const ports = readJsonFile(join(DATA_DIR, 'ports.json')) ?? {};
  const read = (file: Record<string, unknown>, name: string): string => {
    const value = file[name];
    if (typeof value === 'string' || typeof value === 'number') return String(value);
    throw new BackupError(`There is no shop in ${DATA_DIR}. Start it with npm start, or name its DATA_DIR.`);
  };
  const server = external.postgres ?? `postgres://127.0.0.1:${read(ports, 'postgres')}`;
  const database = (service: WithDatabase) => {
    const username = `geodes_${service}`;
    const password = read(secrets, `database.${username}`);
    return Object.assign(new URL(server), { username, password, pathname: `/${username}` }).href;
  };
  return {
    databases: Object.fromEntries(
      WITH_DATABASE.map((service) => [service, database(service)]),
    ) as DataStores['databases'],
    objects: external.s3 ?? {
      endpoint: `http://127.0.0.1:${read(ports, 'object-store')}`,
      bucket: 'geodes',
      region: 'us-east-1',
      accessKeyId: read(secrets, 's3AccessKeyId'),
      secretAccessKey: read(secrets, 's3SecretAccessKey'),
    },
  };
}

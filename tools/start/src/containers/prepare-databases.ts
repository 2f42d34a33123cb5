import { makeDatabases, WITH_DATABASE } from '../databases.js';
import { reachExternalServers } from '../external-servers.js';
import { containerDataStores } from '../data-stores.js';
import { runMigrations } from '../run-migrations.js';
import type { MigrationConfig } from './config.js';

/**
 * Creates each service's role and database if `config` has an administrator's URL, and runs the migrations as that role.
 * Safe to repeat, also beside a running shop.
 */
export async function prepareDatabases(config: MigrationConfig): Promise<void> {
  const { NATS_URL: natsUrl, REDIS_URL: redisUrl, LOG_LEVEL: logLevel } = config;
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
  await reachExternalServers({ nats: natsUrl, redis: redisUrl });
  if (config.ADMIN_DATABASE_URL) {
    await makeDatabases(config.ADMIN_DATABASE_URL, { get: passwordOf }, config.PRIVATE_POSTGRES === 'on');
    console.log('each service has its role and its database');
  }
  await runMigrations({ ...stores, natsUrl, redisUrl, logLevel });
}

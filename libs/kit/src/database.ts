import { readdirSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import type { DataSource, DataSourceOptions, Migration, QueryRunner } from 'typeorm';
import type { DatabaseUse } from '@geodes/contracts';
import { reasonOf } from './app-error.js';
import type { Logger } from './logger.js';
import { preparedStatementClient } from './prepared-statement-client.js';
import { lackedLock } from './transaction.js';

type Constructor = new () => object;

export interface DatabaseOptions {
  /** postgres://role:password@host:port/database */
  url: string;
  entities: Constructor[];
  migrations: Constructor[];
  /** Maximum connections; defaults to 10. */
  poolSize?: number;
  /** Shown in pg_stat_activity. */
  name: string;
}

/** Builds a service's TypeORM options: bounded pool; timeouts for connect, statement, lock and idle transaction. */
export const databaseOptions = ({
  url,
  entities,
  migrations,
  poolSize = 10,
  name,
}: DatabaseOptions): DataSourceOptions => ({
  type: 'postgres',
  url,
  entities,
  migrations,
  migrationsTransactionMode: 'each',
  synchronize: false,
  logging: false,
  applicationName: name,
  poolSize,
  connectTimeoutMS: 5_000,
  extra: {
    Client: preparedStatementClient(),
    statement_timeout: 10_000,
    lock_timeout: 5_000,
    idle_in_transaction_session_timeout: 15_000,
    connectionTimeoutMillis: 5_000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
  },
});

const MIGRATION_FILE = /^\d{13}-[^.]+\.[jt]s$/;

/**
 * Loads the migrations of a service: the classes of all files in its folder, which are built to one file each. TypeORM sorts
 * them by the time in their names.
 */
export const loadMigrations = async (folder: URL): Promise<Constructor[]> => {
  const files = readdirSync(folder).filter((name) => MIGRATION_FILE.test(name));
  const modules = await Promise.all(
    files.map((name) => import(new URL(name, folder).href) as Promise<Record<string, Constructor>>),
  );
  return modules.flatMap((module) => Object.values(module));
};

/** Advisory lock: one process at a time migrates a database. The number is arbitrary but fixed. */
const MIGRATION_LOCK = 7_340_117;

const LOCK_RETRY_DELAY_MS = 200;
/** Long, because a migration may backfill a column of a million rows. */
const LOCK_TIMEOUT_MS = 60 * 60_000;

const CONNECT_ATTEMPTS = 60;
/** While a migration waits for a table that a backup or the audit reads, all others wait behind it. */
const MIGRATION_LOCK_TIMEOUT_MS = 300;
/** Together half an hour, because a backup may take minutes. */
const MIGRATION_ATTEMPTS = 1_400;
const MIGRATION_RETRY_DELAY_MS = 1_000;

/**
 * Waits for the database (at most a minute), then runs pending migrations under an advisory lock, so that several
 * instances may start at once. Throws if the database stays down or a migration fails.
 */
export const migrateDatabase = async (options: DataSourceOptions, logger: Logger): Promise<void> => {
  const source = await connectWithRetry(options, logger);
  const runner = source.createQueryRunner();
  try {
    await acquireMigrationLock(runner);
    const done = await runMigrations(source, logger);
    if (done.length > 0) logger.info({ migrations: done.map(({ name }) => name) }, 'database migrated');
  } finally {
    await runner.release();
    await source.destroy();
  }
};

/** Tries again if a table was locked for too long, or after a deadlock: the audit may read in another order. */
const runMigrations = async (source: DataSource, logger: Logger): Promise<Migration[]> => {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await source.runMigrations();
    } catch (error) {
      if (attempt === MIGRATION_ATTEMPTS || !lackedLock(error)) throw error;
      if (attempt % 30 === 1) logger.warn({ reason: reasonOf(error) }, 'a migration waits for a table');
      await pause(MIGRATION_RETRY_DELAY_MS);
    }
  }
};

/**
 * Polls instead of waiting in the database: a waiting statement is an open transaction, and CREATE INDEX CONCURRENTLY
 * waits for all of them to end. PostgreSQL releases the lock if the process dies.
 */
const acquireMigrationLock = async (runner: QueryRunner): Promise<void> => {
  const end = performance.now() + LOCK_TIMEOUT_MS;
  for (;;) {
    const rows: { mine: boolean }[] = await runner.query('SELECT pg_try_advisory_lock($1) AS mine', [MIGRATION_LOCK]);
    if (rows[0]?.mine) return;
    if (performance.now() > end) throw new Error('Another process has been migrating this database for an hour.');
    await pause(LOCK_RETRY_DELAY_MS);
  }
};

const connectWithRetry = async (options: DataSourceOptions, logger: Logger): Promise<DataSource> => {
  // imported here because TypeORM costs 20 MB and the gateway has no database
  const { DataSource } = await import('typeorm');
  for (let attempt = 1; ; attempt += 1) {
    // without the pool's other time-outs: a migration may take long
    const extra = { lock_timeout: MIGRATION_LOCK_TIMEOUT_MS };
    const source = new DataSource({ ...options, poolSize: 2, extra } as DataSourceOptions);
    try {
      return await source.initialize();
    } catch (error) {
      if (attempt === CONNECT_ATTEMPTS) throw error;
      if (attempt % 5 === 1) logger.warn({ reason: reasonOf(error) }, 'waiting for the database');
      await pause(1_000);
    }
  }
};

/**
 * Creates an index while the service runs, outside a transaction. `definition` follows ON. Waits as long as it takes, because
 * no other statement waits behind it. An index that an interrupted run left invalid is dropped first.
 */
export const createIndexConcurrently = async (runner: QueryRunner, name: string, definition: string): Promise<void> => {
  const invalid: unknown[] = await runner.query(
    'SELECT FROM pg_index WHERE indexrelid = to_regclass($1) AND NOT indisvalid',
    [name],
  );
  await runner.query('SET lock_timeout = 0');
  if (invalid.length > 0) await runner.query(`DROP INDEX CONCURRENTLY ${name}`);
  await runner.query(`CREATE INDEX CONCURRENTLY IF NOT EXISTS ${name} ON ${definition}`);
  await runner.query('RESET lock_timeout');
};

/** Counts the server's client connections and its limit. Backends without a database are PostgreSQL's own processes. */
export const databaseUse = async (database: DataSource): Promise<DatabaseUse> => {
  const [use]: DatabaseUse[] = await database.query(
    `SELECT count(*)::int AS connections, current_setting('max_connections')::int AS "maxConnections"
       FROM pg_stat_activity WHERE datid IS NOT NULL`,
  );
  if (!use) throw new Error('the server did not say how many connections it has');
  return use;
};

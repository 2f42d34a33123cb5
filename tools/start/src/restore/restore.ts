import { Redis } from 'ioredis';
import type pg from 'pg';
import { importTables, readMigrations } from '../backup/table-files.js';
import type { Codec } from '../backup/encryption.js';
import { BackupError, type Manifest, readObjects } from '../backup/manifest.js';
import { putObjects } from '../backup/object-files.js';
import { connect, listTables } from '../backup/consistent-snapshot.js';
import { WITH_DATABASE, type WithDatabase } from '../databases.js';
import type { DataStores } from '../data-stores.js';

/** A row in one of these tables means that the shop has data. */
const DATA_TABLES: Record<WithDatabase, string[]> = {
  catalog: ['geode', 'showcase_item'],
  orders: ['checkout_attempt', 'shop_order'],
  payments: ['payment'],
  media: ['picture'],
};

const REDIS_TIMEOUT_MS = 10_000;
const SCAN_COUNT = 500;
/** BullMQ's keys. The outbox refills the queues. Sessions and rate limits may stay. */
const JOB_KEYS = 'bull:*';

export interface RestoreOptions {
  stores: DataStores;
  redisUrl: string;
  folder: string;
  /** Decrypts the backup's files. */
  codec: Codec;
  backup: Manifest;
  /** Brings the databases to this version of the shop. */
  migrate: () => Promise<void>;
  /** Replace existing data. */
  overwrite: boolean;
  progress: (text: string) => void;
}

/**
 * Restores a verified backup while the shop is stopped: pictures first, then one transaction for each database, all
 * committed at the end, that of orders first. The orders service refuses checkouts until Square is reconciled. Throws
 * BackupError when the shop has data and `overwrite` is off, or when the versions differ.
 */
export async function restore(options: RestoreOptions): Promise<void> {
  const { stores, folder, codec, backup, progress } = options;
  if (!options.overwrite) await refuseExistingData(stores.databases);
  await options.migrate();
  await refuseOtherVersion(stores.databases, backup);
  const objects = await readObjects(folder, backup, codec);
  await putObjects(stores.objects, { folder, codec }, objects, progress);
  progress(`${objects.length} pictures stored`);
  await clearQueues(options.redisUrl);
  const clients: pg.Client[] = [];
  try {
    for (const service of WITH_DATABASE) {
      const client = await connect(stores.databases[service]);
      // Orders commits first. Its transaction closes the checkout, so a crash between two commits leaves no open checkout
      // over databases of different times. A gate committed earlier would outlive an import that fails.
      if (service === 'orders') clients.unshift(client);
      else clients.push(client);
      await client.query('BEGIN');
      await importTables(client, backup.databases[service], { folder, codec });
      if (service === 'orders') {
        await closeCheckout(client, backup.point);
        await cancelUnpaidAttempts(client);
        await closeOpenRefunds(client);
      }
      progress(`${service}: ${backup.databases[service].tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    }
    for (const client of clients) await client.query('COMMIT');
    for (const client of clients) await client.query('ANALYZE');
  } finally {
    // Closing a connection rolls its open transaction back.
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** Closes the gate of `services/orders/src/checkout/restore-gate.ts` until all payments since then are reconciled. */
async function closeCheckout(client: pg.Client, point: string): Promise<void> {
  await client.query(`INSERT INTO restore_gate (backup_at) VALUES ($1) ON CONFLICT DO NOTHING`, [point]);
}

/**
 * Cancels attempts without a payment in the backup. They may have been paid since; the reconciliation then refunds the
 * payment.
 */
async function cancelUnpaidAttempts(client: pg.Client): Promise<void> {
  await client.query(`UPDATE checkout_attempt SET state = 'voiding' WHERE state IN ('reserving', 'priced')`);
}

/**
 * Ends the refunds that were under way. Their geodes may have been put on sale and bought since, and Square may not know
 * their idempotency keys any more. A refund that Square made is recorded again by the reconciliation.
 */
async function closeOpenRefunds(client: pg.Client): Promise<void> {
  await client.query(`UPDATE order_refund SET restock = '{}' WHERE returned_at IS NULL AND restock <> '{}'`);
  await client.query(
    `UPDATE order_refund SET state = 'failed', message = 'A backup was restored. Look in Square whether it was made.'
     WHERE state = 'requested'`,
  );
}

async function refuseExistingData(urls: Record<WithDatabase, string>): Promise<void> {
  const found: string[] = [];
  for (const service of WITH_DATABASE) {
    const client = await connect(urls[service]);
    try {
      const present = await listTables(client);
      for (const table of DATA_TABLES[service].filter((each) => present.includes(each))) {
        const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
        if (rowCount) found.push(`${service}.${table}`);
      }
    } finally {
      await client.end();
    }
  }
  if (found.length > 0)
    throw new BackupError(
      `The shop has data already (${found.join(', ')}). Nothing was changed. Restore into an empty one ` +
        '(another DATA_DIR, without DATABASE_URL, REDIS_URL, NATS_URL and S3_ENDPOINT), or add --overwrite: that ' +
        'deletes the present data.',
    );
}

async function refuseOtherVersion(urls: Record<WithDatabase, string>, backup: Manifest): Promise<void> {
  for (const service of WITH_DATABASE) {
    const here = await readMigrations(urls[service]);
    const there = backup.databases[service].migrations;
    if (here.join() === there.join()) continue;
    const isOlder = there.every((name) => here.includes(name));
    throw new BackupError(
      `The backup is of version ${backup.version}, whose tables of ${service} are ${isOlder ? 'older' : 'newer'} than this ` +
        `version's. Check out version ${backup.version}, restore with it, and update afterwards; the next start migrates.`,
    );
  }
}

/** Deletes jobs that may be newer than the backup. Throws when Redis does not respond. */
async function clearQueues(url: string): Promise<void> {
  const redis = new Redis(url, {
    maxRetriesPerRequest: 3,
    connectTimeout: REDIS_TIMEOUT_MS,
    commandTimeout: REDIS_TIMEOUT_MS,
  });
  redis.on('error', () => undefined);
  try {
    for await (const keys of redis.scanStream({ match: JOB_KEYS, count: SCAN_COUNT }) as AsyncIterable<string[]>)
      if (keys.length > 0) await redis.unlink(keys);
  } finally {
    redis.disconnect();
  }
}

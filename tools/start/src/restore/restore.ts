import type pg from 'pg';
import { migrationsAt } from '../backup/export-tables.js';
import { BackupError, type Manifest, readObjects } from '../backup/manifest.js';
import { putObjects } from '../backup/object-files.js';
import { connect, tablesOf } from '../backup/consistent-snapshot.js';
import { WITH_DATABASE, type WithDatabase } from '../databases.js';
import type { Places } from '../places.js';
import { importTables } from './import-tables.js';
import { clearQueues } from './clear-queues.js';

/** What a shop with data has, table by table. */
const DATA: Record<WithDatabase, string[]> = {
  catalog: ['geode', 'showcase_item'],
  orders: ['checkout_attempt', 'shop_order'],
  payments: ['payment'],
  media: ['picture'],
};

export interface RestoreNeeds {
  places: Places;
  redisUrl: string;
  folder: string;
  backup: Manifest;
  /** Makes the tables as this version of the shop has them. */
  migrate: () => Promise<void>;
  /** What is there may go. */
  overwrite: boolean;
  progress: (text: string) => void;
}

/**
 * Puts a verified backup into the shop's stores, while nothing of the shop runs: the pictures, then all rows, each
 * database in one transaction, committed when all are filled. The orders service takes no checkout before all is
 * reconciled with Square. Throws BackupError where there is data that must not go, or where the versions do not fit.
 */
export async function restore(needs: RestoreNeeds): Promise<void> {
  const { places, folder, backup, progress } = needs;
  if (!needs.overwrite) await refuseData(places.databases);
  await needs.migrate();
  await refuseOtherVersion(places.databases, backup);
  const objects = await readObjects(folder, backup);
  await putObjects(places.objects, folder, objects, progress);
  progress(`${objects.length} pictures stored`);
  await clearQueues(needs.redisUrl);
  const clients: pg.Client[] = [];
  try {
    for (const service of WITH_DATABASE) {
      const client = await connect(places.databases[service]);
      clients.push(client);
      await client.query('BEGIN');
      await importTables(client, backup.databases[service], folder);
      if (service === 'orders') {
        await closeCheckout(client, backup.point);
        await giveUpHalfDone(client);
      }
      progress(`${service}: ${backup.databases[service].tables.reduce((sum, { rows }) => sum + rows, 0)} rows`);
    }
    for (const client of clients) await client.query('COMMIT');
    for (const client of clients) await client.query('ANALYZE');
  } finally {
    // what was not committed is undone
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** As `services/orders/src/checkout/restore-gate.ts` reads it: no checkout until all since then is reconciled with Square. */
async function closeCheckout(client: pg.Client, point: string): Promise<void> {
  await client.query(`INSERT INTO restore_gate (backup_at) VALUES ($1) ON CONFLICT DO NOTHING`, [point]);
}

/**
 * A checkout that had not come to its payment when the backup was made may have been paid since. Given up like one that had,
 * it ends before the reconciliation, which gives back what was paid for it.
 */
async function giveUpHalfDone(client: pg.Client): Promise<void> {
  await client.query(`UPDATE checkout_attempt SET state = 'voiding' WHERE state IN ('reserving', 'priced')`);
}

async function refuseData(urls: Record<WithDatabase, string>): Promise<void> {
  const found: string[] = [];
  for (const service of WITH_DATABASE) {
    const client = await connect(urls[service]);
    try {
      const present = await tablesOf(client);
      for (const table of DATA[service].filter((each) => present.includes(each))) {
        const { rowCount } = await client.query(`SELECT FROM ${table} LIMIT 1`);
        if (rowCount) found.push(`${service}.${table}`);
      }
    } finally {
      await client.end();
    }
  }
  if (found.length > 0)
    throw new BackupError(
      `There is a shop with data already (${found.join(', ')}). Nothing was touched. Restore into an empty one ` +
        '(another DATA_DIR), or say --overwrite: then what is there is gone.',
    );
}

async function refuseOtherVersion(urls: Record<WithDatabase, string>, backup: Manifest): Promise<void> {
  for (const service of WITH_DATABASE) {
    const here = await migrationsAt(urls[service]);
    const there = backup.databases[service].migrations;
    if (here.join() === there.join()) continue;
    const isOlder = there.every((name) => here.includes(name));
    throw new BackupError(
      `The backup is of version ${backup.version}, whose tables of ${service} are ${isOlder ? 'older' : 'newer'} than this ` +
        `version's. Check out version ${backup.version}, restore with it, and update afterwards; the next start migrates.`,
    );
  }
}

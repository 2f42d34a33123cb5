import { randomUUID } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { WITH_DATABASE, type WithDatabase } from '../databases.js';
import type { DataStores } from '../data-stores.js';
import { encryptTo, plainCodec } from './encryption.js';
import { exportTables } from './table-files.js';
import { type BackedUpDatabase, BackupError, FORMAT, MANIFEST, type Manifest } from './manifest.js';
import { copyObjects } from './object-files.js';
import { openConsistentSnapshot } from './consistent-snapshot.js';

export interface BackupOptions {
  stores: DataStores;
  /** The new folder. */
  to: string;
  /** The age public key to encrypt to; unset: not encrypted. */
  recipient?: string | undefined;
  progress: (text: string) => void;
}

/**
 * Backs up a running shop into the new folder `to`: one consistent snapshot of all databases, then the pictures. Writes
 * a folder of its own that ends in .part, because two backups may overlap, and renames it when it is complete. Throws
 * BackupError if `to` exists or `recipient` is no public key.
 */
export async function backUp({ to, ...options }: BackupOptions): Promise<Manifest> {
  refuseExisting(to);
  const part = `${to}.${randomUUID()}.part`;
  await mkdir(part, { recursive: true, mode: 0o700 });
  try {
    const manifest = await backUpInto(part, options);
    refuseExisting(to);
    await rename(part, to);
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true }).catch(() => undefined);
    throw error;
  }
}

const refuseExisting = (folder: string): void => {
  if (existsSync(folder)) throw new BackupError(`${folder} is there already. Name another folder with --to.`);
};

async function backUpInto(part: string, { stores, recipient, progress }: Omit<BackupOptions, 'to'>): Promise<Manifest> {
  const codec = recipient ? encryptTo(recipient) : plainCodec;
  const snapshot = await openConsistentSnapshot(stores.databases);
  progress(`snapshot of all databases at ${snapshot.at.toISOString()} (writers waited ${snapshot.fenceMs} ms)`);
  const databases = {} as Record<WithDatabase, BackedUpDatabase>;
  try {
    for (const service of WITH_DATABASE) {
      const database = await exportTables(snapshot.readers[service], service, { folder: part, codec });
      databases[service] = database;
      const rows = database.tables.reduce((sum, table) => sum + table.rows, 0);
      progress(`${service}: ${database.tables.length} tables, ${rows} rows`);
    }
  } finally {
    await snapshot.close();
  }
  const objects = await copyObjects(stores.objects, { folder: part, codec }, progress);
  progress(`${objects.count} pictures, ${(objects.totalBytes / 1_000_000).toFixed(1)} MB`);
  const manifest: Manifest = {
    format: recipient ? FORMAT.encrypted : FORMAT.plain,
    version: readShopVersion(),
    point: snapshot.at.toISOString(),
    finishedAt: new Date().toISOString(),
    fenceMs: snapshot.fenceMs,
    databases,
    objects,
  };
  await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  return manifest;
}

/** All packages of the workspace share one version. */
const readShopVersion = (): string =>
  (JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8')) as { version: string }).version;

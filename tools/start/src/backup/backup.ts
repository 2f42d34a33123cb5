import { existsSync } from 'node:fs';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { WITH_DATABASE } from '../databases.js';
import type { Places } from '../places.js';
import { exportTables } from './export-tables.js';
import { type BackedUpDatabase, BackupError, FORMAT, MANIFEST, type Manifest } from './manifest.js';
import { copyObjects } from './object-files.js';
import { withConsistentSnapshot } from './consistent-snapshot.js';
import { shopVersion } from './shop-version.js';

/**
 * Backs a running shop up into the folder `to`, which must not be there: all databases as of one instant, then the
 * pictures. It is written as `to`.part and renamed when it is whole. Throws BackupError where there is something already.
 */
export async function backUp(places: Places, to: string, progress: (text: string) => void): Promise<Manifest> {
  if (existsSync(to)) throw new BackupError(`${to} is there already. Name another folder with --to.`);
  const part = `${to}.part`;
  await mkdir(dirname(to), { recursive: true });
  await rm(part, { recursive: true, force: true });
  await mkdir(part, { mode: 0o700 });
  const point = await withConsistentSnapshot(places.databases);
  progress(`the books stand still at ${point.at.toISOString()} (writers waited ${point.fenceMs} ms)`);
  const databases = {} as Record<(typeof WITH_DATABASE)[number], BackedUpDatabase>;
  try {
    for (const service of WITH_DATABASE) {
      const copied = await exportTables(point.readers[service], service, part);
      databases[service] = copied;
      const rows = copied.tables.reduce((sum, table) => sum + table.rows, 0);
      progress(`${service}: ${copied.tables.length} tables, ${rows} rows`);
    }
  } finally {
    await point.close();
  }
  const objects = await copyObjects(places.objects, part, progress);
  progress(`${objects.count} pictures, ${(objects.totalBytes / 1_000_000).toFixed(1)} MB`);
  const manifest: Manifest = {
    format: FORMAT,
    version: shopVersion(),
    point: point.at.toISOString(),
    finishedAt: new Date().toISOString(),
    fenceMs: point.fenceMs,
    databases,
    objects,
  };
  await writeFile(join(part, MANIFEST), `${JSON.stringify(manifest, null, 2)}\n`, { flush: true });
  await rename(part, to);
  return manifest;
}

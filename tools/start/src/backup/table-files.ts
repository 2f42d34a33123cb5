import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import type { WithDatabase } from '../databases.js';
import { connect, listTables } from './consistent-snapshot.js';
import type { BackupFolder } from './encryption.js';
import type { BackedUpDatabase, BackedUpTable } from './manifest.js';

/** Sequences are not transactional: their values may be newer than the snapshot, which only skips numbers. */
const SEQUENCES = `
  SELECT sequencename AS sequence, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS "isCalled"
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;

/** Writes the database that `reader` sees to databases/SERVICE, one compressed file for each table. */
export async function exportTables(
  reader: pg.Client,
  service: WithDatabase,
  to: BackupFolder,
): Promise<BackedUpDatabase> {
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(reader))
    tables.push(await exportTable(reader, `databases/${service}/${table}.copy.gz`, table, to));
  const migrations = await listMigrations(reader);
  const { rows } = await reader.query<BackedUpDatabase['sequences'][number]>(SEQUENCES);
  return { migrations, tables, sequences: rows };
}

/** Lists the migrations that a database has run; none for an empty database. */
async function listMigrations(client: pg.Client): Promise<string[]> {
  if (!(await listTables(client)).includes('migrations')) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp, name');
  return rows.map(({ name }) => name);
}

export async function readMigrations(url: string): Promise<string[]> {
  const client = await connect(url);
  try {
    return await listMigrations(client);
  } finally {
    await client.end();
  }
}

async function exportTable(
  reader: pg.Client,
  file: string,
  table: string,
  { folder, codec }: BackupFolder,
): Promise<BackedUpTable> {
  const { rows: attributes } = await reader.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [`public.${reader.escapeIdentifier(table)}`],
  );
  const columns = attributes.map(({ name }) => name);
  const list = columns.map((column) => reader.escapeIdentifier(column)).join(', ');
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const copy = reader.query(copyTo(`COPY ${reader.escapeIdentifier(table)} (${list}) TO STDOUT`));
  const digest = new DigestStream();
  await pipeline(copy, createGzip({ level: 3 }), codec.stream, digest, createWriteStream(path, { flush: true }));
  return { table, columns, rows: copy.rowCount, file, ...digest.result() };
}

/**
 * Replaces all rows of a database with the backup's, in the transaction of `client`. The database must have the backup's
 * migrations. Triggers are off, because their effects are in the backup; foreign keys are checked.
 */
export async function importTables(client: pg.Client, backup: BackedUpDatabase, source: BackupFolder): Promise<void> {
  const name = (table: string) => client.escapeIdentifier(table);
  const present = (await listTables(client)).filter((table) => table !== 'migrations');
  if (present.length > 0) await client.query(`TRUNCATE ${present.map(name).join(', ')}`);
  const tables = backup.tables.filter(({ table }) => table !== 'migrations');
  for (const table of await sortParentsFirst(client, tables)) {
    await client.query(`ALTER TABLE ${name(table.table)} DISABLE TRIGGER USER`);
    await importTable(client, table, source);
    await client.query(`ALTER TABLE ${name(table.table)} ENABLE TRIGGER USER`);
  }
  for (const { sequence, value, isCalled } of backup.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name(sequence), value, isCalled]);
}

async function importTable(
  client: pg.Client,
  { table, columns, rows, file }: BackedUpTable,
  { folder, codec }: BackupFolder,
): Promise<void> {
  const list = columns.map((column) => client.escapeIdentifier(column)).join(', ');
  const copy = client.query(copyFrom(`COPY ${client.escapeIdentifier(table)} (${list}) FROM STDIN`));
  await pipeline(createReadStream(join(folder, file)), codec.stream, createGunzip(), copy);
  if (copy.rowCount !== rows) throw new Error(`${copy.rowCount} of ${rows} rows of ${table} were imported.`);
}

/** Sorts each table after those that it refers to. Throws on a cycle. */
async function sortParentsFirst(client: pg.Client, tables: BackedUpTable[]): Promise<BackedUpTable[]> {
  const { rows } = await client.query<{ child: string; parent: string }>(
    `SELECT child.relname AS child, parent.relname AS parent FROM pg_constraint
       JOIN pg_class child ON child.oid = conrelid JOIN pg_class parent ON parent.oid = confrelid
      WHERE contype = 'f' AND conrelid <> confrelid AND connamespace = 'public'::regnamespace`,
  );
  const sorted: BackedUpTable[] = [];
  let left = tables;
  while (left.length > 0) {
    const waiting = new Set(left.map(({ table }) => table));
    const isFree = ({ table }: BackedUpTable) =>
      !rows.some(({ child, parent }) => child === table && waiting.has(parent));
    const free = left.filter(isFree);
    if (free.length === 0) throw new Error(`Tables refer to each other in a circle: ${[...waiting].join(', ')}`);
    sorted.push(...free);
    left = left.filter((table) => !isFree(table));
  }
  return sorted;
}

/** Counts and hashes the bytes that pass through. */
class DigestStream extends Transform {
  private readonly hash = createHash('sha256');
  private bytes = 0;

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: (error: null, chunk: Buffer) => void): void {
    this.hash.update(chunk);
    this.bytes += chunk.length;
    done(null, chunk);
  }

  result(): { bytes: number; sha256: string } {
    return { bytes: this.bytes, sha256: this.hash.digest('hex') };
  }
}

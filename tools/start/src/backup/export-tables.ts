import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import type { WithDatabase } from '../databases.js';
import { connect, tablesOf } from './consistent-snapshot.js';
import type { BackedUpDatabase, BackedUpTable } from './manifest.js';

/** Numbers that PostgreSQL gives out stand outside of transactions: read after the point, they are only ever too high. */
const SEQUENCES = `
  SELECT sequencename AS sequence, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS "isCalled"
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;

/** Writes a database, as `reader` sees it, into `folder`/databases/SERVICE: a compressed file a table. */
export async function exportTables(
  reader: pg.Client,
  service: WithDatabase,
  folder: string,
): Promise<BackedUpDatabase> {
  const tables: BackedUpTable[] = [];
  for (const table of await tablesOf(reader)) tables.push(await copyTable(reader, service, table, folder));
  const migrations = await migrationsOf(reader);
  const { rows } = await reader.query<BackedUpDatabase['sequences'][number]>(SEQUENCES);
  return { migrations, tables, sequences: rows };
}

/** The names of the migrations that made a database what it is; none where there is nothing yet. */
export async function migrationsOf(client: pg.Client): Promise<string[]> {
  if (!(await tablesOf(client)).includes('migrations')) return [];
  const { rows } = await client.query<{ name: string }>('SELECT name FROM migrations ORDER BY timestamp, name');
  return rows.map(({ name }) => name);
}

export async function migrationsAt(url: string): Promise<string[]> {
  const client = await connect(url);
  try {
    return await migrationsOf(client);
  } finally {
    await client.end();
  }
}

async function copyTable(reader: pg.Client, service: string, table: string, folder: string): Promise<BackedUpTable> {
  const { rows: named } = await reader.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [`public.${reader.escapeIdentifier(table)}`],
  );
  const columns = named.map(({ name }) => name);
  const list = columns.map((column) => reader.escapeIdentifier(column)).join(', ');
  const file = `databases/${service}/${table}.copy.gz`;
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const copy = reader.query(copyTo(`COPY ${reader.escapeIdentifier(table)} (${list}) TO STDOUT`));
  const written = new Tally();
  await pipeline(copy, createGzip({ level: 3 }), written, createWriteStream(path, { flush: true }));
  return { table, columns, rows: copy.rowCount, file, ...written.result() };
}

/** Counts and digests what passes. */
export class Tally extends Transform {
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

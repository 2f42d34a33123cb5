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
import { connect, listTables } from './consistent-snapshot.js';
import type { Codec } from './encryption.js';
import type { BackedUpDatabase, BackedUpTable } from './manifest.js';

/** Sequences are not transactional: their values may be newer than the snapshot, which only skips numbers. */
const SEQUENCES = `
  SELECT sequencename AS sequence, coalesce(last_value, start_value)::text AS value, last_value IS NOT NULL AS "isCalled"
    FROM pg_sequences WHERE schemaname = 'public' ORDER BY 1`;

/** Writes the database that `reader` sees to `folder`/databases/SERVICE, one compressed file for each table. */
export async function exportTables(
  reader: pg.Client,
  service: WithDatabase,
  folder: string,
  codec: Codec,
): Promise<BackedUpDatabase> {
  const tables: BackedUpTable[] = [];
  for (const table of await listTables(reader))
    tables.push(await copyTable(reader, `databases/${service}`, table, { folder, codec }));
  const migrations = await listMigrations(reader);
  const { rows } = await reader.query<BackedUpDatabase['sequences'][number]>(SEQUENCES);
  return { migrations, tables, sequences: rows };
}

/** Lists the migrations that a database has run; none for an empty database. */
export async function listMigrations(client: pg.Client): Promise<string[]> {
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

async function copyTable(
  reader: pg.Client,
  subfolder: string,
  table: string,
  { folder, codec }: { folder: string; codec: Codec },
): Promise<BackedUpTable> {
  const { rows: attributes } = await reader.query<{ name: string }>(
    `SELECT attname AS name FROM pg_attribute
      WHERE attrelid = $1::regclass AND attnum > 0 AND NOT attisdropped AND attgenerated = '' ORDER BY attnum`,
    [`public.${reader.escapeIdentifier(table)}`],
  );
  const columns = attributes.map(({ name }) => name);
  const list = columns.map((column) => reader.escapeIdentifier(column)).join(', ');
  const file = `${subfolder}/${table}.copy.gz`;
  const path = join(folder, file);
  await mkdir(dirname(path), { recursive: true });
  const copy = reader.query(copyTo(`COPY ${reader.escapeIdentifier(table)} (${list}) TO STDOUT`));
  const digest = new DigestStream();
  await pipeline(copy, createGzip({ level: 3 }), codec.stream, digest, createWriteStream(path, { flush: true }));
  return { table, columns, rows: copy.rowCount, file, ...digest.result() };
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

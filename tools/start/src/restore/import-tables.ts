import { createReadStream } from 'node:fs';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Codec } from '../backup/encryption.js';
import type { BackedUpDatabase, BackedUpTable } from '../backup/manifest.js';
import { listTables } from '../backup/consistent-snapshot.js';

interface Source {
  folder: string;
  codec: Codec;
}

/**
 * Replaces all rows of a database with the backup's, in the transaction of `client`. The database must have the backup's
 * migrations. Triggers are off, because their effects are in the backup; foreign keys are checked.
 */
export async function importTables(client: pg.Client, backup: BackedUpDatabase, source: Source): Promise<void> {
  const name = (table: string) => client.escapeIdentifier(table);
  const present = (await listTables(client)).filter((table) => table !== 'migrations');
  if (present.length > 0) await client.query(`TRUNCATE ${present.map(name).join(', ')}`);
  const tables = backup.tables.filter(({ table }) => table !== 'migrations');
  for (const table of await sortParentsFirst(client, tables)) {
    await client.query(`ALTER TABLE ${name(table.table)} DISABLE TRIGGER USER`);
    await copyTable(client, table, source);
    await client.query(`ALTER TABLE ${name(table.table)} ENABLE TRIGGER USER`);
  }
  for (const { sequence, value, isCalled } of backup.sequences)
    await client.query('SELECT setval($1::regclass, $2::bigint, $3)', [name(sequence), value, isCalled]);
}

async function copyTable(
  client: pg.Client,
  { table, columns, rows, file }: BackedUpTable,
  { folder, codec }: Source,
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

import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WITH_DATABASE, type WithDatabase } from '../databases.js';

/** A writer waits no longer than this for a backup; then it goes first, and the backup tries again. */
const FENCE_TIMEOUT_MS = 2_000;
const TRIES = 30;
const PAUSE_MS = 500;
/** The locks were not given in time, or there was a deadlock with a writer. */
const NOT_GIVEN = ['57014', '40P01'];

export interface ConsistentSnapshot {
  /** By service: a connection inside a read only transaction that sees this instant and none after. */
  readers: Record<WithDatabase, pg.Client>;
  /** The instant. */
  at: Date;
  /** For how long nobody could write, ms. */
  fenceMs: number;
  close(): Promise<void>;
}

/**
 * One instant of all databases: every table is locked against writing in all of them at once, which waits for the
 * transactions under way; then a transaction begins in each that goes on seeing this instant, and the locks are given
 * back. Reading is never held up, writing for so long as that takes. Throws where writers left no gap within a minute.
 */
export async function withConsistentSnapshot(urls: Record<WithDatabase, string>): Promise<ConsistentSnapshot> {
  for (let attempt = 1; ; attempt += 1) {
    const fences: pg.Client[] = [];
    const readers: pg.Client[] = [];
    const closeAll = async (clients: pg.Client[]) => {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    };
    try {
      for (const service of WITH_DATABASE) {
        readers.push(await connect(urls[service]));
        fences.push(await connect(urls[service]));
      }
      const began = performance.now();
      await Promise.all(fences.map(lockAll));
      await Promise.all(readers.map(beginReading));
      const at = new Date();
      await Promise.all(fences.map((fence) => fence.query('ROLLBACK')));
      const fenceMs = Math.round(performance.now() - began);
      await closeAll(fences);
      const entries = WITH_DATABASE.map((service, index) => [service, readers[index]]);
      return {
        readers: Object.fromEntries(entries) as Record<WithDatabase, pg.Client>,
        at,
        fenceMs,
        close: () => closeAll(readers),
      };
    } catch (error) {
      await closeAll([...fences, ...readers]);
      const code = (error as { code?: string }).code ?? '';
      if (!NOT_GIVEN.includes(code)) throw error;
      if (attempt === TRIES)
        throw new Error('The shop writes without a pause: no moment was found to begin. Try again when it is quieter.');
      await sleep(PAUSE_MS * (0.5 + Math.random()));
    }
  }
}

/** Without a statement that reads: the locks are there before anything is seen. */
async function lockAll(fence: pg.Client): Promise<void> {
  const tables = (await tablesOf(fence)).map((table) => fence.escapeIdentifier(table));
  await fence.query(`BEGIN; SET LOCAL statement_timeout = ${FENCE_TIMEOUT_MS}`);
  if (tables.length > 0) await fence.query(`LOCK TABLE ${tables.join(', ')} IN SHARE MODE`);
}

/** The transaction sees what there is at its first reading. */
async function beginReading(reader: pg.Client): Promise<void> {
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await reader.query('SELECT count(*) FROM pg_class');
}

/** A service's tables, by name. */
export async function tablesOf(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** A connection for long work: no statement is cut off, and it may rest within a transaction. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0');
  return client;
}

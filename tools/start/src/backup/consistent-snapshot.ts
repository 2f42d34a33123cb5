import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import { WITH_DATABASE, type WithDatabase } from '../databases.js';

/** A backup blocks writers about this long at most, also while it is suspended. It then gives way and retries. */
const FENCE_TIMEOUT_MS = 2_000;
const MAX_ATTEMPTS = 30;
const RETRY_DELAY_MS = 500;
const FENCE_ENDED = '25P03';
/** PostgreSQL's query_canceled (statement timeout), deadlock_detected and idle_in_transaction_session_timeout. */
const LOCKS_NOT_HELD = ['57014', '40P01', FENCE_ENDED];

export interface ConsistentSnapshot {
  /** By service: a connection in a read-only transaction that sees the snapshot. */
  readers: Record<WithDatabase, pg.Client>;
  at: Date;
  /** How long writers were blocked, ms. */
  fenceMs: number;
  close(): Promise<void>;
}

/**
 * Opens a snapshot of one instant of all databases. Locks every table against writes, which waits for running
 * transactions; begins a repeatable-read transaction in each database; releases the locks. Readers never wait. Throws
 * when writers leave no gap for about a minute.
 */
export async function openConsistentSnapshot(
  urls: Record<WithDatabase, string>,
  open: typeof connect = connect,
): Promise<ConsistentSnapshot> {
  for (let attempt = 1; ; attempt += 1) {
    const fences: pg.Client[] = [];
    const readers: pg.Client[] = [];
    const closeAll = async (clients: pg.Client[]) => {
      await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
    };
    try {
      for (const service of WITH_DATABASE) {
        readers.push(await open(urls[service]));
        fences.push(await open(urls[service]));
      }
      const began = performance.now();
      await Promise.all(fences.map(lockAll));
      await Promise.all(readers.map(beginReading));
      const at = new Date();
      await Promise.all(fences.map(release));
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
      if (!LOCKS_NOT_HELD.includes(code)) throw error;
      if (attempt === MAX_ATTEMPTS)
        throw new Error('The shop writes without a pause, so no snapshot could begin. Try again when it is quieter.');
      await sleep(RETRY_DELAY_MS * (0.5 + Math.random()));
    }
  }
}

/** Runs no SELECT before LOCK TABLE in its transaction, so no snapshot is taken before the locks are held. */
async function lockAll(fence: pg.Client): Promise<void> {
  const tables = (await listTables(fence)).map((table) => fence.escapeIdentifier(table));
  await fence.query(
    `BEGIN; SET LOCAL statement_timeout = ${FENCE_TIMEOUT_MS}; SET LOCAL idle_in_transaction_session_timeout = ${FENCE_TIMEOUT_MS}` +
      (tables.length > 0 ? `; LOCK TABLE ${tables.join(', ')} IN SHARE MODE` : ''),
  );
}

/** Throws FENCE_ENDED on a lost connection: the locks may have been lost before the readers began. */
async function release(fence: pg.Client): Promise<void> {
  await fence.query('ROLLBACK').catch((cause: unknown) => {
    throw Object.assign(new Error('the fence was ended', { cause }), { code: FENCE_ENDED });
  });
}

/** The first query fixes what a repeatable-read transaction sees. */
async function beginReading(reader: pg.Client): Promise<void> {
  await reader.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  await reader.query('SELECT count(*) FROM pg_class');
}

/** Lists the tables of a service, sorted by name. */
export async function listTables(client: pg.Client): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT relname AS name FROM pg_class WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' ORDER BY 1`,
  );
  return rows.map(({ name }) => name);
}

/** Connects without statement and idle-transaction timeouts, for long work. */
export async function connect(url: string): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 10_000 });
  client.on('error', () => undefined);
  await client.connect();
  await client.query('SET idle_in_transaction_session_timeout = 0; SET statement_timeout = 0');
  return client;
}

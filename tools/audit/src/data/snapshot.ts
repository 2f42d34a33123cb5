import pg from 'pg';
import { type Columns, type RowOf, selectList } from './columns.js';

const PAGE_ROWS = 2_000;
/** Bounds the memory for one table. */
const MAX_ROWS = 250_000;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 15_000;

/** A read-only view of a database at one instant. */
export interface Snapshot {
  /** By the database's clock. */
  at: Date;
  /**
   * Reads all rows of a table or a named subquery in pages, sorted by its unique text or uuid column `key`. Throws when the
   * table has more than 250,000 rows.
   */
  rows<Table extends Columns>(table: string, key: string, columns: Table): Promise<RowOf<Table>[]>;
}

/**
 * Runs `read` in a read-only repeatable-read transaction. Adds the service's name to database errors. No statement runs
 * longer than 15 s.
 */
export async function withSnapshot<Result>(
  service: string,
  url: string,
  read: (snapshot: Snapshot) => Promise<Result>,
): Promise<Result> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'geodes-audit',
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    lock_timeout: CONNECT_TIMEOUT_MS,
    idle_in_transaction_session_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: STATEMENT_TIMEOUT_MS + CONNECT_TIMEOUT_MS,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
    await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
    // The first statement fixes the instant.
    const { rows } = await client.query<{ at: Date }>('SELECT clock_timestamp() AS at');
    const snapshot: Snapshot = {
      at: rows[0]?.at ?? new Date(),
      rows: (table, key, columns) => readTable(client, table, key, columns),
    };
    return await read(snapshot);
  } catch (error) {
    throw new Error(
      `the records of ${service} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function readTable<Table extends Columns>(
  client: pg.Client,
  table: string,
  key: string,
  columns: Table,
): Promise<RowOf<Table>[]> {
  const select = selectList(columns);
  const page = (after: string) =>
    `SELECT ${select}, ${key} AS "page key" FROM ${table} ${after} ORDER BY ${key} LIMIT ${PAGE_ROWS}`;
  const all: RowOf<Table>[] = [];
  let last: string | undefined;
  do {
    const { rows } =
      last === undefined ? await client.query(page('')) : await client.query(page(`WHERE ${key} > $1`), [last]);
    last = undefined;
    for (const { 'page key': pageKey, ...row } of rows as ({ 'page key': string } & RowOf<Table>)[]) {
      all.push(row as unknown as RowOf<Table>);
      last = pageKey;
    }
    if (rows.length < PAGE_ROWS && all.length <= MAX_ROWS) return all;
  } while (all.length <= MAX_ROWS);
  throw new Error(`${table} has more than ${MAX_ROWS} rows`);
}

import pg from 'pg';

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
   * Reads all rows of a table or a named subquery in pages, sorted by its unique text or uuid column `key`. `columns` maps
   * the fields of `Row` to SQL. Throws when the table has more than 250,000 rows.
   */
  rows<Row extends object>(table: string, key: string, columns: Record<keyof Row & string, string>): Promise<Row[]>;
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

async function readTable<Row extends object>(
  client: pg.Client,
  table: string,
  key: string,
  columns: Record<string, string>,
): Promise<Row[]> {
  const select = Object.entries(columns).map(([name, sql]) => `${sql} AS "${name}"`);
  const page = (after: string) =>
    `SELECT ${select.join(', ')}, ${key} AS "page key" FROM ${table} ${after} ORDER BY ${key} LIMIT ${PAGE_ROWS}`;
  const all: Row[] = [];
  let last: string | undefined;
  do {
    const { rows } =
      last === undefined ? await client.query(page('')) : await client.query(page(`WHERE ${key} > $1`), [last]);
    last = undefined;
    for (const { 'page key': pageKey, ...row } of rows as ({ 'page key': string } & Row)[]) {
      all.push(row as unknown as Row);
      last = pageKey;
    }
    if (rows.length < PAGE_ROWS && all.length <= MAX_ROWS) return all;
  } while (all.length <= MAX_ROWS);
  throw new Error(`${table} has more than ${MAX_ROWS} rows`);
}

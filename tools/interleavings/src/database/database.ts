import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { createLogger, migrateDatabase } from '@geodes/kit';
import { freshDatabase } from '@geodes/testing';

const VACUUM_EVERY = 100;
/** Free connections at the start of a run. A run that needs more opens them. */
const CONNECTIONS = 9;

/** A service's database with its migrations and the virtual clock. Lends connections to the service's processes. */
export class Database {
  private readonly free: pg.Client[] = [];
  private opening: Promise<unknown> = Promise.resolve();
  private clock = Number.NaN;
  private cleanings = 0;
  private deleteAll = '';

  private constructor(
    readonly url: string,
    /** For setup and checks; no process of the shop uses it. */
    readonly admin: pg.Client,
    private readonly drop: () => Promise<void>,
  ) {}

  static async open(name: string, options: (url: string) => DataSourceOptions): Promise<Database> {
    const { url, drop } = await freshDatabase(`interleavings_${name}`);
    const first = await connect(url);
    await first.query(searchPath(new URL(url).pathname.slice(1)));
    await first.query(VIRTUAL_TIME);
    await first.end();
    await migrateDatabase(options(url), createLogger(name, 'silent'));
    const database = new Database(url, await connect(url), drop);
    await database.resizePool();
    const { rows } = await database.admin.query<{ name: string }>(
      `SELECT format('%I', relname) AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations' ORDER BY oid DESC`,
    );
    // autovacuum would run at any moment and lock the tables that it truncates
    for (const { name: table } of rows)
      await database.admin.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)`);
    // newest first, because foreign keys refer to older tables; TRUNCATE would be slower, as it creates new files
    database.deleteAll = rows.map(({ name: table }) => `DELETE FROM ${table};`).join(' ');
    return database;
  }

  /** Empties the database, so that no earlier run influences the next one. */
  async clean(): Promise<void> {
    await this.admin.query(`${this.deleteAll} SELECT setval('virtual_ids', 1)`);
    await this.resizePool();
    this.cleanings += 1;
    if (this.cleanings % VACUUM_EVERY === 0) await this.admin.query('VACUUM (TRUNCATE false, ANALYZE)');
  }

  /** Sets the clock that every `now()` reads, milliseconds since 1970. */
  async setClock(now: number): Promise<void> {
    if (this.clock === now) return;
    this.clock = now;
    await this.admin.query({ name: 'set-clock', text: `SELECT setval('virtual_clock', $1)`, values: [now] });
  }

  /** Maps each backend that waits for a lock to the backends that block it. */
  async waiting(pids: number[]): Promise<Map<number, number[]>> {
    const { rows } = await this.admin.query<{ pid: number; blockers: number[] }>({
      name: 'waiting',
      text: 'SELECT pid, pg_blocking_pids(pid) AS blockers FROM unnest($1::int[]) AS pid',
      values: [pids],
    });
    const waiting = rows.filter(({ blockers }) => blockers.length > 0);
    return new Map(waiting.map(({ pid, blockers }) => [pid, blockers]));
  }

  /** Lends a free connection; undefined when there is none. */
  take(): pg.Client | undefined {
    return this.free.pop();
  }

  /** Opens a connection. Callers get theirs in the order of their calls. */
  make(): Promise<pg.Client> {
    const opened = this.opening.then(() => connect(this.url));
    this.opening = opened.catch(() => undefined);
    return opened;
  }

  returnClient(client: pg.Client): void {
    this.free.push(client);
  }

  async close(): Promise<void> {
    await Promise.all([this.admin, ...this.free].map((client) => client.end()));
    await this.drop();
  }

  /** The number of connections must not depend on earlier runs. */
  private async resizePool(): Promise<void> {
    while (this.free.length < CONNECTIONS) this.free.push(await connect(this.url));
    for (const client of this.free.splice(CONNECTIONS)) await client.end();
  }
}

const connect = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

/**
 * Replaces PostgreSQL's clock. `public` precedes `pg_catalog` in the search path, so every `now()` of services,
 * migrations and column defaults is this one. CURRENT_TIMESTAMP is not a function; `describeStatement` writes `now()`
 * instead. A sequence holds the time, because every transaction sees its value at once, whatever its snapshot.
 * PostgreSQL's ids are counted, so that a seed always makes the same ids.
 */
const VIRTUAL_TIME = `
  CREATE SEQUENCE virtual_clock MINVALUE 0;
  CREATE SEQUENCE virtual_ids;
  CREATE FUNCTION public.now() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM public.virtual_clock';
  CREATE FUNCTION public.statement_timestamp() RETURNS timestamptz LANGUAGE sql STABLE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM public.virtual_clock';
  CREATE FUNCTION public.clock_timestamp() RETURNS timestamptz LANGUAGE sql VOLATILE
    AS 'SELECT to_timestamp(last_value / 1000.0) FROM public.virtual_clock';
  CREATE FUNCTION public.gen_random_uuid() RETURNS uuid LANGUAGE sql VOLATILE
    AS 'SELECT md5(nextval(''public.virtual_ids'')::text)::uuid'`;

const searchPath = (database: string): string => `ALTER DATABASE ${database} SET search_path = public, pg_catalog`;

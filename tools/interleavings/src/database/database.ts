import pg from 'pg';
import type { DataSourceOptions } from 'typeorm';
import { createLogger, migrateDatabase } from '@geodes/kit';
import { freshDatabase } from '@geodes/testing';
import { searchPath, VIRTUAL_TIME } from './virtual-time.js';

const VACUUM_EVERY = 100;
/** So many connections are free when an interleaving begins; more are made while it needs them. */
const CONNECTIONS = 9;

/** A service's database with its own migrations and our clock; its connections are lent to the service's processes. */
export class Database {
  private readonly free: pg.Client[] = [];
  private making: Promise<unknown> = Promise.resolve();
  private clock = Number.NaN;
  private cleaned = 0;
  private emptying = '';

  private constructor(
    readonly url: string,
    /** For setting up and looking; no process of the shop uses it. */
    readonly admin: pg.Client,
    private readonly dropIt: () => Promise<void>,
  ) {}

  static async open(name: string, options: (url: string) => DataSourceOptions): Promise<Database> {
    const { url, drop } = await freshDatabase(`interleavings_${name}`);
    const first = await connected(url);
    await first.query(searchPath(new URL(url).pathname.slice(1)));
    await first.query(VIRTUAL_TIME);
    await first.end();
    await migrateDatabase(options(url), createLogger(name, 'silent'));
    const database = new Database(url, await connected(url), drop);
    await database.evenOut();
    const { rows } = await database.admin.query<{ name: string }>(
      `SELECT format('%I', relname) AS name FROM pg_class
        WHERE relnamespace = 'public'::regnamespace AND relkind = 'r' AND relname <> 'migrations' ORDER BY oid DESC`,
    );
    // a vacuum of the server's own would come at any moment, and lock what it makes shorter
    for (const { name: table } of rows)
      await database.admin.query(`ALTER TABLE ${table} SET (autovacuum_enabled = off, toast.autovacuum_enabled = off)`);
    // the youngest first: a table refers only to older ones; and no TRUNCATE, which makes new files each time
    database.emptying = rows.map(({ name: table }) => `DELETE FROM ${table};`).join(' ');
    return database;
  }

  /** Empties it for the next interleaving: no trace of the last one may decide anything. */
  async clean(): Promise<void> {
    await this.admin.query(`${this.emptying} SELECT setval('virtual_ids', 1)`);
    await this.evenOut();
    this.cleaned += 1;
    if (this.cleaned % VACUUM_EVERY === 0) await this.admin.query('VACUUM (TRUNCATE false, ANALYZE)');
  }

  /** Sets the clock that every `now()` reads, milliseconds since 1970. */
  async setClock(now: number): Promise<void> {
    if (this.clock === now) return;
    this.clock = now;
    await this.admin.query({ name: 'set-clock', text: `SELECT setval('virtual_clock', $1)`, values: [now] });
  }

  /** Which of the backends with these process ids wait for a lock of another one, and for whose. */
  async waiting(pids: number[]): Promise<Map<number, number[]>> {
    const { rows } = await this.admin.query<{ pid: number; blockers: number[] }>({
      name: 'waiting',
      text: 'SELECT pid, pg_blocking_pids(pid) AS blockers FROM unnest($1::int[]) AS pid',
      values: [pids],
    });
    const waiting = rows.filter(({ blockers }) => blockers.length > 0);
    return new Map(waiting.map(({ pid, blockers }) => [pid, blockers]));
  }

  /** Lends a connection; undefined where a new one has to be made first. */
  take(): pg.Client | undefined {
    return this.free.pop();
  }

  /** Whoever asks first gets his first. */
  make(): Promise<pg.Client> {
    const made = this.making.then(() => connected(this.url));
    this.making = made.catch(() => undefined);
    return made;
  }

  giveBack(client: pg.Client): void {
    this.free.push(client);
  }

  async close(): Promise<void> {
    await Promise.all([this.admin, ...this.free].map((client) => client.end()));
    await this.dropIt();
  }

  /** How many connections there are must not tell what ran before. */
  private async evenOut(): Promise<void> {
    while (this.free.length < CONNECTIONS) this.free.push(await connected(this.url));
    for (const client of this.free.splice(CONNECTIONS)) await client.end();
  }
}

const connected = async (url: string): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  return client;
};

import { spawn } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import type { ServerUrls } from '@geodes/servers';
import pg from 'pg';
import { TEST_SERVERS } from './config.js';

const START_TIMEOUT_MS = 300_000;
const CONNECT_TIMEOUT_MS = 10_000;
const mainFile = fileURLToPath(new URL('../dist/test-servers-main.js', import.meta.url));

let servers: Promise<ServerUrls> | undefined;

/**
 * Returns the servers to test on: those that `npm test` started (TEST_SERVERS), else private ones that end with this
 * process. All test files of one Jest process share them.
 */
export const testServers = (): Promise<ServerUrls> =>
  (servers ??= TEST_SERVERS ? Promise.resolve(JSON.parse(TEST_SERVERS) as ServerUrls) : startPrivateServers());

export interface FreshDatabase {
  /** postgres://role:password@host:port/database. The role owns only this database, as in the shop. */
  url: string;
  /** Drops the database and its role, even if clients are connected. */
  drop(): Promise<void>;
}

/** Creates an empty database with its own role. `name` becomes part of the database name. */
export async function freshDatabase(name: string): Promise<FreshDatabase> {
  const { postgres } = await testServers();
  const database = `test_${name.replaceAll(/\W/g, '_')}_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await administrate(postgres, [
    `CREATE ROLE ${database} LOGIN PASSWORD '${password}'`,
    // an administrator without superuser may assign a database only to roles it is a member of
    `GRANT ${database} TO CURRENT_USER`,
    `CREATE DATABASE ${database} OWNER ${database}`,
  ]);
  const url = new URL(postgres);
  Object.assign(url, { username: database, password, pathname: `/${database}` });
  const drop = () =>
    administrate(postgres, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, `DROP ROLE IF EXISTS ${database}`]);
  return { url: url.href, drop };
}

const administrate = (url: string, statements: string[]): Promise<void> =>
  onDatabase(url, async (client) => {
    for (const statement of statements) await client.query(statement);
  });

/** Runs `work` on a connection of its own. Connecting may take 10 s, and each statement `timeoutMs`. */
export const onDatabase = async <T>(
  url: string,
  work: (client: pg.Client) => Promise<T>,
  timeoutMs = 30_000,
): Promise<T> => {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    query_timeout: timeoutMs,
  });
  // a lost connection fails the statement; without a listener it would also end the process
  client.on('error', () => undefined);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
};

function startPrivateServers(): Promise<ServerUrls> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [mainFile], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
    const timer = setTimeout(() => child.kill(), START_TIMEOUT_MS);
    let output = '';
    child.stdout.on('data', (data: Buffer) => {
      output += data.toString();
      if (!output.includes('\n')) return;
      clearTimeout(timer);
      // must not keep the test run alive; the child exits when its standard input closes
      child.unref();
      for (const stream of [child.stdin, child.stdout]) (stream as unknown as { unref(): void }).unref();
      resolve(JSON.parse(output) as ServerUrls);
    });
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`the test servers ended with ${code}; was libs/testing built?`)));
  });
}

import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { type ServerUrls, startServers } from '@geodes/servers';

let running: Promise<ServerUrls> | undefined;

/**
 * The real PostgreSQL, Redis, NATS and object store that integration tests use: those of the whole run (`TEST_SERVERS`,
 * JSON of ServerUrls), else private ones, started once a process and ended with it.
 */
export const testServers = (): Promise<ServerUrls> => (running ??= given() ?? startOwn());

const given = (): Promise<ServerUrls> | undefined => {
  const json = process.env.TEST_SERVERS;
  return json ? Promise.resolve(JSON.parse(json) as ServerUrls) : undefined;
};

const startOwn = async (): Promise<ServerUrls> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'geodes-test-'));
  const { urls } = await startServers({ dataDir, durable: false });
  process.on('exit', () => void rm(dataDir, { recursive: true, force: true }));
  return urls;
};

export interface FreshDatabase {
  /** postgres://role:password@host:port/database; the role owns it and nothing else, as in the shop. */
  url: string;
  drop(): Promise<void>;
}

/** An empty database of its own with a role of its own, for one test file. */
export const freshDatabase = async (name: string): Promise<FreshDatabase> => {
  const { postgres } = await testServers();
  const database = `test_${name.replaceAll(/\W/g, '_')}_${randomBytes(4).toString('hex')}`;
  const password = randomBytes(12).toString('hex');
  await asAdmin(postgres, [
    `CREATE ROLE ${database} LOGIN PASSWORD '${password}'`,
    `CREATE DATABASE ${database} OWNER ${database}`,
  ]);
  const url = new URL(postgres);
  Object.assign(url, { username: database, password, pathname: `/${database}` });
  return {
    url: url.href,
    drop: () => asAdmin(postgres, [`DROP DATABASE IF EXISTS ${database} WITH (FORCE)`, `DROP ROLE IF EXISTS ${database}`]),
  };
};

const asAdmin = async (url: string, statements: string[]): Promise<void> => {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
};

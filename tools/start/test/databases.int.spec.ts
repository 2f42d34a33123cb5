import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { SecretStore, type RunningServers, startServers } from '@geodes/servers';
import { makeDatabases } from '../src/databases.js';
import { UNUSED_STORE } from './unused-store.js';

describe('makeDatabases', () => {
  let dataDir: string;
  let servers: RunningServers;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-databases-'));
    const unused = { redis: 'unused', nats: 'unused', s3: UNUSED_STORE };
    servers = await startServers({ dataDir, durable: false }, unused);
  });
  afterAll(async () => {
    await servers.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  async function query(url: string, statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  it('creates a database and a role for each service and keeps them at the next start', async () => {
    const first = await makeDatabases(servers.urls.postgres, new SecretStore(dataDir), true);
    await query(
      first.orders,
      'CREATE TABLE kept AS SELECT current_user::text AS role, current_database()::text AS name',
    );
    const second = await makeDatabases(servers.urls.postgres, new SecretStore(dataDir), true);
    expect(second).toEqual(first);
    expect(await query(second.orders, 'SELECT * FROM kept')).toEqual([
      { role: 'geodes_orders', name: 'geodes_orders' },
    ]);
    expect(Object.keys(first)).toEqual(['catalog', 'orders', 'payments', 'media']);
  });

  it('closes each database to the roles of the other services', async () => {
    const { orders } = await makeDatabases(servers.urls.postgres, new SecretStore(dataDir), true);
    for (const other of ['geodes_catalog', 'geodes_payments', 'geodes_media', 'postgres', 'template1'])
      await expect(query(orders.replace(/\/\w+$/, `/${other}`), 'SELECT 1')).rejects.toThrow('permission denied');
  });

  it('lets the audit read all tables, later ones included, and change none', async () => {
    const secrets = new SecretStore(dataDir);
    const { orders, media } = await makeDatabases(servers.urls.postgres, secrets, true);
    await query(orders, 'CREATE TABLE later AS SELECT 1 AS one');
    const asAudit = (url: string) =>
      Object.assign(new URL(url), { username: 'geodes_audit', password: secrets.get('database.geodes_audit') }).href;
    expect(await query(asAudit(orders), 'SELECT * FROM later')).toEqual([{ one: 1 }]);
    await expect(query(asAudit(orders), 'DELETE FROM later')).rejects.toThrow('read-only transaction');
    for (const statement of ['DELETE FROM later', 'CREATE TABLE mine (id int)'])
      await expect(query(asAudit(orders), `BEGIN READ WRITE; ${statement}`)).rejects.toThrow('permission denied');
    await expect(query(asAudit(media), 'SELECT 1')).rejects.toThrow('permission denied');
  });

  it('does not lock out a running shop that has another DATA_DIR', async () => {
    const { orders } = await makeDatabases(servers.urls.postgres, new SecretStore(dataDir), true);
    const shop = new pg.Client({ connectionString: orders });
    await shop.connect();
    const other = new SecretStore(join(dataDir, 'drill'));
    await expect(makeDatabases(servers.urls.postgres, other, false)).rejects.toThrow('geodes_orders');
    await shop.end();
    expect(await query(orders, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    const taken = await makeDatabases(servers.urls.postgres, other, false);
    expect(await query(taken.orders, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('works for an administrator who is no superuser', async () => {
    await query(servers.urls.postgres, `CREATE ROLE keeper LOGIN CREATEDB CREATEROLE PASSWORD 'keeper'`);
    await query(servers.urls.postgres, 'GRANT CONNECT ON DATABASE postgres TO keeper');
    for (const service of ['catalog', 'orders', 'payments', 'media']) {
      await query(servers.urls.postgres, `DROP DATABASE IF EXISTS geodes_${service}`);
      await query(servers.urls.postgres, `DROP ROLE IF EXISTS geodes_${service}`);
    }
    await query(servers.urls.postgres, 'DROP ROLE IF EXISTS geodes_audit');
    const admin = new URL(servers.urls.postgres);
    Object.assign(admin, { username: 'keeper', password: 'keeper' });
    const { media } = await makeDatabases(admin.href, new SecretStore(dataDir), false);
    expect(await query(media, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    expect(await makeDatabases(admin.href, new SecretStore(dataDir), false)).toHaveProperty('media', media);
  });
});

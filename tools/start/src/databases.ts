import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SecretStore } from '@geodes/servers';
import { AUDIT_ROLE } from './audit-role.js';

export const WITH_DATABASE = ['catalog', 'orders', 'payments', 'media'] as const;
export type WithDatabase = (typeof WITH_DATABASE)[number];

const AUDITED = ['catalog', 'orders', 'payments'] as const satisfies WithDatabase[];

const REACH_TIMEOUT_MS = 30_000;

/**
 * Gives each service a role and a database of its own, on the server at `adminUrl`, and returns their addresses; and
 * the audit a role that reads three of them.
 * Safe to run at every start: what is there stays, passwords are set to the kept ones.
 * Throws where the server cannot be reached within 30 s or refuses.
 * @param isOurs the server belongs to this shop alone, so its other databases are closed to the roles as well
 */
export async function makeDatabases(
  adminUrl: string,
  secrets: Pick<SecretStore, 'get'>,
  isOurs: boolean,
): Promise<Record<WithDatabase, string>> {
  const admin = await connect(adminUrl);
  try {
    if (isOurs) await admin.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC');
    const entries: [WithDatabase, string][] = [];
    for (const service of WITH_DATABASE) {
      const name = `geodes_${service}`;
      const password = secrets.get(`database.${name}`);
      await makeDatabase(admin, name, password);
      const url = new URL(adminUrl);
      Object.assign(url, { username: name, password, pathname: `/${name}` });
      entries.push([service, url.href]);
    }
    const databases = Object.fromEntries(entries) as Record<WithDatabase, string>;
    await makeRole(admin, AUDIT_ROLE, secrets.get(`database.${AUDIT_ROLE}`));
    await admin.query(`ALTER ROLE ${AUDIT_ROLE} SET default_transaction_read_only = on`);
    await Promise.all(AUDITED.map((service) => openToAudit(databases[service])));
    return databases;
  } finally {
    await admin.end();
  }
}

async function makeRole(admin: pg.Client, name: string, password: string): Promise<void> {
  const role = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const verb = role.rowCount ? 'ALTER' : 'CREATE';
  await admin.query(`${verb} ROLE ${name} LOGIN PASSWORD ${admin.escapeLiteral(password)}`);
}

/** As the owner of the database, whose tables they are: those that are there, and those of later migrations. */
async function openToAudit(url: string): Promise<void> {
  const owner = await connect(url);
  try {
    await owner.query(`GRANT CONNECT ON DATABASE ${new URL(url).pathname.slice(1)} TO ${AUDIT_ROLE}`);
    await owner.query(`GRANT USAGE ON SCHEMA public TO ${AUDIT_ROLE}`);
    await owner.query(`GRANT SELECT ON ALL TABLES IN SCHEMA public TO ${AUDIT_ROLE}`);
    await owner.query(`ALTER DEFAULT PRIVILEGES IN SCHEMA public GRANT SELECT ON TABLES TO ${AUDIT_ROLE}`);
  } finally {
    await owner.end();
  }
}

async function makeDatabase(admin: pg.Client, name: string, password: string): Promise<void> {
  await makeRole(admin, name, password);
  const database = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!database.rowCount) {
    // an administrator that is no superuser may give a database only to a role it belongs to
    await admin.query(`GRANT ${name} TO CURRENT_USER`);
    await admin.query(`CREATE DATABASE ${name} OWNER ${name}`);
  }
  await admin.query(`REVOKE CONNECT, TEMPORARY ON DATABASE ${name} FROM PUBLIC`);
}

async function connect(url: string): Promise<pg.Client> {
  const until = Date.now() + REACH_TIMEOUT_MS;
  for (;;) {
    const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000, query_timeout: 30_000 });
    client.on('error', () => undefined);
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      if (Date.now() > until) throw error;
      await sleep(500);
    }
  }
}

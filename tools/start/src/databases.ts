import { setTimeout as sleep } from 'node:timers/promises';
import pg from 'pg';
import type { SecretStore } from '@geodes/servers';
import { ConfigError } from './config.js';

export const WITH_DATABASE = ['catalog', 'orders', 'payments', 'media'] as const;
export type WithDatabase = (typeof WITH_DATABASE)[number];

/** May read the audited databases and change nothing. */
export const AUDIT_ROLE = 'geodes_audit';
const AUDITED = ['catalog', 'orders', 'payments'] as const satisfies WithDatabase[];

const REACH_TIMEOUT_MS = 30_000;
const WRONG_PASSWORD = '28P01';

/**
 * Creates a role and a database for each service on the server at `adminUrl`, and a read-only role for the audit.
 * Returns the URLs. Idempotent: existing databases stay, passwords are set to the stored ones. Throws when the server
 * stays unreachable for 30 s or refuses the password, and ConfigError when a running shop uses its roles.
 * @param isPrivateServer no other application uses the server, so its default databases are closed to the roles too
 */
export async function makeDatabases(
  adminUrl: string,
  secrets: Pick<SecretStore, 'get' | 'has'>,
  isPrivateServer: boolean,
): Promise<Record<WithDatabase, string>> {
  const admin = await connect(adminUrl);
  try {
    if (isPrivateServer) await admin.query('REVOKE CONNECT ON DATABASE postgres, template1 FROM PUBLIC');
    else await refuseRolesOfRunningShop(admin, secrets);
    const databases = {} as Record<WithDatabase, string>;
    for (const service of WITH_DATABASE) {
      const name = `geodes_${service}`;
      const password = secrets.get(`database.${name}`);
      await makeDatabase(admin, name, password);
      databases[service] = Object.assign(new URL(adminUrl), { username: name, password, pathname: `/${name}` }).href;
    }
    await makeRole(admin, AUDIT_ROLE, secrets.get(`database.${AUDIT_ROLE}`));
    await admin.query(`ALTER ROLE ${AUDIT_ROLE} SET default_transaction_read_only = on`);
    await Promise.all(AUDITED.map((service) => grantAuditAccess(databases[service])));
    return databases;
  } finally {
    await admin.end();
  }
}

/** Refuses to change the passwords of a running shop that has another DATA_DIR: it would be locked out. */
async function refuseRolesOfRunningShop(admin: pg.Client, secrets: Pick<SecretStore, 'has'>): Promise<void> {
  const roles = [...WITH_DATABASE.map((service) => `geodes_${service}`), AUDIT_ROLE];
  const { rows } = await admin.query<{ name: string }>(
    'SELECT DISTINCT usename AS name FROM pg_stat_activity WHERE usename = ANY($1) ORDER BY 1',
    [roles.filter((name) => !secrets.has(`database.${name}`))],
  );
  if (rows.length === 0) return;
  throw new ConfigError([
    `A running shop uses the server of DATABASE_URL as ${rows.map(({ name }) => name).join(', ')}, and DATA_DIR does not ` +
      'have its passwords. Stop that shop, name its DATA_DIR, or unset DATABASE_URL to get a private server.',
  ]);
}

async function makeRole(admin: pg.Client, name: string, password: string): Promise<void> {
  const role = await admin.query('SELECT FROM pg_roles WHERE rolname = $1', [name]);
  const verb = role.rowCount ? 'ALTER' : 'CREATE';
  await admin.query(`${verb} ROLE ${name} LOGIN PASSWORD ${admin.escapeLiteral(password)}`);
}

/** Connects as the database's owner, who can grant access to present tables and to those of later migrations. */
async function grantAuditAccess(url: string): Promise<void> {
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
    // An administrator who is no superuser must be a member of the role that will own the database.
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
      if ((error as { code?: string }).code === WRONG_PASSWORD || Date.now() > until) throw error;
      await sleep(500);
    }
  }
}

import type { DatabaseUse } from '@geodes/contracts';
import type { DataSource } from 'typeorm';

/** Counts the server's client connections and its limit. Backends without a database are PostgreSQL's own processes. */
export const databaseUse = async (database: DataSource): Promise<DatabaseUse> => {
  const [use]: DatabaseUse[] = await database.query(
    `SELECT count(*)::int AS connections, current_setting('max_connections')::int AS "maxConnections"
       FROM pg_stat_activity WHERE datid IS NOT NULL`,
  );
  if (!use) throw new Error('the server did not say how many connections it has');
  return use;
};

import type { DatabaseUse } from '@geodes/contracts';
import type { DataSource } from 'typeorm';

/** How many connections the server has and takes, whoever holds them. What belongs to no database is its own. */
export const databaseUse = async (database: DataSource): Promise<DatabaseUse> => {
  const [use]: DatabaseUse[] = await database.query(
    `SELECT count(*)::int AS connections, current_setting('max_connections')::int AS "maxConnections"
       FROM pg_stat_activity WHERE datid IS NOT NULL`,
  );
  if (!use) throw new Error('the server did not say how many connections it has');
  return use;
};

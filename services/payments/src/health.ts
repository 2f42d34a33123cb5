import type { HealthCheck } from '@geodes/kit';
import { DataSource } from 'typeorm';

/** Checks PostgreSQL only. The shop stays open while Square is unreachable; `shop_square_up` shows that. */
export const databaseHealth = {
  useFactory: (database: DataSource): HealthCheck[] => [{ name: 'postgres', check: () => database.query('SELECT 1') }],
  inject: [DataSource],
};

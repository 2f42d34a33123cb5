import type { HealthCheck } from '@geodes/kit';
import { DataSource } from 'typeorm';

/** Square is not among them: while it is away the shop stays open, and shop_square_up says so. */
export const databaseHealth = {
  useFactory: (database: DataSource): HealthCheck[] => [{ name: 'postgres', check: () => database.query('SELECT 1') }],
  inject: [DataSource],
};

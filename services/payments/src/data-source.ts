import { type DataSourceOptions, DataSource } from 'typeorm';
import { databaseOptions, loadMigrations, type HealthCheck } from '@geodes/kit';
import type { PaymentsConfig } from './config.js';
import { Payment } from './payments/payment.entity.js';
import { ReconciliationRun } from './reconciliation/reconciliation-run-log.js';
import { Difference } from './differences/difference.entity.js';
import { Refund } from './payments/refund.entity.js';

const migrations = await loadMigrations(new URL('migrations/', import.meta.url));

/** The options of the payments database: its entities, and the migrations that create their tables. */
export const paymentsDatabase = ({
  DATABASE_URL,
  NAME,
}: Pick<PaymentsConfig, 'DATABASE_URL' | 'NAME'>): DataSourceOptions =>
  databaseOptions({
    url: DATABASE_URL,
    entities: [Payment, Refund, Difference, ReconciliationRun],
    migrations,
    name: NAME ?? 'payments',
  });

/** Checks PostgreSQL only. The shop stays open while Square is unreachable; `shop_square_up` shows that. */
export const databaseHealth = {
  useFactory: (database: DataSource): HealthCheck[] => [{ name: 'postgres', check: () => database.query('SELECT 1') }],
  inject: [DataSource],
};

import { migrateDatabase, startService } from '@geodes/kit';
import { PaymentsModule } from './app.module.js';
import { readConfig } from './config.js';
import { paymentsDatabase, databaseHealth } from './data-source.js';

const config = readConfig();

await startService({
  service: 'payments',
  config,
  module: PaymentsModule.for(config),
  health: databaseHealth,
  prepare: (logger) => migrateDatabase(paymentsDatabase(config), logger),
});

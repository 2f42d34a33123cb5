import { migrateDatabase, startService } from '@geodes/kit';
import { health, OrdersModule } from './app.module.js';
import { readConfig } from './config.js';
import { ordersDatabase } from './data-source.js';

const config = readConfig();

await startService({
  service: 'orders',
  config,
  module: OrdersModule.for(config),
  health,
  prepare: (logger) => migrateDatabase(ordersDatabase(config.DATABASE_URL), logger),
});

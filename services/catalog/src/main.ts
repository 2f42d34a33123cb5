import { migrateDatabase, startService } from '@geodes/kit';
import { CatalogModule, catalogHealth } from './app.module.js';
import { readConfig } from './config.js';
import { catalogDatabase } from './data-source.js';

const config = readConfig();

await startService({
  service: 'catalog',
  config,
  module: CatalogModule.for(config),
  health: catalogHealth,
  prepare: (logger) => migrateDatabase(catalogDatabase(config.DATABASE_URL), logger),
});

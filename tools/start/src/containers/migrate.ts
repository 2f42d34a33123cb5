import { readMigrationConfig } from './config.js';
import { prepareDatabases } from '../run-migrations.js';

/**
 * Creates roles and databases and runs the migrations before the shop starts. Exits with 0 when the shop may start.
 * Safe to repeat, also beside a running shop.
 */
await prepareDatabases(readMigrationConfig(process.env));
console.log('the databases are ready for this version of the shop');

import { readMigrationConfig } from './config.js';
import { prepareDatabases } from './prepare-databases.js';

/**
 * The step between the servers and the shop: roles, databases and migrations. Ends with 0 when the shop may start; safe to
 * run again and beside a running shop.
 */
await prepareDatabases(readMigrationConfig(process.env));
console.log('the databases are ready for this version of the shop');

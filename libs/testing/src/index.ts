export { freePort } from '@geodes/servers';
export { freshDatabase, type FreshDatabase } from './fresh-database.js';
export { testServers, type TestServers } from './servers.js';
export { ShopProcesses } from './shop-processes.js';
export { standIn, type StandIn, type StandInHandlers } from './stand-in.js';
export { type ShopOptions, type StartedShop, startShop } from './start-shop.js';

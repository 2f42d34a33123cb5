export { freePort } from '@geodes/servers';
export { freshDatabase, type FreshDatabase } from './fresh-database.js';
export { testServers, type TestServers } from './servers.js';
export { standIn, type StandIn, type StandInHandlers } from './stand-in.js';

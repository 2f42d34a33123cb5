export { freshDatabase, testServers, type FreshDatabase } from './servers.js';
export { standIn, type StandIn, type StandInHandlers } from './stand-in.js';

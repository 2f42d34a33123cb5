export {
  containerRedisSettings,
  natsSettings,
  type PasswordOf,
  redisUserSettings,
  withUser,
} from './access-settings.js';
export { findChromium, type Chromium } from './chromium.js';
export { isHttpReady } from './http-ready.js';
export { claimPort, freePort, isPortFree, PortStore } from './port-store.js';
export { SecretStore } from './secret-store.js';
export { dockerHost } from './machine.js';
export { isOrphan, OWNER_VARIABLE, PidFiles, type OrphanProcess } from './pid-files.js';
export { readJsonFile, readTextFile, writePrivateFile } from './private-file.js';
export { isPostgresReady, postgresArguments } from './postgres.js';
export { isAlive, readStartTime, sendSignal, waitForExit } from './process-table.js';
export { provision, type Provision } from './provision.js';
export {
  NoServerError,
  SERVER_NAMES,
  type ObjectStoreAccess,
  type ProvisionOptions,
  type ServerName,
  type ServerProcess,
  type ServerUrls,
} from './server-process.js';
export { startServers, type RunningServers } from './start-servers.js';
export { findWrk } from './wrk.js';

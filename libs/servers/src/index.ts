export { containerRedisSettings, natsSettings, type PasswordOf, withUser } from './access-settings.js';
export { findChromium, type Chromium } from './chromium.js';
export { isHttpReady } from './probes.js';
export { claimPort, freePort, isPortFree, PortStore, SecretStore } from './ports-and-secrets.js';
export { dockerHost } from './machine.js';
export { readJsonFile, readTextFile, writePrivateFile } from './private-file.js';
export { postgresArguments } from './postgres.js';
export {
  findLockHolder,
  isAlive,
  OWNER_VARIABLE,
  ownerLine,
  PidFiles,
  sendSignal,
  waitForExit,
} from './process-table.js';
export { SERVER_NAMES, type ObjectStoreAccess, type ServerProcess, type ServerUrls } from './server-process.js';
export { provision, type RunningServers, startServers } from './start-servers.js';
export { findWrk } from './find-or-install.js';

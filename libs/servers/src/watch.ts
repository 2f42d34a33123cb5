/** What a process that only watches servers needs, without what preparing them takes. */
export { httpAnswers } from './http-answers.js';
export { isPortFree, KeptPorts } from './kept-ports.js';
export { KeptSecrets } from './kept-secrets.js';
export { LEAN_FLAGS, LEAN_IMPORT, LEAN_MEMORY, LEANER_FLAGS } from './lean-flags.js';
export { type Leftover, OWNER_VARIABLE, PidFiles } from './pid-files.js';
export { readTextFile, writePrivateFile } from './private-file.js';
export { isAlive, signal, startTimeOf, waitForEnd } from './process-table.js';
export { tended } from './server-care.js';
export {
  type ObjectStoreAccess,
  SERVER_NAMES,
  type ServerPlan,
  type ServerProcess,
  type ServerUrls,
} from './server-process.js';

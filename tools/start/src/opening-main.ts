import { KeptSecrets, provision } from '@geodes/servers';
import { readConfig } from './config.js';
import { makeDatabases } from './databases.js';
import { makeBucket } from './object-bucket.js';
import type { Ask, OpeningTasks, Tell } from './opening-tasks.js';

/** The other end of `Opening`: does what it is asked, one task after the other, and ends with the channel. */
const tell = (message: Tell): void => void process.send?.(message);

const tasks: OpeningTasks = {
  readConfig: (environment) => Promise.resolve(readConfig(environment)),
  provision: (dataDir, reservedPorts, given) =>
    provision({ dataDir, reservedPorts, progress: (progress) => tell({ progress }) }, given),
  makeDatabases: (adminUrl, dataDir, isOurs) => makeDatabases(adminUrl, new KeptSecrets(dataDir), isOurs),
  makeBucket,
};

const carryOut = async (ask: Ask): Promise<unknown> => {
  const work = tasks[ask.task] as (...given: unknown[]) => Promise<unknown>;
  return work(...ask.with);
};

process.on('message', (ask: Ask) => {
  carryOut(ask).then(
    (done) => tell({ done }),
    (error: unknown) => tell({ failed: describe(error) }),
  );
});
// with an exit, so that a program that is being waited for (initdb, a download) ends too
process.on('disconnect', () => process.exit());
// Ctrl-C reaches the whole group: the supervisor says when it is over
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => undefined);

function describe(error: unknown) {
  if (!(error instanceof Error)) return { name: 'Error', message: String(error) };
  const { code } = error as NodeJS.ErrnoException;
  return { name: error.name, message: error.message || error.name, ...(code ? { code } : {}) };
}

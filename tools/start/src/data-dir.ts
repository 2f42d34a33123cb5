import { chmodSync, linkSync, mkdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findLockHolder, ownerLine, readTextFile, writePrivateFile } from '@geodes/servers';

/** Another supervisor holds the lock of this data folder. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The shop with its data in ${dataDir} is running already (process ${pid}). Stop that one first, or start an ` +
        `independent shop beside it, without DATABASE_URL, REDIS_URL, NATS_URL and S3_ENDPOINT: ` +
        `DATA_DIR=.local-2 PORT=8180 npm start`,
    );
    this.name = 'AlreadyRunningError';
  }
}

/**
 * Locks the data folder for this supervisor, closes it to other users and returns the function that releases the lock.
 * The lock holds pid and start time, so a stale one is recognised after its pid was reused. From then on `npm run ops --
 * restart` may signal this process: without a handler yet, SIGUSR2 would end it. Throws `AlreadyRunningError`.
 */
export function acquireStartLock(dataDir: string): () => void {
  if (process.listenerCount('SIGUSR2') === 0) process.on('SIGUSR2', () => undefined);
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'start.lock');
  const mine = join(dataDir, `start.lock.${process.pid}`);
  writePrivateFile(mine, ownerLine(process.pid));
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        // link(2) fails if the name exists, so one of two concurrent starts wins.
        linkSync(mine, path);
        chmodSync(dataDir, 0o700);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= 5) throw error;
      }
      const line = readTextFile(path) ?? '';
      const holder = findLockHolder(line);
      if (holder !== undefined) throw new AlreadyRunningError(dataDir, holder);
      removeStaleLock(path, line);
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** Removes the lock with this line. Keeps the lock of another start that has replaced it since it was read. */
export function removeStaleLock(path: string, line: string): void {
  const aside = `${path}.${process.pid}.stale`;
  try {
    renameSync(path, aside);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw error;
  }
  try {
    if (readTextFile(aside) !== line) linkSync(aside, path);
  } finally {
    rmSync(aside, { force: true });
  }
}

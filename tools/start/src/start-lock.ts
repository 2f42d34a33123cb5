import { linkSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isAlive, readTextFile, startTimeOf, writePrivateFile } from '@geodes/servers';

/** Another `npm start` holds this data folder. */
export class AlreadyRunningError extends Error {
  constructor(dataDir: string, pid: number) {
    super(
      `The shop with its data in ${dataDir} is running already (process ${pid}). Stop that one first, or start an ` +
        `independent shop beside it: DATA_DIR=.local-2 PORT=8081 npm start`,
    );
    this.name = 'AlreadyRunningError';
  }
}

/**
 * Makes this process the only supervisor of the data folder and returns what gives it up again.
 * The lock names pid and start time, so that one left by a killed supervisor is recognised even when its pid belongs
 * to somebody else by now. Throws `AlreadyRunningError`.
 */
export function takeStartLock(dataDir: string): () => void {
  mkdirSync(dataDir, { recursive: true });
  const path = join(dataDir, 'start.lock');
  const mine = join(dataDir, `start.lock.${process.pid}`);
  writePrivateFile(mine, ownerLine(process.pid));
  try {
    for (let attempt = 0; ; attempt += 1) {
      try {
        // a link is made only where the name is free: of two starts at once, one wins
        linkSync(mine, path);
        return () => rmSync(path, { force: true });
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || attempt >= 5) throw error;
      }
      const holder = holderOf(readTextFile(path) ?? '');
      if (holder !== undefined) throw new AlreadyRunningError(dataDir, holder);
      rmSync(path, { force: true });
    }
  } finally {
    rmSync(mine, { force: true });
  }
}

/** The pid in a lock's line while the process that wrote it still runs. */
export function holderOf(line: string): number | undefined {
  const pid = Number(line.split(' ')[0]);
  return pid > 1 && isAlive(pid) && line.trim() === ownerLine(pid).trim() ? pid : undefined;
}

const ownerLine = (pid: number): string => `${pid} ${startTimeOf(pid) ?? ''}\n`;

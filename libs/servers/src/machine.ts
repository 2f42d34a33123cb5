import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';

/** What this library reads from the machine; the only file here that touches `process.env`. */
const PATH = process.env.PATH ?? '';
const CACHE_HOME = process.env.XDG_CACHE_HOME;
const DOCKER_HOST = process.env.DOCKER_HOST;

/** Debian keeps servers in sbin, Homebrew in /opt: folders that an ordinary user's PATH often lacks. */
const EXTRA_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin'];

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/** Where Docker's engine would answer. */
export const dockerHost = (): string => DOCKER_HOST ?? 'unix:///var/run/docker.sock';

/** The first of these programs that the machine has, as an absolute path. */
export function findProgram(...names: string[]): string | undefined {
  for (const name of names)
    for (const folder of [...PATH.split(delimiter), ...EXTRA_FOLDERS])
      if (folder.startsWith('/') && isExecutable(join(folder, name))) return join(folder, name);
  return undefined;
}

export function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** The environment a server gets: nothing of the caller's but what a program needs to run. */
export const plainEnvironment = (): Record<string, string> => ({ PATH, LANG: 'C.UTF-8', TZ: 'UTC' });

/** A folder for unpacked programs that all checkouts of this user share; inside `dataDir` where home is read-only. */
export function cacheFolder(dataDir: string): string {
  for (const folder of [join(CACHE_HOME ?? join(homedir(), '.cache'), 'midwest-geodes'), join(dataDir, 'cache')]) {
    try {
      mkdirSync(folder, { recursive: true });
      accessSync(folder, constants.W_OK);
      return folder;
    } catch {
      continue;
    }
  }
  throw new Error(`Neither your home folder nor ${dataDir} can be written. Set DATA_DIR to a folder that can.`);
}

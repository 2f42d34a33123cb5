import { execFile, type ExecFileOptions } from 'node:child_process';
import { accessSync, constants, mkdirSync } from 'node:fs';
import { homedir } from 'node:os';
import { delimiter, join } from 'node:path';
import { promisify } from 'node:util';

// The machine's settings that this library uses, read once.
const PATH = process.env.PATH ?? '';
const CACHE_HOME = process.env.XDG_CACHE_HOME;
const DOCKER_HOST = process.env.DOCKER_HOST;

/** Debian installs servers in sbin, Homebrew in /opt. An ordinary user's PATH often lacks both. */
const EXTRA_FOLDERS = ['/usr/local/bin', '/usr/bin', '/usr/local/sbin', '/usr/sbin', '/opt/homebrew/bin'];

export const runsAsRoot = (): boolean => process.getuid?.() === 0;

/** Returns the address of Docker's engine. */
export const dockerHost = (): string => DOCKER_HOST ?? 'unix:///var/run/docker.sock';

/** Returns the absolute path of the first of these programs that the machine has. */
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

/** Returns a server's environment: only what a program needs to run. */
export const minimalEnvironment = (): Record<string, string> => ({ PATH, LANG: 'C.UTF-8', TZ: 'UTC' });

/** Returns a folder for unpacked programs that all checkouts of this user share; in `dataDir` if home is read-only. */
export function openCacheFolder(dataDir: string): string {
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

/** Runs a program and returns its standard output. Rejects with its output when it fails. */
export const runProgram = async (command: string, args: string[], options: ExecFileOptions): Promise<string> => {
  const { stdout } = await promisify(execFile)(command, args, {
    maxBuffer: 64 * 1024 * 1024,
    ...options,
    encoding: 'utf8',
  });
  return stdout;
};

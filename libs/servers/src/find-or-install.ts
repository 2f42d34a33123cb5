import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { listLibraryFolders, unpackDebianPackages } from './debian-packages.js';
import { findProgram, minimalEnvironment, openCacheFolder, runProgram } from './machine.js';
import { NoServerError, type ProvisionOptions } from './server-process.js';

export interface Program {
  command: string;
  env: Record<string, string>;
}

export interface WantedProgram {
  title: string;
  /** Possible names of the program in PATH, preferred first. */
  names: string[];
  packages: string[];
  neededPackages: string[];
  install: string;
  variable: string;
}

/** Finds the program in PATH, else unpacks Debian packages. Throws `NoServerError` when neither works. */
export async function findOrInstall(wanted: WantedProgram, options: ProvisionOptions): Promise<Program> {
  const installed = findProgram(...wanted.names);
  if (installed) return { command: installed, env: minimalEnvironment() };
  try {
    const cache = openCacheFolder(options.dataDir);
    const onUnpack = () => options.progress?.(`${wanted.title} is not installed here: unpacking a private copy`);
    return await unpackProgram(wanted, cache, onUnpack);
  } catch (error) {
    throw new NoServerError(wanted.title, wanted.install, wanted.variable, firstLine(error));
  }
}

async function unpackProgram(
  wanted: WantedProgram,
  cache: string,
  onUnpack: () => void,
  mayRetry = true,
): Promise<Program> {
  const root = await unpackDebianPackages(cache, wanted.packages, wanted.neededPackages, onUnpack);
  const folders = ['usr/bin', 'usr/sbin'].map((folder) => join(root, folder));
  const env = { ...minimalEnvironment(), LD_LIBRARY_PATH: listLibraryFolders(root).join(delimiter) };
  for (const name of wanted.names)
    for (const folder of folders) {
      const command = join(folder, name);
      const runs = await runProgram(command, ['--version'], { env, timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (runs) return { command, env };
    }
  if (!mayRetry) throw new Error('the unpacked program does not run');
  // A copy from before a system upgrade may lack libraries: unpack it again.
  rmSync(root, { recursive: true, force: true });
  return unpackProgram(wanted, cache, onUnpack, false);
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? ((error as { stderr?: string }).stderr ?? '') || error.message : String(error);
  return text.trim().split('\n')[0] ?? 'unknown reason';
}

/** Finds the load generator wrk (github.com/wg/wrk) in PATH, else unpacks Debian's package. Throws when neither works. */
export async function findWrk(dataDir: string): Promise<Program> {
  const installed = findProgram('wrk');
  if (installed) return { command: installed, env: minimalEnvironment() };
  const root = await unpackDebianPackages(
    openCacheFolder(dataDir),
    ['wrk'],
    ['libluajit2-5.1-2', 'libluajit2-5.1-common'],
    () => undefined,
  );
  return {
    command: join(root, 'usr/bin/wrk'),
    env: { ...minimalEnvironment(), LD_LIBRARY_PATH: listLibraryFolders(root).join(delimiter) },
  };
}

import { delimiter, join } from 'node:path';
import { listLibraryFolders, unpackDebianPackages } from './debian-packages.js';
import { openCacheFolder, findProgram, minimalEnvironment } from './machine.js';
import type { Program } from './find-or-install.js';

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

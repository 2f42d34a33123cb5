import { delimiter, join } from 'node:path';
import { libraryFolders, unpackDebianPackages } from './debian-packages.js';
import { cacheFolder, findProgram, plainEnvironment } from './machine.js';
import type { Program } from './find-or-install.js';

/**
 * The load generator wrk (github.com/wg/wrk): from PATH, else a copy from Debian's package, unpacked into the cache. Throws
 * if neither can be had.
 */
export async function findWrk(dataDir: string): Promise<Program> {
  const installed = findProgram('wrk');
  if (installed) return { command: installed, env: plainEnvironment() };
  const root = await unpackDebianPackages(
    cacheFolder(dataDir),
    ['wrk'],
    ['libluajit2-5.1-2', 'libluajit2-5.1-common'],
    () => undefined,
  );
  return {
    command: join(root, 'usr/bin/wrk'),
    env: { ...plainEnvironment(), LD_LIBRARY_PATH: libraryFolders(root).join(delimiter) },
  };
}

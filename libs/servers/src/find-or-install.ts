import { rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { libraryFolders, unpackDebianPackages } from './debian-packages.js';
import { cacheFolder, findProgram, plainEnvironment } from './machine.js';
import { NoServerError, type ProvisionOptions } from './server-process.js';
import { runProgram } from './run-program.js';

export interface Program {
  command: string;
  env: Record<string, string>;
}

export interface WantedProgram {
  title: string;
  /** Names under which the program may be in PATH, the preferred one first. */
  names: string[];
  packages: string[];
  neededPackages: string[];
  install: string;
  variable: string;
}

/** The program from PATH, else from unpacked Debian packages. Throws `NoServerError` where neither works. */
export async function findOrInstall(wanted: WantedProgram, options: ProvisionOptions): Promise<Program> {
  const installed = findProgram(...wanted.names);
  if (installed) return { command: installed, env: plainEnvironment() };
  try {
    const cache = cacheFolder(options.dataDir);
    const onUnpack = () => options.progress?.(`${wanted.title} is not installed here: unpacking a private copy`);
    return await unpackedProgram(wanted, cache, onUnpack);
  } catch (error) {
    throw new NoServerError(wanted.title, wanted.install, wanted.variable, firstLine(error));
  }
}

async function unpackedProgram(
  wanted: WantedProgram,
  cache: string,
  onUnpack: () => void,
  again = true,
): Promise<Program> {
  const root = await unpackDebianPackages(cache, wanted.packages, wanted.neededPackages, onUnpack);
  const folders = ['usr/bin', 'usr/sbin'].map((folder) => join(root, folder));
  const env = { ...plainEnvironment(), LD_LIBRARY_PATH: libraryFolders(root).join(delimiter) };
  for (const name of wanted.names)
    for (const folder of folders) {
      const command = join(folder, name);
      const runs = await runProgram(command, ['--version'], { env, timeout: 10_000 }).then(
        () => true,
        () => false,
      );
      if (runs) return { command, env };
    }
  if (!again) throw new Error('the unpacked program does not run');
  // A copy from before an upgrade of the system may miss libraries by now: unpack it once more
  rmSync(root, { recursive: true, force: true });
  return unpackedProgram(wanted, cache, onUnpack, false);
}

function firstLine(error: unknown): string {
  const text = error instanceof Error ? ((error as { stderr?: string }).stderr ?? '') || error.message : String(error);
  return text.trim().split('\n')[0] ?? 'unknown reason';
}

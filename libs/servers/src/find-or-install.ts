import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { findProgram, minimalEnvironment, openCacheFolder, runProgram, runsAsRoot } from './machine.js';
import { NoServerError, type ProvisionOptions } from './server-process.js';

const STEP_TIMEOUT_MS = 180_000;

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

/**
 * Unpacks Debian packages and their missing dependencies into a private folder and returns it. Installs nothing and needs
 * no root. Throws when apt is missing or a download fails.
 * @param also dependencies to download when apt cannot resolve them
 */
async function unpackDebianPackages(
  cache: string,
  packages: string[],
  also: string[],
  onUnpack: () => void,
): Promise<string> {
  const root = join(cache, `debian-${packages.join('-')}`);
  if (existsSync(root)) return root;
  onUnpack();
  const apt = findProgram('apt-get');
  const dpkgDeb = findProgram('dpkg-deb');
  if (!apt || !dpkgDeb) throw new Error('no apt-get here');
  const work = mkdtempSync(join(cache, 'unpack-'));
  try {
    const debs = join(work, 'debs');
    const unpacked = join(work, 'root');
    mkdirSync(debs);
    await download(apt, debs, packages, also, work);
    for (const deb of readdirSync(debs).filter((file) => file.endsWith('.deb')))
      await runProgram(dpkgDeb, ['-x', join(debs, deb), unpacked], { timeout: STEP_TIMEOUT_MS });
    moveInPlace(unpacked, root);
  } finally {
    rmSync(work, { recursive: true, force: true });
  }
  return root;
}

async function download(apt: string, debs: string, packages: string[], also: string[], work: string): Promise<void> {
  try {
    await downloadWith(apt, asRoot(), debs, packages, also);
  } catch {
    // A new machine has no package lists: fetch private ones and leave the system's unchanged.
    const options = [...makePrivateLists(work), ...asRoot()];
    await runProgram(apt, [...options, '-qq', 'update'], { timeout: STEP_TIMEOUT_MS });
    await downloadWith(apt, options, debs, packages, also);
  }
}

async function downloadWith(apt: string, options: string[], debs: string, packages: string[], also: string[]) {
  const missing = await listMissingPackages(apt, options, packages).catch(() => [...packages, ...also]);
  await runProgram(apt, [...options, '-qq', 'download', ...missing], { cwd: debs, timeout: STEP_TIMEOUT_MS });
}

/** Without this, apt run by root downloads as the user _apt, who cannot write to a private folder. */
const asRoot = (): string[] => (runsAsRoot() ? ['-o', 'APT::Sandbox::User=root'] : []);

/** Lists what `apt-get install` would install, from a dry run with lines like `Inst redis-server (5:7.0.15 …)`. */
async function listMissingPackages(apt: string, options: string[], packages: string[]): Promise<string[]> {
  const stdout = await runProgram(apt, [...options, 'install', '--simulate', '--no-install-recommends', ...packages], {
    timeout: STEP_TIMEOUT_MS,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap((match) => match[1] ?? []);
  return packages.every((name) => names.includes(name)) ? names : [...new Set([...names, ...packages])];
}

function makePrivateLists(work: string): string[] {
  const state = join(work, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(state, folder), { recursive: true });
  return [
    ...['-o', `Dir::State::lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${join(state, 'cache')}`],
    ...['-o', 'Acquire::Languages=none', '-o', 'Acquire::Retries=2'],
  ];
}

/** Uses the existing folder if another checkout unpacked the same packages meanwhile. */
function moveInPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Lists the folders with shared libraries in an unpacked package, for LD_LIBRARY_PATH. */
function listLibraryFolders(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((lib) => {
    const folder = join(root, lib);
    if (!existsSync(folder)) return [];
    const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [folder, ...inside.map((entry) => join(folder, entry.name))].filter((path) =>
      readdirSync(path).some((file) => file.includes('.so')),
    );
  });
}

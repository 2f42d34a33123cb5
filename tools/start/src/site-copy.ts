import { cp, readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ROOT } from './config.js';

/** A page that stays open this long without a reload is rare. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

export const siteFolder = (dataDir: string): string => join(dataDir, 'site');

/**
 * Copies the built site to DATA_DIR/site, from where gateways serve it: a build must not delete the files of the release
 * that runs. Keeps assets of earlier releases for 30 days, because open pages and gateways not yet replaced ask for them.
 */
export async function copySite(dataDir: string, built = join(ROOT, 'web', 'dist')): Promise<void> {
  const site = siteFolder(dataDir);
  await cp(built, site, { recursive: true });
  const assets = join(site, 'public', 'assets');
  for (const name of await readdir(assets)) {
    const { mtimeMs: copiedAt } = await stat(join(assets, name));
    if (copiedAt < Date.now() - KEPT_MS) await rm(join(assets, name));
  }
}

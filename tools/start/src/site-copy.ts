import { copyFile, mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readTextFile } from '@geodes/servers';
import { ROOT } from './config.js';

/** A page that stays open this long without a reload is rare. */
const KEPT_MS = 30 * 24 * 60 * 60_000;

export const siteFolder = (dataDir: string): string => join(dataDir, 'site');

/**
 * Copies the built site to DATA_DIR/site, from where gateways serve it: a build must not delete the files of the release
 * that runs. Keeps assets for 30 days after an update, because open pages and gateways not yet replaced ask for them.
 */
export async function copySite(dataDir: string, built = join(ROOT, 'web', 'dist')): Promise<void> {
  const site = siteFolder(dataDir);
  await removeOldAssets(join(site, 'public'));
  const paths = await readdir(built, { recursive: true });
  // assets first: a page must not name one that is not there yet
  for (const path of [...paths.filter(isAsset), ...paths.filter((each) => !isAsset(each))])
    await copyIntoUse(join(built, path), join(site, path), isAsset(path));
}

/** Their names have a hash of their content. */
const isAsset = (path: string): boolean => dirname(path).endsWith('assets');

/** The age of an asset counts from the last copy at which the release served until then had it. */
async function removeOldAssets(folder: string): Promise<void> {
  const assets = join(folder, 'assets');
  await mkdir(assets, { recursive: true });
  const manifest = readTextFile(join(folder, 'manifest.json')) ?? '';
  const now = new Date();
  for (const name of await readdir(assets)) {
    const path = join(assets, name);
    if (manifest.includes(name.replace(/\.(br|gz)$/, ''))) await utimes(path, now, now);
    else if ((await stat(path)).mtimeMs < now.getTime() - KEPT_MS) await rm(path);
  }
}

/** Copies a file and renames it: a gateway that serves the old one must not find it missing or incomplete. */
async function copyIntoUse(from: string, to: string, isHashed: boolean): Promise<void> {
  const source = await stat(from);
  if (!source.isFile()) return;
  if (isHashed && (await stat(to).catch(() => undefined))?.size === source.size) return;
  await mkdir(dirname(to), { recursive: true });
  await copyFile(from, `${to}.new`);
  await rename(`${to}.new`, to);
}

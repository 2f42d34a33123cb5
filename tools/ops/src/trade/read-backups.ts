import { readdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { readJsonFile } from '@geodes/servers';
import type { ObservedBackups } from './observed-readiness.js';

/**
 * Reads what `npm run backup` noted in the data folder, and what `npm run restore` noted in the backups beside that one.
 * Throws if they cannot be read.
 */
export const readBackups = async (dataDir: string): Promise<ObservedBackups> => {
  const { finishedAt, folder } = readJsonFile(join(dataDir, 'last-backup.json')) ?? {};
  if (typeof finishedAt !== 'string' || typeof folder !== 'string') return {};
  const lastRestoreAt = (await foldersIn(dirname(folder)))
    .map((backup) => readJsonFile(join(backup, 'restored.json'))?.restoredAt)
    .filter((at) => typeof at === 'string')
    .sort()
    .at(-1);
  return { lastBackupAt: finishedAt, ...(lastRestoreAt ? { lastRestoreAt } : {}) };
};

/** A backup that was moved away leaves no folder. */
const foldersIn = async (parent: string): Promise<string[]> => {
  try {
    const entries = await readdir(parent, { withFileTypes: true });
    return entries.filter((entry) => entry.isDirectory()).map(({ name }) => join(parent, name));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return [];
    throw error;
  }
};

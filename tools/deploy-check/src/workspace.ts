import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** A path from the workspace's folder as an absolute one. */
export const inWorkspace = (path: string): string => join(ROOT, path);

/** The text of a file of the workspace. */
export const readText = (path: string): string => readFileSync(inWorkspace(path), 'utf8');

/** Every file below a folder of the workspace whose name ends like this, from the workspace's folder. */
export const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(inWorkspace(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();

import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';

const ROOT = fileURLToPath(new URL('../../..', import.meta.url));

/** Resolves a path within the workspace. */
export const inWorkspace = (path: string): string => join(ROOT, path);

/** Reads a file of the workspace. */
export const readText = (path: string): string => readFileSync(inWorkspace(path), 'utf8');

/** Lists the files below a folder whose names end in `ending`, as paths within the workspace. */
export const filesBelow = (folder: string, ending: string): string[] =>
  readdirSync(inWorkspace(folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(ending))
    .map((entry) => relative(ROOT, join(entry.parentPath, entry.name)))
    .sort();

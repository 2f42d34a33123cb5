import { chmodSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';

/** Writes a file with mode 600. Renames a temporary file, so a crash leaves the old or the new content. */
export function writePrivateFile(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true });
  const temporary = `${path}.${process.pid}.new`;
  rmSync(temporary, { force: true });
  writeFileSync(temporary, content, { mode: 0o600, flush: true });
  chmodSync(temporary, 0o600);
  renameSync(temporary, path);
}

export function readTextFile(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Reads a JSON object. Returns `undefined` if the file is missing or is no JSON object. */
export function readJsonFile(path: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(readTextFile(path) ?? 'null');
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

const runFolder = (): string => {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('The shop under test was not started by this run.');
  return join(dataDir, 'run');
};

/** Names of the shop's running processes, as its pid files tell. */
export const processNames = (): string[] =>
  readdirSync(runFolder())
    .filter((file) => file.endsWith('.pid'))
    .map((file) => file.slice(0, -'.pid'.length));

export const pidOf = (name: string): number => Number(readFileSync(join(runFolder(), `${name}.pid`), 'utf8').trim());

export const isAlive = (pid: number): boolean => {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
};

import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { SHOP_URL } from './address.js';

/** Where the shop under test keeps its data. */
export const dataFolder = (): string => {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('The shop under test was not started by this run.');
  return dataDir;
};

const runFolder = (): string => join(dataFolder(), 'run');

/** Where a process serves /health, /metrics and, in tests, /failpoints. */
export const addressOf = (name: string): string => {
  if (name === 'gateway') return SHOP_URL;
  const ports = JSON.parse(readFileSync(join(dataFolder(), 'ports.json'), 'utf8')) as Record<string, number>;
  return `http://127.0.0.1:${ports[name]}`;
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

import { ShopProcesses } from '@geodes/testing';
import { PORT } from './address.js';

/** Where the shop under test keeps its data. */
export const dataFolder = (): string => {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('The shop under test was not started by this run.');
  return dataDir;
};

const processes = (): ShopProcesses => new ShopProcesses(dataFolder());

/** Where a process serves /health, /metrics and, in tests, /failpoints. */
export const addressOf = (name: string): string => {
  const [kind, number = '1'] = name.split('.');
  return `http://127.0.0.1:${kind === 'gateway' ? PORT + Number(number) - 1 : processes().portOf(name)}`;
};

/** Names of the shop's running processes, as its pid files tell. */
export const processNames = (): string[] => processes().names();

/** All processes of a kind: `orders`, `orders.2`. */
export const namesOf = (kind: string): string[] => processes().ofKind(kind);

export const pidOf = (name: string): number => processes().pidOf(name);

/**
 * Which process runs under which pid: the same before and after says that nothing was started again. The seed is not among
 * them: it ends when it is done.
 */
export const pids = (): Record<string, number> =>
  Object.fromEntries(
    processNames()
      .filter((name) => name !== 'seed')
      .map((name) => [name, pidOf(name)]),
  );

export { isAlive } from '@geodes/servers';

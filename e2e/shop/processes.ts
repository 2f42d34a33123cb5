import { ShopProcesses } from '@geodes/testing';
import { type APIResponse, expect } from '@playwright/test';
import type { ErrorBody } from '@geodes/contracts';
import { PORT } from './address.js';

/** Returns the data folder of the shop under test. Throws if this run started no shop. */
export const dataFolder = (): string => {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('The shop under test was not started by this run.');
  return dataDir;
};

const processes = (): ShopProcesses => new ShopProcesses(dataFolder());

/** Returns the URL at which a process serves /health, /metrics and, in tests, /failpoints. */
export const addressOf = (name: string): string => {
  const [kind, number = '1'] = name.split('.');
  return `http://127.0.0.1:${kind === 'gateway' ? PORT + Number(number) - 1 : processes().portOf(name)}`;
};

/** Lists the names of the shop's running processes from its pid files. */
export const processNames = (): string[] => processes().names();

/** Lists all processes of a kind: `orders`, `orders.2`. */
export const namesOf = (kind: string): string[] => processes().ofKind(kind);

export const pidOf = (name: string): number => processes().pidOf(name);

/**
 * Maps each process to its pid. Equal maps before and after prove that nothing restarted. Leaves out the seed, which
 * ends when it is done.
 */
export const pids = (): Record<string, number> =>
  Object.fromEntries(
    processNames()
      .filter((name) => name !== 'seed')
      .map((name) => [name, pidOf(name)]),
  );

export { isAlive } from '@geodes/servers';

/** Expects a 503 with a retry time and a readable message that names no internal cause. */
export const expectNotNow = async (reply: APIResponse) => {
  expect(reply.status(), await reply.text()).toBe(503);
  expect(Number(reply.headers()['retry-after'])).toBeGreaterThan(0);
  const { code, message } = (await reply.json()) as ErrorBody;
  expect(code).toBe('UNAVAILABLE');
  expect(message).toMatch(/try again/);
  expect(await reply.text()).not.toMatch(/OOM|maxmemory|ENOSPC|EFBIG|too many connections|geodes_|postgres|redis/i);
};

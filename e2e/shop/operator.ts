import { Redis } from 'ioredis';
import type { Client } from 'pg';
import type { OrderEventList } from '@geodes/contracts';
import { audit, auditUntilClean, onDatabase, runTool, ShopProcesses, ShopServers } from '@geodes/testing';
import { PORT, SIMULATOR_URL } from './settings.js';

/** Returns the data folder of the shop under test. Throws if this run started no shop. */
export const dataFolder = (): string => {
  const dataDir = process.env.E2E_DATA_DIR;
  if (!dataDir) throw new Error('The shop under test was not started by this run.');
  return dataDir;
};

const processes = (): ShopProcesses => new ShopProcesses(dataFolder());

/** Returns the URL at which a process serves /health, /metrics and, in tests, /failpoints. */
export const urlOf = (name: string): string => {
  const [kind, number = '1'] = name.split('.');
  return `http://127.0.0.1:${kind === 'gateway' ? PORT + Number(number) - 1 : processes().portOf(name)}`;
};

/** Lists all processes of a kind: `orders`, `orders.2`. */
export const namesOf = (kind: string): string[] => processes().ofKind(kind);

export const pidOf = (name: string): number => processes().pidOf(name);

/**
 * Maps each process to its pid. Equal maps before and after prove that nothing restarted. Leaves out the seed, which
 * ends when it is done.
 */
export const pids = (): Record<string, number> =>
  Object.fromEntries(
    processes()
      .names()
      .filter((name) => name !== 'seed')
      .map((name) => [name, pidOf(name)]),
  );

const target = () => ({ dataDir: dataFolder(), simulator: SIMULATOR_URL });

/** Runs `npm run ops -- … --json` and parses its output. Throws with the output if it is not JSON. */
export const ops = async <T>(args: string[]): Promise<T> => {
  const { stdout, stderr } = await runTool('ops', target(), [...args, '--json']);
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`ops ${args.join(' ')}: ${stderr || stdout}`);
  }
};

/** Runs `npm run ops -- events`. */
export const listEvents = (all = false): Promise<OrderEventList> => ops(['events', ...(all ? ['--all'] : [])]);

/** Runs `npm run audit` and returns its findings. Call it only when no checkout is in progress. */
export const auditFindings = (): Promise<string[]> => audit(target());

/** Repeats the audit until it is clean. Returns the findings left after `timeoutMs`, milliseconds. */
export const findingsAfter = (timeoutMs: number): Promise<string[]> => auditUntilClean(target(), timeoutMs);

/** Runs `work` on the shop's PostgreSQL as its superuser. */
export const withPostgres = <T>(work: (client: Client) => Promise<T>): Promise<T> =>
  onDatabase(new ShopServers(dataFolder()).postgres, work);

/** Runs `work` on the shop's Redis. */
export const withRedis = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(new ShopServers(dataFolder()).redis, { connectTimeout: 2_000, commandTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

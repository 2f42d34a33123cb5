import { Redis } from 'ioredis';
import type { Client } from 'pg';
import type { OrderEventList } from '@geodes/contracts';
import { audit, auditUntilClean, onDatabase, runTool, ShopServers } from '@geodes/testing';
import { SIMULATOR_URL } from './address.js';
import { dataFolder } from './processes.js';

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

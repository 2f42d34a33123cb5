import { Redis } from 'ioredis';
import pg from 'pg';
import type { OrderEventList } from '@geodes/contracts';
import { audit, runTool, ShopServers } from '@geodes/testing';
import { SIMULATOR_URL } from './address.js';
import { dataFolder } from './processes.js';

const target = () => ({ dataDir: dataFolder(), simulator: SIMULATOR_URL });

/** `npm run ops -- … --json`. Throws with what it wrote when that is no JSON. */
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

/** What `npm run audit` finds; the caller knows that nothing is under way. */
export const auditFindings = (): Promise<string[]> => audit(target());

/** The shop's own PostgreSQL, as its superuser. */
export const withPostgres = async <T>(work: (client: pg.Client) => Promise<T>): Promise<T> => {
  const { postgres } = new ShopServers(dataFolder());
  const client = new pg.Client({ connectionString: postgres, connectionTimeoutMillis: 5_000 });
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
};

/** The shop's own Redis. */
export const withRedis = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
  const redis = new Redis(new ShopServers(dataFolder()).redis, { connectTimeout: 2_000, commandTimeout: 2_000 });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import pg from 'pg';
import type { OrderFactList } from '@geodes/contracts';
import { ShopServers } from '@geodes/testing';
import { SIMULATOR_PORT } from './address.js';
import { dataFolder } from './processes.js';

const LIMIT_MS = 30_000;

/** What a tool of the operator says about the running shop with --json. Throws with its words where it says nothing. */
const json = <T>(tool: 'ops' | 'audit', args: string[]): Promise<T> =>
  new Promise((resolve, reject) => {
    const run = fileURLToPath(new URL('../../tools/entry/tool.mjs', import.meta.url));
    const env = { ...process.env, DATA_DIR: dataFolder(), SQUARE_SIMULATOR_PORT: String(SIMULATOR_PORT) };
    execFile(
      process.execPath,
      [run, tool, ...args, '--json'],
      { env, timeout: LIMIT_MS },
      (_error, said, complained) => {
        try {
          resolve(JSON.parse(said) as T);
        } catch {
          reject(new Error(`${tool} ${args.join(' ')}: ${complained || said}`));
        }
      },
    );
  });

/** `npm run ops -- …`: what it tells as JSON. Throws with its words where it refuses. */
export const ops = <T>(args: string[]): Promise<T> => json('ops', args);

/** `npm run ops -- facts` */
export const facts = (all = false): Promise<OrderFactList> => json('ops', ['facts', ...(all ? ['--all'] : [])]);

/** What `npm run audit` finds, in words; the caller knows that nothing is under way. */
export const auditFindings = async (): Promise<string[]> => {
  const { violations } = await json<{ violations: { message: string }[] }>('audit', ['--settle', '0']);
  return violations.map(({ message }) => message);
};

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

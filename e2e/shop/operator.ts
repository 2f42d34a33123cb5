import { execFile } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Redis } from 'ioredis';
import type { OrderFactList } from '@geodes/contracts';
import { SIMULATOR_PORT } from './address.js';
import { dataFolder } from './processes.js';

const LIMIT_MS = 30_000;

/** What a tool of the operator says about the running shop with --json. Throws with its words where it says nothing. */
const json = <T>(tool: 'ops' | 'audit', args: string[]): Promise<T> =>
  new Promise((resolve, reject) => {
    const run = fileURLToPath(new URL(`../../tools/${tool}/run.mjs`, import.meta.url));
    const env = { ...process.env, DATA_DIR: dataFolder(), SQUARE_SIMULATOR_PORT: String(SIMULATOR_PORT) };
    execFile(process.execPath, [run, ...args, '--json'], { env, timeout: LIMIT_MS }, (_error, said, complained) => {
      try {
        resolve(JSON.parse(said) as T);
      } catch {
        reject(new Error(`${tool} ${args.join(' ')}: ${complained || said}`));
      }
    });
  });

/** `npm run ops -- facts` */
export const facts = (all = false): Promise<OrderFactList> => json('ops', ['facts', ...(all ? ['--all'] : [])]);

/** What `npm run audit` finds, in words; the caller knows that nothing is under way. */
export const auditFindings = async (): Promise<string[]> => {
  const { violations } = await json<{ violations: { message: string }[] }>('audit', ['--settle', '0']);
  return violations.map(({ message }) => message);
};

/** The shop's own Redis. */
export const withRedis = async <T>(work: (redis: Redis) => Promise<T>): Promise<T> => {
  const read = (file: string) => JSON.parse(readFileSync(join(dataFolder(), file), 'utf8')) as Record<string, unknown>;
  const redis = new Redis(Number(read('ports.json').redis), '127.0.0.1', {
    password: String(read('secrets.json').redis),
    connectTimeout: 2_000,
    commandTimeout: 2_000,
  });
  redis.on('error', () => undefined);
  try {
    return await work(redis);
  } finally {
    redis.disconnect();
  }
};

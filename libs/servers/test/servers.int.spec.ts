import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import pg from 'pg';
import { isAlive, type RunningServers, startServers } from '../src/index.js';

const NAMES = ['postgres', 'redis', 'nats', 'object-store'];

// Each test goes on with the servers that the one before left.
describe('startServers', () => {
  let dataDir: string;
  let servers: RunningServers;

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'geodes-servers-'));
    mkdirSync(join(dataDir, 'postgres.new', 'base'), { recursive: true });
    mkdirSync(join(dataDir, 'postgres'));
    writeFileSync(join(dataDir, 'postgres', 'postmaster.pid'), `${process.pid}\n`);
    servers = await startServers({ dataDir });
  });
  afterAll(async () => {
    await servers?.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const pidOf = (name: string) => Number(readFileSync(join(dataDir, 'run', `${name}.pid`), 'utf8'));

  async function query(url: string, statement: string): Promise<unknown[]> {
    const client = new pg.Client({ connectionString: url });
    await client.connect();
    try {
      return (await client.query(statement)).rows as unknown[];
    } finally {
      await client.end();
    }
  }

  async function withRedis<Value>(url: string, use: (redis: Redis) => Promise<Value>): Promise<Value> {
    const redis = new Redis(url, { retryStrategy: () => null });
    redis.on('error', () => undefined);
    try {
      return await use(redis);
    } finally {
      redis.disconnect();
    }
  }

  it('starts on a database folder that a crash left incomplete', async () => {
    expect(await query(servers.urls.postgres, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
  });

  it('starts servers that refuse a wrong password and evict nothing', async () => {
    const { postgres, redis, s3 } = servers.urls;
    const without = (url: string) => url.replace(/:[^:@/]+@/, ':wrong@');
    await expect(query(without(postgres), 'SELECT 1')).rejects.toThrow('password authentication failed');
    await expect(withRedis(without(redis), (client) => client.ping())).rejects.toThrow();
    expect((await fetch(`${s3.endpoint}/${s3.bucket}`)).status).toBe(403);
    expect(await withRedis(redis, (client) => client.config('GET', 'maxmemory-policy'))).toContain('noeviction');
  });

  it('keeps data, passwords and ports after kill -9 of all servers', async () => {
    const { urls } = servers;
    await query(urls.postgres, 'CREATE TABLE kept AS SELECT 42 AS answer');
    await withRedis(urls.redis, (redis) => redis.set('kept', '42'));
    await new Promise((resolve) => setTimeout(resolve, 1200)); // redis syncs its log every second
    const pids = NAMES.map(pidOf);
    for (const pid of pids) process.kill(pid, 'SIGKILL');
    servers = await startServers({ dataDir });
    expect(servers.urls).toEqual(urls);
    expect(await query(urls.postgres, 'SELECT answer FROM kept')).toEqual([{ answer: 42 }]);
    expect(await withRedis(urls.redis, (redis) => redis.get('kept'))).toBe('42');
  });

  it('ends and replaces the servers of a killed run', async () => {
    const { urls } = servers;
    const pids = NAMES.map(pidOf);
    servers = await startServers({ dataDir });
    expect(pids.filter(isAlive)).toEqual([]);
    expect(servers.urls).toEqual(urls);
  });

  it('leaves no process after stop', async () => {
    const pids = NAMES.map(pidOf);
    await servers.stop();
    expect(pids.filter(isAlive)).toEqual([]);
  });
});

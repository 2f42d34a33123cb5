import { mkdtempSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type NatsConnection } from '@nats-io/transport-node';
import { Redis } from 'ioredis';
import {
  CALLERS,
  inboxPrefix,
  LISTENERS,
  NATS_USERS,
  type NatsUser,
  redisKeys,
  type RedisUser,
} from '@geodes/contracts/access';
import { natsOptions } from '@geodes/kit';
import { type RunningServers, SecretStore, startServers, withUser } from '@geodes/servers';
import { UNUSED_STORE } from './unused-store.js';

const RESPONDERS: NatsUser[] = ['gateway', 'catalog', 'orders', 'payments', 'media'];
const REQUESTS = Object.keys(CALLERS) as (keyof typeof CALLERS)[];
const EVENTS = Object.keys(LISTENERS) as (keyof typeof LISTENERS)[];
const ownerOf = (subject: string) => subject.split('.', 1)[0];
/** A subject of every kind: requests, events, replies to each user, and one outside the table. */
const SUBJECTS = [...REQUESTS, ...EVENTS, ...NATS_USERS.map((user) => `${inboxPrefix(user)}.reply`), 'other.subject'];

let dataDir: string;
let servers: RunningServers;
let administrator: NatsConnection;
const connections = new Map<NatsUser, NatsConnection>();
const redisClients = new Map<RedisUser | 'administrator', Redis>();

beforeAll(async () => {
  dataDir = mkdtempSync(join(tmpdir(), 'geodes-access-'));
  servers = await startServers({ dataDir, durable: false }, { postgres: 'unused', s3: UNUSED_STORE });
  const secrets = new SecretStore(dataDir);
  const { nats, redis } = servers.urls;
  administrator = await connect(natsOptions(nats));
  for (const user of NATS_USERS)
    connections.set(user, await connect(natsOptions(withUser(nats, user, secrets.get(`nats.${user}`)))));
  for (const user of ['gateway', 'catalog', 'orders', 'migrations', 'health'] as const)
    redisClients.set(user, new Redis(withUser(redis, user, secrets.get(`redis.${user}`))));
  redisClients.set('administrator', new Redis(redis));
});

afterAll(async () => {
  for (const client of redisClients.values()) client.disconnect();
  await Promise.all([...connections.values(), administrator].map((connection) => connection?.close()));
  await servers?.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const as = (user: NatsUser): NatsConnection => connections.get(user)!;
const redisAs = (user: RedisUser | 'administrator'): Redis => redisClients.get(user)!;

describe('the private NATS', () => {
  it.each(NATS_USERS)('takes from %s only the requests and events that it sends', async (user) => {
    const taken: string[] = [];
    const watch = administrator.subscribe('>', { callback: (_error, { subject }) => void taken.push(subject) });
    await administrator.flush();
    for (const subject of SUBJECTS) as(user).publish(subject, user);
    await as(user).flush();
    await administrator.flush();
    watch.unsubscribe();
    const sends = [
      ...REQUESTS.filter((subject) => CALLERS[subject].includes(user)),
      ...EVENTS.filter((event) => ownerOf(event) === user),
    ];
    expect(taken.sort()).toEqual(sends.sort());
  });

  it.each(NATS_USERS)('lets %s hear only its own requests, replies and events', async (user) => {
    const heard = new Set<string>();
    for (const subject of [...SUBJECTS, '>', '*.*', '_INBOX.>'])
      as(user).subscribe(subject, { max: 2, callback: (error, message) => void (error ?? heard.add(message.subject)) });
    await as(user).flush();
    for (const subject of SUBJECTS) administrator.publish(subject);
    await administrator.flush();
    await as(user).flush();
    const responds = RESPONDERS.includes(user);
    const hears = SUBJECTS.filter(
      (subject) =>
        (responds && (ownerOf(subject) === user || subject === 'shop.discover-processes')) ||
        subject.startsWith(`${inboxPrefix(user)}.`) ||
        (subject in LISTENERS && LISTENERS[subject as keyof typeof LISTENERS].includes(user)),
    );
    expect([...heard].sort()).toEqual([...hears].sort());
  });

  it('carries each request from each of its callers to its service, and the reply back', async () => {
    for (const subject of REQUESTS.filter((each) => ownerOf(each) !== 'shop')) {
      const service = ownerOf(subject) as NatsUser;
      const answer = as(service).subscribe(subject, {
        callback: (_error, message) => void message.respond(`reply of ${service}`),
      });
      await as(service).flush();
      for (const caller of CALLERS[subject])
        expect((await as(caller).request(subject, '', { timeout: 5_000 })).string()).toBe(`reply of ${service}`);
      answer.unsubscribe();
    }
  });

  it('refuses a connection without a user', async () => {
    const { host } = new URL(servers.urls.nats);
    await expect(connect({ servers: host, reconnect: false })).rejects.toThrow(/authorization/i);
  });
});

describe('the private Redis', () => {
  const KEYS = [
    'gateway:session:1',
    'gateway:pin-failures:1',
    'bull:catalog.order-events:id',
    'bull:other:id',
    'other',
  ];
  const outcome = (work: Promise<unknown>) =>
    work.then(
      () => 'done',
      (error: Error) => error.message.split(' ', 1)[0],
    );

  it.each([
    ['gateway', KEYS.slice(0, 2)],
    ['catalog', [KEYS[2]]],
    ['orders', [KEYS[2]]],
    ['health', []],
  ] as [RedisUser, string[]][])('lets %s reach its own keys only, also in a script', async (user, own) => {
    for (const key of KEYS) {
      const wanted = own.includes(key) ? 'done' : 'NOPERM';
      expect([key, await outcome(redisAs(user).set(key, '1'))]).toEqual([key, wanted]);
      expect([key, await outcome(redisAs(user).get(key))]).toEqual([key, wanted]);
      const script = await redisAs(user)
        .eval(`return redis.call('GET', ARGV[1])`, 0, key)
        .then(
          () => 'done',
          (error: Error) => (/NOPERM|can't access/.test(error.message) ? 'NOPERM' : error.message),
        );
      expect([key, script]).toEqual([key, wanted]);
    }
    expect(redisKeys(user).length > 0).toBe(own.length > 0);
  });

  it.each(['gateway', 'catalog', 'orders', 'health'] as const)(
    'refuses %s what shows or changes the whole server',
    async (user) => {
      const commands = [
        ['KEYS', '*'],
        ['SCAN', '0'],
        ['RANDOMKEY'],
        ['DBSIZE'],
        ['FLUSHALL'],
        ['CONFIG', 'GET', '*'],
        ['MONITOR'],
        ['ACL', 'LIST'],
        ['CLIENT', 'LIST'],
        ['SUBSCRIBE', 'channel'],
        ['FUNCTION', 'LIST'],
        ['SCRIPT', 'FLUSH'],
      ];
      for (const [command = '', ...args] of commands)
        expect([command, await outcome(redisAs(user).call(command, ...args))]).toEqual([command, 'NOPERM']);
    },
  );

  it('lets the restore delete jobs but read none, nor sessions', async () => {
    await redisAs('administrator').mset('bull:catalog.order-events:7', 'job', 'gateway:session:7', 'session');
    const restore = redisAs('migrations');
    expect(await outcome(restore.get('bull:catalog.order-events:7'))).toBe('NOPERM');
    expect(await outcome(restore.unlink('gateway:session:7'))).toBe('NOPERM');
    expect(await restore.unlink('bull:catalog.order-events:7')).toBe(1);
  });

  it('refuses the default user', async () => {
    const { host } = new URL(servers.urls.redis);
    const stranger = new Redis(`redis://${host}`, { retryStrategy: () => null, enableReadyCheck: false });
    stranger.on('error', () => undefined);
    expect(await outcome(stranger.get('other'))).toBe('NOAUTH');
    stranger.disconnect();
  });
});

it('a Redis that restarts keeps what transactions and scripts of the shop wrote', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'geodes-access-'));
  const others = { postgres: 'unused', nats: 'unused', s3: UNUSED_STORE };
  const key = 'bull:catalog.order-events:7';
  const asOrders = async <Result>(use: (redis: Redis) => Promise<Result>): Promise<Result> => {
    const { urls, stop } = await startServers({ dataDir: folder, durable: false }, others);
    const client = new Redis(withUser(urls.redis, 'orders', new SecretStore(folder).get('redis.orders')));
    try {
      return await use(client);
    } finally {
      client.disconnect();
      await stop();
    }
  };
  await asOrders(async (redis) => {
    await redis.multi().hset(key, 'name', 'job').hset(key, 'attempts', 1).exec();
    await redis.eval(
      `redis.call('HSET', KEYS[1], 'state', 'waiting') redis.call('SET', KEYS[2], 1)`,
      2,
      key,
      `${key}:x`,
    );
  });
  expect(await asOrders((redis) => redis.hgetall(key))).toEqual({ name: 'job', attempts: '1', state: 'waiting' });
  rmSync(folder, { recursive: true });
});

it('the passwords are in files that only the owner of DATA_DIR can read', () => {
  for (const file of ['secrets.json', 'nats/nats.conf', 'redis/redis.conf'])
    expect([file, statSync(join(dataDir, file)).mode & 0o777]).toEqual([file, 0o600]);
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createLogger } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { RedisEventQueue } from '../src/outbox/event-queue.js';
import { connectRedis } from '../src/redis.js';
import { eventually } from './eventually.js';

const logger = createLogger('orders', 'silent');
const sockets = new Set<Socket>();
let isStalled = false;
let redis: Redis;
let queue: RedisEventQueue;
const server = createServer((inside) => {
  const outside = connect(Number(target.port), target.hostname);
  for (const [from, to] of [
    [inside, outside],
    [outside, inside],
  ] as const) {
    sockets.add(from);
    from.on('data', (data) => isStalled || to.write(data));
    from.on('error', () => to.destroy());
    from.on('close', () => to.destroy());
  }
});
let target: URL;

beforeAll(async () => {
  target = new URL((await testServers()).redis);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(target);
  through.port = String((server.address() as { port: number }).port);
  redis = connectRedis(through.href, logger);
  queue = new RedisEventQueue(redis, logger);
  await eventually(
    () => Promise.resolve(redis.status),
    (status) => status === 'ready',
    5_000,
  );
});
afterAll(async () => {
  await queue.close();
  redis.disconnect();
  for (const socket of sockets) socket.destroy();
  server.close();
});

const job = (jobId: string) => ({
  name: 'order.paid',
  data: { eventId: randomUUID(), orderId: randomUUID(), type: 'order.paid' as const },
  opts: { jobId, removeOnComplete: true, removeOnFail: true },
});
const outcome = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: Error) => error.message,
  );

it('a Redis that hangs holds one command, not one a second, and takes facts again once it answers', async () => {
  expect(await outcome(queue.addBulk([job(randomUUID())]))).toBe('taken');
  isStalled = true;
  const hanging = outcome(queue.addBulk([job(randomUUID())]));
  await sleep(200);
  expect(await outcome(queue.addBulk([job(randomUUID())]))).toBe('Redis does not answer');
  await sleep(5_500);
  expect(await outcome(queue.addBulk([job(randomUUID())]))).toMatch(/^Redis (is away|does not answer)$/);
  isStalled = false;
  for (const socket of sockets) socket.destroy();
  const taken = await eventually(
    () => outcome(queue.addBulk([job(randomUUID())])),
    (said) => said === 'taken',
    15_000,
  );
  expect(taken).toBe('taken');
  expect(await hanging).toEqual(expect.any(String));
});

import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { createLogger } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { RedisQueue, connectRedis } from '../src/redis.js';
import { eventually } from './eventually.js';

const logger = createLogger('orders', 'silent');
const sockets = new Set<Socket>();
let isStalled = false;
let redis: Redis;
let queue: RedisQueue<'catalog.order-events'>;
/** A proxy in front of Redis that can stop forwarding. */
const proxy = createServer((client) => {
  const upstream = connect(Number(target.port), target.hostname);
  for (const [from, to] of [
    [client, upstream],
    [upstream, client],
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
  proxy.listen(0, '127.0.0.1');
  await once(proxy, 'listening');
  const proxyUrl = new URL(target);
  proxyUrl.port = String((proxy.address() as { port: number }).port);
  redis = connectRedis(proxyUrl.href, logger);
  queue = new RedisQueue('catalog.order-events', redis, logger);
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
  proxy.close();
});

const job = (jobId: string) => ({
  name: 'order.paid',
  data: { eventId: randomUUID(), orderId: randomUUID(), type: 'order.paid' as const },
  opts: { jobId, removeOnComplete: true, removeOnFail: true },
});
const outcomeOf = (work: Promise<unknown>) =>
  work.then(
    () => 'taken',
    (error: Error) => error.message,
  );

it('the event queue sends a hanging Redis one command, not one a second, and works again once Redis responds', async () => {
  expect(await outcomeOf(queue.addBulk([job(randomUUID())]))).toBe('taken');
  isStalled = true;
  const hanging = outcomeOf(queue.addBulk([job(randomUUID())]));
  await sleep(200);
  expect(await outcomeOf(queue.addBulk([job(randomUUID())]))).toBe('Redis does not answer');
  await sleep(5_500);
  expect(await outcomeOf(queue.addBulk([job(randomUUID())]))).toMatch(/^Redis (is away|does not answer)$/);
  isStalled = false;
  for (const socket of sockets) socket.destroy();
  const taken = await eventually(
    () => outcomeOf(queue.addBulk([job(randomUUID())])),
    (outcome) => outcome === 'taken',
    15_000,
  );
  expect(taken).toBe('taken');
  expect(await hanging).toEqual(expect.any(String));
});

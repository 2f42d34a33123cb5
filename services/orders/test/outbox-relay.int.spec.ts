import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { DataSource } from 'typeorm';
import type { OrderEvent } from '@geodes/contracts';
import { createLogger, metrics, systemClock } from '@geodes/kit';
import { eventually, freshDatabase, type FreshDatabase, testServers } from '@geodes/testing';
import { ordersDatabase } from '../src/data-source.js';
import { appendOutboxEvent, type NewEvent } from '../src/outbox/outbox-row.js';
import { type EventQueue, OutboxRelay } from '../src/outbox/outbox-relay.js';
import { connectRedis, RedisQueue } from '../src/redis.js';
import { readUntil } from './orders-app.js';

describe('the outbox relay', () => {
  // Faked: the queue in Redis, which takes all jobs or is away.
  let own: FreshDatabase;
  let database: DataSource;

  beforeAll(async () => {
    own = await freshDatabase('outbox');
    database = await new DataSource({ ...ordersDatabase(own.url), migrationsRun: true }).initialize();
  });
  afterAll(async () => {
    await database.destroy();
    await own.drop();
  });

  const relayTo = (addBulk: EventQueue['addBulk']): OutboxRelay =>
    new OutboxRelay(
      database,
      { addBulk, close: () => Promise.resolve() },
      systemClock,
      createLogger('orders', 'silent'),
    );

  /** Runs one round of a relay whose queue takes jobs as `addBulk` does. */
  const relayOnce = async (addBulk: EventQueue['addBulk']): Promise<void> => {
    const relay = relayTo(addBulk);
    await relay['round']().catch(() => undefined);
  };
  /** Runs one round of a relay whose queue takes all jobs, and returns their data. */
  const takenJobs = async (): Promise<OrderEvent[]> => {
    const taken: OrderEvent[] = [];
    await relayOnce((jobs) => {
      taken.push(...jobs.map(({ data }) => data));
      return Promise.resolve([]);
    });
    return taken;
  };
  const relayWhileAway = () => relayOnce(() => Promise.reject(new Error('Redis is away')));
  const row = async (orderId: string) => {
    const [found] = (await database.query(
      'SELECT enqueue_count, extract(epoch FROM enqueue_after - now())::float AS delay FROM outbox WHERE order_id = $1',
      [orderId],
    )) as [{ enqueue_count: number; delay: number | null }];
    return found;
  };

  const record = async (orderId: string, type: OrderEvent['type'] = 'order.paid'): Promise<NewEvent> => {
    const event = await appendOutboxEvent(database.manager, type, orderId);
    if (!event) throw new Error('recorded before');
    return event;
  };
  const endRetryDelay = async (orderId: string): Promise<void> => {
    await database.query('UPDATE outbox SET enqueue_after = NULL WHERE order_id = $1', [orderId]);
  };
  /** Records an event whose publication got lost, so that the relay has to enqueue it. */
  const recordLost = async (orderId: string, type?: OrderEvent['type']): Promise<void> => {
    await record(orderId, type);
    await endRetryDelay(orderId);
  };

  it('a long outage of Redis does not lengthen the retry delays after it', async () => {
    const orderId = randomUUID();
    await recordLost(orderId);
    for (let second = 1; second <= 40; second += 1) await relayWhileAway();
    expect(await row(orderId)).toEqual({ enqueue_count: 1, delay: null });
    const ids: (string | undefined)[] = [];
    await relayOnce((jobs) => {
      ids.push(...jobs.map(({ opts }) => opts?.jobId));
      return Promise.resolve([]);
    });
    expect(ids).toHaveLength(1);
    const { enqueue_count, delay } = await row(orderId);
    expect(enqueue_count).toBe(2);
    expect(delay).toBeGreaterThan(8);
    expect(delay).toBeLessThan(11);
  });

  it('an event that is published while others are being enqueued is enqueued right after them', async () => {
    const seen: string[] = [];
    const held = Promise.withResolvers<void>();
    const relay = relayTo(async (jobs) => {
      seen.push(...jobs.map(({ data }) => data.orderId));
      await held.promise;
      return [];
    });
    const orders = [randomUUID(), randomUUID()];
    const [first, second] = [await record(orders[0]!), await record(orders[1]!)];
    relay.publish(first);
    await eventually('the first event', () => seen.length === 1, 20_000);
    relay.publish(second);
    held.resolve();
    await relay.onModuleDestroy();
    expect(seen).toEqual(orders);
  });

  it('the relay enqueues an event whose publication got lost after five seconds, not before', async () => {
    const orderId = randomUUID();
    const event = await record(orderId);
    const outbox = relayTo(() => Promise.reject(new Error('Redis is away')));
    outbox.publish(event);
    await outbox.onModuleDestroy();
    const isTaken = async () => (await takenJobs()).some((data) => data.orderId === orderId);
    expect(await isTaken()).toBe(false);
    expect((await row(orderId)).delay).toBeGreaterThan(3);
    await endRetryDelay(orderId);
    expect(await isTaken()).toBe(true);
  });

  it('appendOutboxEvent records each type of event once per order', async () => {
    const orderId = randomUUID();
    await record(orderId);
    expect(await appendOutboxEvent(database.manager, 'order.paid', orderId)).toBeUndefined();
  });

  it('the gauges export the number and age of waiting events while Redis is away', async () => {
    const orderId = randomUUID();
    await recordLost(orderId);
    await database.query("UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE order_id = $1", [orderId]);
    await relayWhileAway();
    const gauge = async (name: string) => (await metrics.registry.getSingleMetric(name)!.get()).values[0]?.value ?? NaN;
    expect(await gauge('shop_outbox_waiting')).toBeGreaterThanOrEqual(1);
    expect(await gauge('shop_outbox_age_seconds')).toBeGreaterThanOrEqual(90);
    await database.query('UPDATE outbox SET done_at = now() WHERE order_id = $1', [orderId]);
  });

  it.each([null, '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'])(
    'the job of an event continues the trace of its purchase: %j',
    async (traceparent) => {
      const orderId = randomUUID();
      await recordLost(orderId);
      await database.query('UPDATE outbox SET traceparent = $2 WHERE order_id = $1', [orderId, traceparent]);
      const jobs = (await takenJobs()).filter((data) => data.orderId === orderId);
      expect(jobs).toEqual([
        { eventId: expect.any(String), orderId, type: 'order.paid', ...(traceparent && { traceparent }) },
      ]);
    },
  );

  it('concurrent relays enqueue each event once', async () => {
    const orders: string[] = Array.from({ length: 80 }, () => randomUUID());
    for (const orderId of orders) await recordLost(orderId, 'order.archived');
    const jobs = (await Promise.all([takenJobs(), takenJobs(), takenJobs()])).flat();
    const enqueued = jobs.map(({ orderId }) => orderId).filter((orderId) => orders.includes(orderId));
    expect(enqueued.sort()).toEqual(orders.sort());
  });

  it('the last migration can be reverted and run again, and the entities match the migrated schema', async () => {
    await database.undoLastMigration();
    await database.runMigrations();
    // TypeORM reads expressions of generated columns from its own table, which the shop does not have.
    await database.query('ALTER TABLE shop_order ALTER COLUMN search DROP EXPRESSION');
    const { upQueries } = await database.driver.createSchemaBuilder().log();
    expect(upQueries.map(({ query }) => query)).toEqual([]);
  });
});

describe('the event queue', () => {
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
    await eventually('Redis', () => redis.status === 'ready', 20_000);
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
    const taken = await readUntil(
      () => outcomeOf(queue.addBulk([job(randomUUID())])),
      (outcome) => outcome === 'taken',
      15_000,
    );
    expect(taken).toBe('taken');
    expect(await hanging).toEqual(expect.any(String));
  });
});

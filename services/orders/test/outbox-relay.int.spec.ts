import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { createLogger, metrics, systemClock } from '@geodes/kit';
import { freshDatabase, type FreshDatabase } from '@geodes/testing';
import { ordersDatabase } from '../src/data-source.js';
import type { EventQueue } from '../src/outbox/event-queue.js';
import { OutboxRelay } from '../src/outbox/outbox-relay.js';
import type { OrderEvent } from '@geodes/contracts';
import { type NewEvent, appendOutboxEvent } from '../src/outbox/append-event.js';
import { eventually } from './eventually.js';

// Faked: the queue in Redis, which takes what it is given or is away.
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

/** One round of an outbox whose queue takes jobs as `addBulk` does. */
const relayed = async (addBulk: EventQueue['addBulk']): Promise<void> => {
  const relay = new OutboxRelay(
    database,
    { addBulk, close: () => Promise.resolve() },
    systemClock,
    createLogger('orders', 'silent'),
  );
  relay.tick();
  await relay.onModuleDestroy();
};
const away = () => relayed(() => Promise.reject(new Error('Redis is away')));
const row = async (orderId: string) => {
  const [found] = (await database.query(
    'SELECT enqueue_count, extract(epoch FROM enqueue_after - now())::float AS pause FROM outbox WHERE order_id = $1',
    [orderId],
  )) as [{ enqueue_count: number; pause: number | null }];
  return found;
};

const record = async (orderId: string, type: OrderEvent['type'] = 'order.paid'): Promise<NewEvent> => {
  const event = await appendOutboxEvent(database.manager, type, orderId);
  if (!event) throw new Error('recorded before');
  return event;
};
const pauseIsOver = async (orderId: string): Promise<void> => {
  await database.query('UPDATE outbox SET enqueue_after = NULL WHERE order_id = $1', [orderId]);
};
/** Its publication got lost, and it is the relay's. */
const recordLost = async (orderId: string, type?: OrderEvent['type']): Promise<void> => {
  await record(orderId, type);
  await pauseIsOver(orderId);
};

it('a long outage of Redis does not lengthen the pauses after it', async () => {
  const orderId = randomUUID();
  await recordLost(orderId);
  for (let second = 1; second <= 40; second += 1) await away();
  expect(await row(orderId)).toEqual({ enqueue_count: 1, pause: null });
  const ids: (string | undefined)[] = [];
  await relayed((jobs) => {
    ids.push(...jobs.map(({ opts }) => opts?.jobId));
    return Promise.resolve([]);
  });
  expect(ids).toHaveLength(1);
  const { enqueue_count, pause } = await row(orderId);
  expect(enqueue_count).toBe(2);
  expect(pause).toBeGreaterThan(8);
  expect(pause).toBeLessThan(11);
});

const outboxOn = (addBulk: EventQueue['addBulk']): OutboxRelay =>
  new OutboxRelay(database, { addBulk, close: () => Promise.resolve() }, systemClock, createLogger('orders', 'silent'));

it('an event that is published while others are put into the queue follows right after them', async () => {
  const seen: string[] = [];
  const held = Promise.withResolvers<void>();
  const relay = outboxOn(async (jobs) => {
    seen.push(...jobs.map(({ data }) => data.orderId));
    await held.promise;
    return [];
  });
  const orders = [randomUUID(), randomUUID()];
  const [first, second] = [await record(orders[0]!), await record(orders[1]!)];
  relay.publish(first);
  await eventually(
    () => Promise.resolve(seen),
    (ids) => ids.length === 1,
    2_000,
  );
  relay.publish(second);
  held.resolve();
  await relay.onModuleDestroy();
  expect(seen).toEqual(orders);
});

it('an event whose publication got lost is found by the relay after five seconds, not before', async () => {
  const orderId = randomUUID();
  const event = await record(orderId);
  const outbox = outboxOn(() => Promise.reject(new Error('Redis is away')));
  outbox.publish(event);
  await outbox.onModuleDestroy();
  const seen: string[] = [];
  const take: EventQueue['addBulk'] = (jobs) => {
    seen.push(...jobs.map(({ data }) => data.orderId).filter((id) => id === orderId));
    return Promise.resolve([]);
  };
  await relayed(take);
  expect(seen).toEqual([]);
  expect((await row(orderId)).pause).toBeGreaterThan(3);
  await pauseIsOver(orderId);
  await relayed(take);
  expect(seen).toEqual([orderId]);
});

it('an event of an order is recorded once', async () => {
  const orderId = randomUUID();
  await record(orderId);
  expect(await appendOutboxEvent(database.manager, 'order.paid', orderId)).toBeUndefined();
});

it('tells how much waits and for how long, also while Redis is away', async () => {
  const orderId = randomUUID();
  await recordLost(orderId);
  await database.query("UPDATE outbox SET created_at = now() - interval '90 seconds' WHERE order_id = $1", [orderId]);
  await away();
  const gauge = async (name: string) => (await metrics.registry.getSingleMetric(name)!.get()).values[0]?.value ?? NaN;
  expect(await gauge('shop_outbox_waiting')).toBeGreaterThanOrEqual(1);
  expect(await gauge('shop_outbox_age_seconds')).toBeGreaterThanOrEqual(90);
  await database.query('UPDATE outbox SET done_at = now() WHERE order_id = $1', [orderId]);
});

it('a fact written within no trace has none, and its job neither', async () => {
  const orderId = randomUUID();
  await recordLost(orderId);
  const jobs: object[] = [];
  await relayed((added) => {
    jobs.push(...added.map(({ data }) => data).filter((data) => data.orderId === orderId));
    return Promise.resolve([]);
  });
  expect(jobs).toEqual([{ eventId: expect.any(String), orderId, type: 'order.paid' }]);
});

it('a fact that knows its trace keeps it as far as its job', async () => {
  const orderId = randomUUID();
  const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01';
  await recordLost(orderId);
  await database.query('UPDATE outbox SET traceparent = $2 WHERE order_id = $1', [orderId, traceparent]);
  const jobs: object[] = [];
  await relayed((added) => {
    jobs.push(...added.map(({ data }) => data).filter((data) => data.orderId === orderId));
    return Promise.resolve([]);
  });
  expect(jobs).toEqual([expect.objectContaining({ orderId, traceparent })]);
});

it('two outboxes at once put each fact into the queue once', async () => {
  const orders: string[] = Array.from({ length: 80 }, () => randomUUID());
  for (const orderId of orders) await recordLost(orderId, 'order.archived');
  const seen: string[] = [];
  const take: EventQueue['addBulk'] = (jobs) => {
    seen.push(...jobs.map(({ data }) => data.orderId));
    return Promise.resolve([]);
  };
  await Promise.all([relayed(take), relayed(take), relayed(take)]);
  const told = seen.filter((orderId) => orders.includes(orderId));
  expect(told.sort()).toEqual(orders.sort());
});

it('the migrations can be taken back and run again', async () => {
  await database.undoLastMigration();
  await database.runMigrations();
  // TypeORM keeps expressions in a table of its own, which the shop does not have: here it is a plain column
  await database.query('ALTER TABLE shop_order ALTER COLUMN search DROP EXPRESSION');
  const { upQueries } = await database.driver.createSchemaBuilder().log();
  expect(upQueries.map(({ query }) => query)).toEqual([]);
});

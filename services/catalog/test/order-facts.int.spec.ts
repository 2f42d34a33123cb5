import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { OrderFact } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type StandIn, standIn, testServers } from '@geodes/testing';
import { type CatalogUnderTest, createGeode, line, startCatalog } from './catalog-under-test.js';
import { type SwitchedProxy, switchedProxy } from './switched-proxy.js';

// Faked: the orders service, which is only asked to confirm.
let catalog: CatalogUnderTest;
let orders: StandIn;
let redis: SwitchedProxy;
let connection: Redis;
let queue: Queue<OrderFact>;

beforeAll(async () => {
  const servers = await testServers();
  orders = await standIn(servers.nats, { 'orders.confirm-fact': () => ({}) });
  catalog = await startCatalog({
    redis: async (url) => {
      redis = await switchedProxy(url);
      await redis.off();
      return redis.url;
    },
  });
  connection = new Redis(servers.redis, { maxRetriesPerRequest: null });
  queue = new Queue('catalog.order-facts', { connection });
});
afterAll(async () => {
  await catalog.stop();
  await redis.off();
  await queue.close();
  connection.disconnect();
  await orders.stop();
});

const fact = (orderId: string, type: OrderFact['type'] = 'order.paid'): OrderFact => ({
  eventId: randomUUID(),
  orderId,
  type,
});
const send = (data: OrderFact, attempts = 1) =>
  queue.add(data.type, data, { attempts, backoff: { type: 'fixed', delay: 50 } });
const confirmed = (eventId: string) =>
  orders.asked.filter(({ request }) => (request as { eventId: string }).eventId === eventId).length;
const until = async (done: () => boolean | Promise<boolean>) => {
  const end = Date.now() + 20_000;
  while (!(await done())) {
    if (Date.now() > end) throw new Error('it did not happen within 20 s');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};
const reserved = async (quantity = 1) => {
  const geode = await createGeode(catalog, { quantity });
  const orderId = randomUUID();
  await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geode.id)] });
  return { geode, orderId };
};
const stockOf = async (id: string): Promise<unknown> => {
  const [stock] = await catalog.database.query(
    'SELECT units_available AS free, units_reserved AS reserved, units_sold AS sold FROM geode WHERE id = $1',
    [id],
  );
  return stock;
};
const readiness = async () => {
  const reply = await catalog.app.inject({ method: 'GET', url: '/health/ready' });
  return { status: reply.statusCode, body: reply.json<{ failing?: string[] }>() };
};

it('the catalogue starts, reads and reserves while Redis is away, and says so', async () => {
  const { orderId } = await reserved();
  expect(orderId).toBeDefined();
  expect(await readiness()).toEqual({ status: 503, body: { status: 'unavailable', failing: ['redis'] } });
});

it('what was queued meanwhile is handled once Redis is there', async () => {
  const { geode, orderId } = await reserved();
  const paid = fact(orderId);
  await send(paid);
  await redis.on();
  await until(() => confirmed(paid.eventId) === 1);
  expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  await until(async () => (await readiness()).status === 200);
});

describe('a paid order', () => {
  it('turns its reservations into sales, told to the others', async () => {
    const { geode, orderId } = await reserved(2);
    await catalog.changes.settled();
    catalog.changes.forget();
    const paid = fact(orderId);
    await send(paid);
    await until(() => confirmed(paid.eventId) === 1);
    expect(await stockOf(geode.id)).toEqual({ free: 1, reserved: 0, sold: 1 });
    expect(await catalog.changes.settled()).toEqual([geode.id]);
  });

  it('is applied once where the fact comes twice or as two facts, and confirmed each time', async () => {
    const { geode, orderId } = await reserved(3);
    const paid = fact(orderId);
    const again = fact(orderId);
    await Promise.all([send(paid), send(paid), send(again)]);
    await until(() => confirmed(paid.eventId) === 2 && confirmed(again.eventId) === 1);
    const events = [paid.eventId, again.eventId];
    const noted: unknown = await catalog.database.query('SELECT type FROM handled_fact WHERE event_id = ANY($1)', [
      events,
    ]);
    expect(noted).toEqual([{ type: 'order.paid' }, { type: 'order.paid' }]);
    expect(await stockOf(geode.id)).toEqual({ free: 2, reserved: 0, sold: 1 });
  });

  it('is out of reach of a late release', async () => {
    const { geode, orderId } = await reserved();
    const paid = fact(orderId);
    await send(paid);
    await until(() => confirmed(paid.eventId) === 1);
    await catalog.bus.call('catalog.release-geodes', { orderId });
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
    const { items } = await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geode.id)] });
    expect(items[0]?.geodeId).toBe(geode.id);
  });

  it('whose confirmation fails is tried again, and still applied once', async () => {
    const { geode, orderId } = await reserved();
    const paid = fact(orderId);
    orders.answer({
      'orders.confirm-fact': () => {
        throw new AppError('UNAVAILABLE', 'away');
      },
    });
    await send(paid, 10);
    await until(() => confirmed(paid.eventId) >= 2);
    orders.answer({ 'orders.confirm-fact': () => ({}) });
    const before = confirmed(paid.eventId);
    await until(() => confirmed(paid.eventId) > before);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('without a reservation stays in the queue as failed and is not confirmed', async () => {
    const lost = fact(randomUUID());
    const { geode, orderId } = await reserved();
    await catalog.bus.call('catalog.release-geodes', { orderId });
    const released = fact(orderId);
    const jobs = await Promise.all([send(lost), send(released)]);
    await until(async () => (await Promise.all(jobs.map((job) => job.isFailed()))).every(Boolean));
    expect([confirmed(lost.eventId), confirmed(released.eventId)]).toEqual([0, 0]);
    expect(await stockOf(geode.id)).toEqual({ free: 1, reserved: 0, sold: 0 });
    const kept: unknown = await catalog.database.query('SELECT FROM handled_fact WHERE event_id = ANY($1)', [
      [lost.eventId, released.eventId],
    ]);
    expect(kept).toEqual([]);
  });

  it('that is archived is noted on its rows', async () => {
    const { orderId } = await reserved();
    const [paid, archived] = [fact(orderId), fact(orderId, 'order.archived')];
    await send(paid);
    await until(() => confirmed(paid.eventId) === 1);
    await send(archived);
    await until(() => confirmed(archived.eventId) === 1);
    const rows: unknown = await catalog.database.query(
      'SELECT state, archived_at IS NOT NULL AS archived FROM reservation WHERE order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ state: 'sold', archived: true }]);
  });
});

it('a fact that is sent while Redis breaks is handled when it is back', async () => {
  const { geode, orderId } = await reserved();
  await redis.off();
  const paid = fact(orderId);
  await send(paid);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await redis.on();
  await until(() => confirmed(paid.eventId) === 1);
  expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
});

it('the catalogue stops within its limit while Redis is away', async () => {
  await redis.off();
  const start = Date.now();
  await catalog.app.close();
  expect(Date.now() - start).toBeLessThan(7_000);
});

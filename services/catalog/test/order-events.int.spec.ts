import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { FailOrderEvent, OrderEvent } from '@geodes/contracts';
import { AppError, Pruning, unavailable } from '@geodes/kit';
import { type FakeService, fakeService, testServers } from '@geodes/testing';
import { type CatalogUnderTest, createGeode, line, startCatalog } from './catalog-under-test.js';
import { type SwitchedProxy, switchedProxy } from './switched-proxy.js';

// Faked: the orders service, which is told what was applied and what failed.
let catalog: CatalogUnderTest;
let orders: FakeService;
let redis: SwitchedProxy;
let connection: Redis;
let queue: Queue<OrderEvent>;

beforeAll(async () => {
  const servers = await testServers();
  orders = await fakeService(servers.nats, { 'orders.ack-event': () => ({}), 'orders.fail-event': () => ({}) });
  catalog = await startCatalog({
    redis: async (url) => {
      redis = await switchedProxy(url);
      await redis.off();
      return redis.url;
    },
  });
  connection = new Redis(servers.redis, { maxRetriesPerRequest: null });
  queue = new Queue('catalog.order-events', { connection });
});
afterAll(async () => {
  await catalog.stop();
  await redis.off();
  await queue.close();
  connection.disconnect();
  await orders.stop();
});

const fact = (orderId: string, type: OrderEvent['type'] = 'order.paid'): OrderEvent => ({
  eventId: randomUUID(),
  orderId,
  type,
});
const send = (data: OrderEvent, attempts = 1) =>
  queue.add(data.type, data, { attempts, backoff: { type: 'fixed', delay: 50 } });
const confirmed = (eventId: string) =>
  orders.asked.filter(
    ({ subject, request }) => subject === 'orders.ack-event' && (request as OrderEvent).eventId === eventId,
  ).length;
const failures = (eventId: string) =>
  orders.asked
    .filter(({ subject }) => subject === 'orders.fail-event')
    .map(({ request }) => request as FailOrderEvent)
    .filter((failed) => failed.eventId === eventId);
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
      'orders.ack-event': () => {
        throw new AppError('UNAVAILABLE', 'away');
      },
    });
    await send(paid, 10);
    await until(() => confirmed(paid.eventId) >= 2);
    orders.answer({ 'orders.ack-event': () => ({}) });
    const before = confirmed(paid.eventId);
    await until(() => confirmed(paid.eventId) > before);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('that is confirmed only after the orders service was away is told as an outage, and applied once', async () => {
    const { geode, orderId } = await reserved();
    const paid = fact(orderId);
    orders.answer({
      'orders.ack-event': () => {
        throw unavailable('database');
      },
    });
    await send(paid, 3);
    await until(() => failures(paid.eventId).length === 1);
    orders.answer({ 'orders.ack-event': () => ({}) });
    expect(confirmed(paid.eventId)).toBe(3);
    expect(failures(paid.eventId)).toEqual([
      { eventId: paid.eventId, reason: expect.stringContaining('database was away'), isOutage: true },
    ]);
    await send(paid);
    await until(() => confirmed(paid.eventId) === 4);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('that is refused is told so at once with the reason, not tried again by the queue, and applied when it can be', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    const paid = fact(orderId);
    const job = await send(paid, 5);
    await until(() => failures(paid.eventId).length === 1);
    expect(failures(paid.eventId)).toEqual([
      { eventId: paid.eventId, reason: `order.paid: order ${orderId} has no reservation`, isOutage: false },
    ]);
    await until(() => job.isFailed());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(failures(paid.eventId)).toHaveLength(1);
    await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(geode.id)] });
    await send(paid);
    await until(() => confirmed(paid.eventId) === 1);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('whose job is over leaves its id free, whether it was applied or refused', async () => {
    const { orderId } = await reserved();
    const [good, bad] = [fact(orderId), fact(randomUUID())];
    const opts = { removeOnComplete: true, removeOnFail: true };
    await Promise.all([good, bad].map((data) => queue.add(data.type, data, { ...opts, jobId: `${data.eventId}-1` })));
    await until(() => confirmed(good.eventId) === 1 && failures(bad.eventId).length === 1);
    await until(async () => (await queue.getJob(`${good.eventId}-1`)) === undefined);
    await until(async () => (await queue.getJob(`${bad.eventId}-1`)) === undefined);
    await queue.add(good.type, good, { ...opts, jobId: `${good.eventId}-1` });
    await until(() => confirmed(good.eventId) === 2);
  });

  it('without a reservation is not confirmed and changes nothing, however concurrently it comes', async () => {
    const lost = fact(randomUUID());
    const { geode, orderId } = await reserved();
    await catalog.bus.call('catalog.release-geodes', { orderId });
    const released = fact(orderId);
    const jobs = await Promise.all([send(lost), send(released), send(lost), send(released)]);
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

it('a fact that is no fact is refused without harm to the next one', async () => {
  const { geode, orderId } = await reserved();
  const strange = { ...fact(orderId), type: 'order.forgotten' } as unknown as OrderEvent;
  await send(strange);
  await until(() => failures(strange.eventId).length === 1);
  expect(failures(strange.eventId)[0]).toMatchObject({ isOutage: false });
  const paid = fact(orderId);
  await send(paid);
  await until(() => confirmed(paid.eventId) === 1);
  expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
});

it('what was applied or released is forgotten 90 days later, nothing younger', async () => {
  const { orderId } = await reserved();
  const paid = fact(orderId);
  await send(paid);
  await until(() => confirmed(paid.eventId) === 1);
  const ages = ['100 days', '91 days', '89 days'];
  for (const age of ages) {
    await catalog.database.query(
      `INSERT INTO handled_fact (event_id, type, handled_at) VALUES ($1, 'order.paid', now() - $2::interval)`,
      [randomUUID(), age],
    );
    await catalog.database.query(
      'INSERT INTO order_release (order_id, released_at) VALUES ($1, now() - $2::interval)',
      [randomUUID(), age],
    );
  }
  expect(await catalog.app.get(Pruning).run()).toEqual({
    handled_fact: 2,
    order_release: 2,
    hold: 0,
  });
  const left: unknown = await catalog.database.query('SELECT FROM handled_fact WHERE event_id = $1', [paid.eventId]);
  expect(left).toHaveLength(1);
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

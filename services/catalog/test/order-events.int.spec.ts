import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { FailOrderEvent, OrderEvent } from '@geodes/contracts';
import { AppError, Pruning, unavailable } from '@geodes/kit';
import { eventually, type FakeService, fakeService, testServers } from '@geodes/testing';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, createGeode } from './catalog-under-test.js';
import { type SwitchedProxy, switchedProxy } from './switched-proxy.js';

// Faked: the orders service, which receives confirmations and failures.
let orders: FakeService;
let redis: SwitchedProxy;
let connection: Redis;
let queue: Queue<OrderEvent>;
const catalog = catalogForTests({
  redis: async (url) => {
    redis = await switchedProxy(url);
    await redis.off();
    return redis.url;
  },
});
const { release, reserve, stockOf } = commandsOf(catalog);

beforeAll(async () => {
  const servers = await testServers();
  orders = await fakeService(servers.nats, { 'orders.ack-event': () => ({}), 'orders.fail-event': () => ({}) });
  connection = new Redis(servers.redis, { maxRetriesPerRequest: null });
  queue = new Queue('catalog.order-events', { connection });
});
afterAll(async () => {
  await redis.off();
  await queue.close();
  connection.disconnect();
  await orders.stop();
});

const orderEvent = (orderId: string, type: OrderEvent['type'] = 'order.paid'): OrderEvent => ({
  eventId: randomUUID(),
  orderId,
  type,
});
const send = (data: OrderEvent, attempts = 1) =>
  queue.add(data.type, data, { attempts, backoff: { type: 'fixed', delay: 50 } });
const confirmationsOf = (eventId: string) =>
  orders.asked.filter(
    ({ subject, request }) => subject === 'orders.ack-event' && (request as OrderEvent).eventId === eventId,
  ).length;
const failuresOf = (eventId: string) =>
  orders.asked
    .filter(({ subject }) => subject === 'orders.fail-event')
    .map(({ request }) => request as FailOrderEvent)
    .filter((failed) => failed.eventId === eventId);
const until = (isMet: () => boolean | Promise<boolean>) => eventually('the condition', isMet, 20_000, 20);
const createReserved = async (quantity = 1) => {
  const geode = await createGeode(catalog, { quantity });
  const { orderId } = await reserve([geode.id]);
  return { geode, orderId };
};
const readiness = async () => {
  const reply = await catalog.app.inject({ method: 'GET', url: '/health/ready' });
  return { status: reply.statusCode, body: reply.json<{ failing?: string[] }>() };
};

it('the catalogue starts, reserves and reports not ready while Redis is down', async () => {
  const { orderId } = await createReserved();
  expect(orderId).toBeDefined();
  expect(await readiness()).toEqual({ status: 503, body: { status: 'unavailable', failing: ['redis'] } });
});

it('events queued during an outage of Redis are applied when Redis is back', async () => {
  const { geode, orderId } = await createReserved();
  const paid = orderEvent(orderId);
  await send(paid);
  await redis.on();
  await until(() => confirmationsOf(paid.eventId) === 1);
  expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  await until(async () => (await readiness()).status === 200);
});

describe('an order event', () => {
  it('marks the reservations of a paid order sold and emits the change', async () => {
    const { geode, orderId } = await createReserved(2);
    await catalog.changes.settled();
    catalog.changes.clear();
    const paid = orderEvent(orderId);
    await send(paid);
    await until(() => confirmationsOf(paid.eventId) === 1);
    expect(await stockOf(geode.id)).toEqual({ free: 1, reserved: 0, sold: 1 });
    expect(await catalog.changes.settled()).toEqual([geode.id]);
  });

  it('is applied once but confirmed each time if it is delivered twice or published twice', async () => {
    const { geode, orderId } = await createReserved(3);
    const paid = orderEvent(orderId);
    const again = orderEvent(orderId);
    await Promise.all([send(paid), send(paid), send(again)]);
    await until(() => confirmationsOf(paid.eventId) === 2 && confirmationsOf(again.eventId) === 1);
    const events = [paid.eventId, again.eventId];
    const processed: unknown = await catalog.database.query('SELECT type FROM handled_fact WHERE event_id = ANY($1)', [
      events,
    ]);
    expect(processed).toEqual([{ type: 'order.paid' }, { type: 'order.paid' }]);
    expect(await stockOf(geode.id)).toEqual({ free: 2, reserved: 0, sold: 1 });
  });

  it('keeps a paid order sold despite a delayed release', async () => {
    const { geode, orderId } = await createReserved();
    const paid = orderEvent(orderId);
    await send(paid);
    await until(() => confirmationsOf(paid.eventId) === 1);
    await release(orderId);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
    const { items } = await reserve([geode.id], {}, orderId);
    expect(items[0]?.geodeId).toBe(geode.id);
  });

  it('is retried but applied once if its confirmation fails', async () => {
    const { geode, orderId } = await createReserved();
    const paid = orderEvent(orderId);
    orders.answer({
      'orders.ack-event': () => {
        throw new AppError('UNAVAILABLE', 'away');
      },
    });
    await send(paid, 10);
    await until(() => confirmationsOf(paid.eventId) >= 2);
    orders.answer({ 'orders.ack-event': () => ({}) });
    const before = confirmationsOf(paid.eventId);
    await until(() => confirmationsOf(paid.eventId) > before);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('is reported as an outage and applied once if the orders service was down', async () => {
    const { geode, orderId } = await createReserved();
    const paid = orderEvent(orderId);
    orders.answer({
      'orders.ack-event': () => {
        throw unavailable('database');
      },
    });
    await send(paid, 3);
    await until(() => failuresOf(paid.eventId).length === 1);
    orders.answer({ 'orders.ack-event': () => ({}) });
    expect(confirmationsOf(paid.eventId)).toBe(3);
    expect(failuresOf(paid.eventId)).toEqual([
      { eventId: paid.eventId, reason: expect.stringContaining('database was away'), isOutage: true },
    ]);
    await send(paid);
    await until(() => confirmationsOf(paid.eventId) === 4);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('is reported at once with the reason and not retried by the queue if it is refused', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    const paid = orderEvent(orderId);
    const job = await send(paid, 5);
    await until(() => failuresOf(paid.eventId).length === 1);
    expect(failuresOf(paid.eventId)).toEqual([
      { eventId: paid.eventId, reason: `order.paid: order ${orderId} has no reservation`, isOutage: false },
    ]);
    await until(() => job.isFailed());
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect(failuresOf(paid.eventId)).toHaveLength(1);
    await reserve([geode.id], {}, orderId);
    await send(paid);
    await until(() => confirmationsOf(paid.eventId) === 1);
    expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
  });

  it('can be queued again under the same job id after it was applied or refused', async () => {
    const { orderId } = await createReserved();
    const [good, bad] = [orderEvent(orderId), orderEvent(randomUUID())];
    const opts = { removeOnComplete: true, removeOnFail: true };
    await Promise.all([good, bad].map((data) => queue.add(data.type, data, { ...opts, jobId: `${data.eventId}-1` })));
    await until(() => confirmationsOf(good.eventId) === 1 && failuresOf(bad.eventId).length === 1);
    await until(async () => (await queue.getJob(`${good.eventId}-1`)) === undefined);
    await until(async () => (await queue.getJob(`${bad.eventId}-1`)) === undefined);
    await queue.add(good.type, good, { ...opts, jobId: `${good.eventId}-1` });
    await until(() => confirmationsOf(good.eventId) === 2);
  });

  it('without a reservation is not confirmed and changes nothing under concurrent deliveries', async () => {
    const lost = orderEvent(randomUUID());
    const { geode, orderId } = await createReserved();
    await release(orderId);
    const released = orderEvent(orderId);
    const jobs = await Promise.all([send(lost), send(released), send(lost), send(released)]);
    await until(async () => (await Promise.all(jobs.map((job) => job.isFailed()))).every(Boolean));
    expect([confirmationsOf(lost.eventId), confirmationsOf(released.eventId)]).toEqual([0, 0]);
    expect(await stockOf(geode.id)).toEqual({ free: 1, reserved: 0, sold: 0 });
    const processed: unknown = await catalog.database.query('SELECT FROM handled_fact WHERE event_id = ANY($1)', [
      [lost.eventId, released.eventId],
    ]);
    expect(processed).toEqual([]);
  });

  it('of an archived order sets the archive time of its reservations', async () => {
    const { orderId } = await createReserved();
    const [paid, archived] = [orderEvent(orderId), orderEvent(orderId, 'order.archived')];
    await send(paid);
    await until(() => confirmationsOf(paid.eventId) === 1);
    await send(archived);
    await until(() => confirmationsOf(archived.eventId) === 1);
    const rows: unknown = await catalog.database.query(
      'SELECT state, archived_at IS NOT NULL AS archived FROM reservation WHERE order_id = $1',
      [orderId],
    );
    expect(rows).toEqual([{ state: 'sold', archived: true }]);
  });
});

it('a malformed event is refused and does not block the next one', async () => {
  const { geode, orderId } = await createReserved();
  const malformed = { ...orderEvent(orderId), type: 'order.forgotten' } as unknown as OrderEvent;
  await send(malformed);
  await until(() => failuresOf(malformed.eventId).length === 1);
  expect(failuresOf(malformed.eventId)[0]).toMatchObject({ isOutage: false });
  const paid = orderEvent(orderId);
  await send(paid);
  await until(() => confirmationsOf(paid.eventId) === 1);
  expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
});

it('processed events and releases are deleted after 90 days', async () => {
  const { orderId } = await createReserved();
  const paid = orderEvent(orderId);
  await send(paid);
  await until(() => confirmationsOf(paid.eventId) === 1);
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

it('an event queued while Redis breaks is applied when Redis is back', async () => {
  const { geode, orderId } = await createReserved();
  await redis.off();
  const paid = orderEvent(orderId);
  await send(paid);
  await new Promise((resolve) => setTimeout(resolve, 500));
  await redis.on();
  await until(() => confirmationsOf(paid.eventId) === 1);
  expect(await stockOf(geode.id)).toEqual({ free: 0, reserved: 0, sold: 1 });
});

it('the catalogue stops within 7 s while Redis is down', async () => {
  await redis.off();
  const start = Date.now();
  await catalog.app.close();
  expect(Date.now() - start).toBeLessThan(7_000);
});

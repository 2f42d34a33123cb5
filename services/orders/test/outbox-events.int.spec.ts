import { randomUUID } from 'node:crypto';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { OrderEvent, OrderEventView } from '@geodes/contracts';
import { LOGGER, type Logger, metrics, Pruning } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { MAX_FAILURES } from '../src/outbox/retry-policy.js';
import { jobId } from '../src/outbox/outbox-relay.js';
import { eventually } from './eventually.js';
import { type OrdersUnderTest, startOrders } from './orders-app.js';

// Faked: the catalogue. These tests say what its worker would say.
let shop: OrdersUnderTest;
let connection: Redis;
let queue: Queue<OrderEvent>;

beforeAll(async () => {
  shop = await startOrders();
  connection = new Redis((await testServers()).redis, { maxRetriesPerRequest: null });
  queue = new Queue('catalog.order-events', { connection });
});
afterAll(async () => {
  await queue.obliterate({ force: true });
  await queue.close();
  connection.disconnect();
  await shop.stop();
});

/** The fact of a purchase that was just made. */
const paidFact = async (): Promise<string> => {
  const outcome = await shop.checkout();
  if (outcome.outcome !== 'paid') throw new Error(JSON.stringify(outcome));
  const { events: facts } = await shop.bus.call('orders.list-events', { all: true, limit: 100 });
  const fact = facts.find(({ orderId }) => orderId === outcome.order.orderId);
  expect(fact).toMatchObject({ type: 'order.paid', orderNumber: outcome.order.orderNumber });
  return fact!.id;
};
const seen = (id: string): Promise<OrderEventView> => shop.bus.call('orders.get-event', { id });
const refused = (eventId: string, reason = 'no reservation') =>
  shop.bus.call('orders.fail-event', { eventId, reason, isOutage: false });
const givenUp = async (reason?: string): Promise<string> => {
  const id = await paidFact();
  for (let round = 1; round <= MAX_FAILURES; round += 1) await refused(id, reason);
  return id;
};
const counts = async () => (await shop.bus.call('orders.list-events', { all: false, limit: 1 })).counts;
const inQueue = async (id: string) => (await queue.getJob(jobId(id, 1))) !== undefined;
const takeFromQueue = async (id: string) => {
  await eventually(() => inQueue(id), Boolean);
  await queue.remove(jobId(id, 1));
};
/** What is logged as an error from now on. */
const errorsOf = (logger: Logger): { eventId?: string }[] => {
  const told: { eventId?: string }[] = [];
  logger.error = (fields: unknown) => void told.push(fields as { eventId?: string });
  return told;
};
const gauge = async (name: string): Promise<number> => {
  const metric = metrics.registry.getSingleMetric(name);
  return (await metric!.get()).values[0]?.value ?? NaN;
};

describe('a fact that the catalogue refuses', () => {
  it('is tried again later, with what was wrong', async () => {
    const id = await paidFact();
    await refused(id, 'order.paid: order has no reservation');
    const fact = await seen(id);
    expect(fact).toMatchObject({ state: 'waiting', failures: 1, lastError: 'order.paid: order has no reservation' });
    expect(Date.parse(fact.nextTryAt!)).toBeGreaterThan(Date.now() + 2_000);
    await shop.bus.call('orders.ack-event', { eventId: id });
  });

  it('is given up with the tenth refusal, told to the operator once, and put into the queue no more', async () => {
    const told = errorsOf(shop.app.get<Logger>(LOGGER));
    const before = (await counts()).failed;
    const id = await givenUp('order.paid: order has no reservation');
    await refused(id);
    expect(told.filter(({ eventId }) => eventId === id)).toHaveLength(1);
    const fact = await seen(id);
    expect(fact).toMatchObject({ state: 'failed', failures: MAX_FAILURES, nextTryAt: null });
    expect(fact.lastError).toBe('order.paid: order has no reservation');
    expect((await counts()).failed).toBe(before + 1);
    await eventually(
      () => gauge('shop_outbox_events_failed'),
      (count) => count === before + 1,
    );
    await shop.database.query(`UPDATE outbox SET enqueue_after = now() - interval '1 hour' WHERE id = $1`, [id]);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await seen(id)).enqueued).toBe(fact.enqueued);
  });

  it('is counted right where refusals come at the same time', async () => {
    const id = await paidFact();
    await Promise.all(Array.from({ length: 7 }, () => refused(id)));
    expect(await seen(id)).toMatchObject({ state: 'waiting', failures: 7 });
    await Promise.all(Array.from({ length: 7 }, () => refused(id)));
    expect(await seen(id)).toMatchObject({ state: 'failed', failures: MAX_FAILURES });
  });

  it('stands before the others in the list', async () => {
    const id = await givenUp();
    await paidFact();
    const { events: facts } = await shop.bus.call('orders.list-events', { all: false, limit: 500 });
    const states = facts.map(({ state }) => state);
    expect(states.lastIndexOf('failed')).toBeLessThan(states.indexOf('waiting'));
    expect(facts.map((fact) => fact.id)).toContain(id);
  });
});

it('a fact that fails because something is away is never given up', async () => {
  const id = await paidFact();
  for (let round = 1; round <= 3 * MAX_FAILURES; round += 1)
    await shop.bus.call('orders.fail-event', { eventId: id, reason: 'database was away', isOutage: true });
  expect(await seen(id)).toMatchObject({ state: 'waiting', failures: 0, lastError: 'database was away' });
});

it('a fact that nobody knows may be told as failed', async () => {
  await expect(refused(randomUUID())).resolves.toEqual({});
});

describe('the operator', () => {
  it('has a fact retried: it is back in the queue at once, and done when it is confirmed', async () => {
    const id = await paidFact();
    await takeFromQueue(id);
    for (let round = 1; round <= MAX_FAILURES; round += 1) await refused(id);
    expect(await shop.bus.call('orders.retry-event', { id })).toEqual({ retried: 1 });
    expect(await eventually(() => inQueue(id), Boolean, 4_000)).toBe(true);
    expect(await seen(id)).toMatchObject({ state: 'waiting', failures: MAX_FAILURES });
    await shop.bus.call('orders.ack-event', { eventId: id });
    expect(await seen(id)).toMatchObject({ state: 'done', failedAt: null });
    await expect(shop.bus.call('orders.retry-event', { id })).rejects.toMatchObject({ code: 'CHANGED' });
  });

  it('sees a retried fact that is refused again as given up again, at once', async () => {
    const id = await givenUp();
    await shop.bus.call('orders.retry-event', { id });
    await refused(id, 'still no reservation');
    expect(await seen(id)).toMatchObject({ state: 'failed', lastError: 'still no reservation' });
  });

  it('has all given up facts retried, and none that was dropped', async () => {
    const [one, other, dropped] = [await givenUp(), await givenUp(), await givenUp()];
    await shop.bus.call('orders.drop-event', { id: dropped, reason: 'sold by hand', by: 'demo' });
    const { failed } = await counts();
    expect(await shop.bus.call('orders.retry-event', {})).toEqual({ retried: failed });
    const states = await Promise.all([one, other, dropped].map(async (id) => (await seen(id)).state));
    expect(states).toEqual(['waiting', 'waiting', 'dropped']);
    expect((await counts()).failed).toBe(0);
  });

  it('drops a fact with a reason: the row stays, nobody puts it into the queue', async () => {
    const id = await givenUp();
    const dropped = await shop.bus.call('orders.drop-event', { id, reason: ' sold by hand ', by: 'demo@shop' });
    expect(dropped).toMatchObject({ state: 'dropped', droppedReason: 'sold by hand', droppedBy: 'demo@shop' });
    const { enqueued } = await seen(id);
    await shop.database.query('UPDATE outbox SET enqueue_after = NULL WHERE id = $1', [id]);
    await new Promise((resolve) => setTimeout(resolve, 2_500));
    expect((await seen(id)).enqueued).toBe(enqueued);
    await refused(id);
    expect(await seen(id)).toMatchObject({ state: 'dropped', failures: MAX_FAILURES });
    const open = await shop.bus.call('orders.list-events', { all: false, limit: 500 });
    expect(open.events.map((fact) => fact.id)).not.toContain(id);
  });

  it('drops nothing without a reason, nothing that has not failed, nothing twice, nothing that was applied', async () => {
    const drop = (id: string, reason = 'sold by hand') =>
      shop.bus.call('orders.drop-event', { id, reason, by: 'demo' });
    const fresh = await paidFact();
    await expect(drop(fresh)).rejects.toMatchObject({ code: 'CHANGED' });
    const id = await givenUp();
    await expect(drop(id, '  ')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await drop(id);
    await expect(drop(id)).rejects.toMatchObject({ code: 'CHANGED' });
    await shop.bus.call('orders.ack-event', { eventId: fresh });
    await expect(drop(fresh)).rejects.toMatchObject({ code: 'CHANGED' });
    await expect(drop(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('takes a drop back with a retry', async () => {
    const id = await givenUp();
    await shop.bus.call('orders.drop-event', { id, reason: 'by mistake', by: 'demo' });
    await shop.bus.call('orders.retry-event', { id });
    expect(await seen(id)).toMatchObject({ state: 'waiting', droppedAt: null, droppedReason: null });
  });

  it('sees a dropped fact that was applied after all as done, with the reason still there', async () => {
    const id = await givenUp();
    await shop.bus.call('orders.drop-event', { id, reason: 'sold by hand', by: 'demo' });
    await shop.bus.call('orders.ack-event', { eventId: id });
    expect(await seen(id)).toMatchObject({ state: 'done', droppedReason: 'sold by hand' });
  });
});

describe('a confirmed fact', () => {
  it('is done once, however often and however concurrently it is confirmed, and refused no more', async () => {
    const id = await paidFact();
    await Promise.all(Array.from({ length: 5 }, () => shop.bus.call('orders.ack-event', { eventId: id })));
    const { doneAt } = await seen(id);
    await shop.bus.call('orders.ack-event', { eventId: id });
    await refused(id);
    expect(await seen(id)).toMatchObject({ state: 'done', doneAt, failures: 0 });
  });
});

describe('a queue that lost its jobs', () => {
  it('is filled again from the table, with one job a fact', async () => {
    const id = await paidFact();
    await takeFromQueue(id);
    expect(await eventually(() => inQueue(id), Boolean, 8_000)).toBe(true);
    const { enqueued } = await seen(id);
    await shop.database.query('UPDATE outbox SET enqueue_after = NULL WHERE id = $1', [id]);
    await eventually(
      () => seen(id),
      (fact) => fact.enqueued > enqueued,
    );
    expect((await seen(id)).enqueued).toBe(enqueued + 1);
    const jobs = await queue.getJobs(['waiting', 'delayed', 'active', 'prioritized'], 0, 1_000);
    expect(jobs.filter(({ data }) => data.eventId === id)).toHaveLength(1);
  });
});

describe('old facts', () => {
  it('leave the table 90 days after they were applied, no others', async () => {
    const [old, young, failed, dropped] = [await paidFact(), await paidFact(), await givenUp(), await givenUp()];
    await shop.bus.call('orders.drop-event', { id: dropped, reason: 'sold by hand', by: 'demo' });
    for (const eventId of [old, young]) await shop.bus.call('orders.ack-event', { eventId });
    const ago = (days: number) => `now() - interval '${days} days'`;
    await shop.database.query(`UPDATE outbox SET created_at = ${ago(99)} WHERE id = ANY($1)`, [
      [old, young, failed, dropped],
    ]);
    await shop.database.query(`UPDATE outbox SET done_at = ${ago(91)} WHERE id = $1`, [old]);
    await shop.database.query(`UPDATE outbox SET done_at = ${ago(89)} WHERE id = $1`, [young]);
    await shop.database.query(`UPDATE outbox SET failed_at = ${ago(99)} WHERE id = $1`, [failed]);
    await shop.database.query(`UPDATE outbox SET dropped_at = ${ago(99)} WHERE id = $1`, [dropped]);
    expect(await shop.app.get(Pruning).run()).toEqual({ outbox: 1, checkout_attempt: 0 });
    await expect(seen(old)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await Promise.all([young, failed, dropped].map(seen))).map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'dropped',
    ]);
  });

  it('leave it in bounded batches, all of them', async () => {
    await shop.database.query(
      `INSERT INTO outbox (id, type, order_id, done_at)
       SELECT gen_random_uuid(), 'order.paid', gen_random_uuid(), now() - interval '100 days'
         FROM generate_series(1, 1234)`,
    );
    expect(await shop.app.get(Pruning).run()).toEqual({ outbox: 1234, checkout_attempt: 0 });
  });
});

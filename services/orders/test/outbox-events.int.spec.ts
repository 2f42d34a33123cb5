import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Queue } from 'bullmq';
import { Redis } from 'ioredis';
import type { OrderEvent, OrderEventView } from '@geodes/contracts';
import { LOGGER, type Logger, metrics, Pruning } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { MAX_FAILURES, retryDelaySql } from '../src/outbox/retry-policy.js';
import { jobId } from '../src/outbox/outbox-relay.js';
import { type OrdersUnderTest, readUntil, startOrders } from './orders-app.js';

// Faked: catalog. These tests send what its worker would send.
let shop: OrdersUnderTest;
let connection: Redis;
let queue: Queue<OrderEvent>;

beforeAll(async () => {
  shop = await startOrders();
  connection = new Redis(shop.redisUrl, { maxRetriesPerRequest: null });
  queue = new Queue('catalog.order-events', { connection });
});
afterAll(async () => {
  await queue.obliterate({ force: true });
  await queue.close();
  connection.disconnect();
  await shop.stop();
});

/** Buys a geode and returns the id of its `order.paid` event. */
const paidEvent = async (): Promise<string> => {
  const order = await shop.buy();
  const { events } = await shop.bus.call('orders.list-events', { all: true, limit: 100 });
  const event = events.find(({ orderId }) => orderId === order.orderId);
  expect(event).toMatchObject({ type: 'order.paid', orderNumber: order.orderNumber });
  return event!.id;
};
const getEvent = (id: string): Promise<OrderEventView> => shop.bus.call('orders.get-event', { id });
const refuse = (eventId: string, reason = 'no reservation') =>
  shop.bus.call('orders.fail-event', { eventId, reason, isOutage: false });
const reportOutage = (eventId: string) =>
  shop.bus.call('orders.fail-event', { eventId, reason: 'database was away', isOutage: true });
const failedEvent = async (): Promise<string> => {
  const id = await paidEvent();
  for (let round = 1; round <= MAX_FAILURES; round += 1) await refuse(id);
  return id;
};
const drop = (id: string, reason = 'sold by hand') => shop.bus.call('orders.drop-event', { id, reason, by: 'demo' });
const counts = async () => (await shop.bus.call('orders.list-events', { all: false, limit: 1 })).counts;
const inQueue = async (id: string) => (await queue.getJob(jobId(id, 1))) !== undefined;
const takeFromQueue = async (id: string) => {
  await eventually('the job', () => inQueue(id), 40_000);
  await queue.remove(jobId(id, 1));
};
/** Collects the fields of every later log at error level. */
const collectErrors = (logger: Logger): { eventId?: string }[] => {
  const errors: { eventId?: string }[] = [];
  logger.error = (fields: unknown) => void errors.push(fields as { eventId?: string });
  return errors;
};
const gauge = async (name: string): Promise<number> => {
  const metric = metrics.registry.getSingleMetric(name);
  return (await metric!.get()).values[0]?.value ?? NaN;
};

describe('an event that catalog refuses', () => {
  it('is retried later and keeps the reason', async () => {
    const id = await paidEvent();
    await refuse(id, 'order.paid: order has no reservation');
    const event = await getEvent(id);
    expect(event).toMatchObject({ state: 'waiting', failures: 1, lastError: 'order.paid: order has no reservation' });
    expect(Date.parse(event.nextTryAt!)).toBeGreaterThan(Date.now() + 2_000);
    await shop.bus.call('orders.ack-event', { eventId: id });
  });

  it('fails with the tenth refusal, is logged once as an error and is not enqueued again', async () => {
    const errors = collectErrors(shop.app.get<Logger>(LOGGER));
    const before = (await counts()).failed;
    const id = await failedEvent();
    await refuse(id);
    expect(errors.filter(({ eventId }) => eventId === id)).toHaveLength(1);
    const event = await getEvent(id);
    expect(event).toMatchObject({ state: 'failed', failures: MAX_FAILURES, nextTryAt: null });
    expect((await counts()).failed).toBe(before + 1);
    await eventually('the gauge', async () => (await gauge('shop_outbox_events_failed')) === before + 1, 40_000);
    await shop.database.query(`UPDATE outbox SET enqueue_after = now() - interval '1 hour' WHERE id = $1`, [id]);
    await sleep(2_500);
    expect((await getEvent(id)).enqueued).toBe(event.enqueued);
  });

  it('is retried after growing delays of at most a minute', async () => {
    const rows: { seconds: number }[] = await shop.database.query(
      `SELECT extract(epoch FROM ${retryDelaySql('count')})::int AS seconds FROM unnest($1::int[]) AS count`,
      [[1, 2, 3, 12, 13, 10_000]],
    );
    expect(rows.map(({ seconds }) => seconds)).toEqual([5, 10, 15, 60, 60, 60]);
  });

  it('fails for good with the tenth refusal, between three and ten minutes after the first', async () => {
    const id = await paidEvent();
    let seconds = 0;
    for (let round = 1; round < MAX_FAILURES; round += 1) {
      await refuse(id);
      const { state, lastFailedAt, nextTryAt } = await getEvent(id);
      expect(state).toBe('waiting');
      seconds += (Date.parse(nextTryAt!) - Date.parse(lastFailedAt!)) / 1_000;
    }
    await refuse(id);
    expect(await getEvent(id)).toMatchObject({ state: 'failed', failures: 10 });
    expect(seconds).toBeGreaterThan(180);
    expect(seconds).toBeLessThan(600);
  });

  it('never fails for good because of outages, which do not delay its next try', async () => {
    const id = await paidEvent();
    await shop.database.query(`UPDATE outbox SET enqueue_after = now() + interval '1 hour' WHERE id = $1`, [id]);
    const { nextTryAt } = await getEvent(id);
    await reportOutage(id);
    expect(await getEvent(id)).toMatchObject({ state: 'waiting', failures: 0, nextTryAt });
    const retried = await failedEvent();
    await shop.bus.call('orders.retry-event', { id: retried });
    await reportOutage(retried);
    expect(await getEvent(retried)).toMatchObject({ state: 'waiting', failures: MAX_FAILURES });
  });

  it('fails for good with the first refusal after the operator retried it', async () => {
    const id = await failedEvent();
    await shop.bus.call('orders.retry-event', { id });
    await refuse(id);
    expect(await getEvent(id)).toMatchObject({ state: 'failed', failures: MAX_FAILURES + 1 });
  });

  it('counts concurrent refusals correctly', async () => {
    const id = await paidEvent();
    await Promise.all(Array.from({ length: 7 }, () => refuse(id)));
    expect(await getEvent(id)).toMatchObject({ state: 'waiting', failures: 7 });
    await Promise.all(Array.from({ length: 7 }, () => refuse(id)));
    expect(await getEvent(id)).toMatchObject({ state: 'failed', failures: MAX_FAILURES });
  });

  it('precedes waiting events in the list', async () => {
    const id = await failedEvent();
    await paidEvent();
    const { events } = await shop.bus.call('orders.list-events', { all: false, limit: 500 });
    const states = events.map(({ state }) => state);
    expect(states.lastIndexOf('failed')).toBeLessThan(states.indexOf('waiting'));
    expect(events.map((event) => event.id)).toContain(id);
  });
});

it('fail-event accepts an unknown event id', async () => {
  await expect(refuse(randomUUID())).resolves.toEqual({});
});

describe('the operator', () => {
  it('retries a failed event: it is enqueued at once, and done when it is confirmed', async () => {
    const id = await paidEvent();
    await takeFromQueue(id);
    for (let round = 1; round <= MAX_FAILURES; round += 1) await refuse(id);
    expect(await shop.bus.call('orders.retry-event', { id })).toEqual({ retried: 1 });
    expect(await readUntil(() => inQueue(id), Boolean, 4_000)).toBe(true);
    expect(await getEvent(id)).toMatchObject({ state: 'waiting', failures: MAX_FAILURES });
    await shop.bus.call('orders.ack-event', { eventId: id });
    expect(await getEvent(id)).toMatchObject({ state: 'done', failedAt: null });
    await expect(shop.bus.call('orders.retry-event', { id })).rejects.toMatchObject({ code: 'CHANGED' });
  });

  it('retries all failed events but no dropped ones', async () => {
    const [one, other, dropped] = [await failedEvent(), await failedEvent(), await failedEvent()];
    await drop(dropped);
    const { failed } = await counts();
    expect(await shop.bus.call('orders.retry-event', {})).toEqual({ retried: failed });
    const states = await Promise.all([one, other, dropped].map(async (id) => (await getEvent(id)).state));
    expect(states).toEqual(['waiting', 'waiting', 'dropped']);
    expect((await counts()).failed).toBe(0);
  });

  it('drops an event with a reason: its row stays and is not enqueued again', async () => {
    const id = await failedEvent();
    const dropped = await drop(id, ' sold by hand ');
    expect(dropped).toMatchObject({ state: 'dropped', droppedReason: 'sold by hand', droppedBy: 'demo' });
    const { enqueued } = await getEvent(id);
    await shop.database.query('UPDATE outbox SET enqueue_after = NULL WHERE id = $1', [id]);
    await sleep(2_500);
    expect((await getEvent(id)).enqueued).toBe(enqueued);
    await refuse(id);
    expect(await getEvent(id)).toMatchObject({ state: 'dropped', failures: MAX_FAILURES });
    const open = await shop.bus.call('orders.list-events', { all: false, limit: 500 });
    expect(open.events.map((event) => event.id)).not.toContain(id);
  });

  it('cannot drop an event without a reason, before it failed, twice, or after it was applied', async () => {
    const fresh = await paidEvent();
    await expect(drop(fresh)).rejects.toMatchObject({ code: 'CHANGED' });
    const id = await failedEvent();
    await expect(drop(id, '  ')).rejects.toMatchObject({ code: 'BAD_REQUEST' });
    await drop(id);
    await expect(drop(id)).rejects.toMatchObject({ code: 'CHANGED' });
    await shop.bus.call('orders.ack-event', { eventId: fresh });
    await expect(drop(fresh)).rejects.toMatchObject({ code: 'CHANGED' });
    await expect(drop(randomUUID())).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  it('cannot drop an event that waits for the end of an outage, which does not count, or was retried', async () => {
    const waiting = await paidEvent();
    await reportOutage(waiting);
    expect(await getEvent(waiting)).toMatchObject({ state: 'waiting', failures: 0, lastError: 'database was away' });
    await expect(drop(waiting)).rejects.toMatchObject({ code: 'CHANGED' });
    const retried = await failedEvent();
    await shop.bus.call('orders.retry-event', { id: retried });
    await expect(drop(retried)).rejects.toMatchObject({ code: 'CHANGED' });
  });

  it('reverts a drop with a retry', async () => {
    const id = await failedEvent();
    await drop(id);
    await shop.bus.call('orders.retry-event', { id });
    expect(await getEvent(id)).toMatchObject({ state: 'waiting', droppedAt: null, droppedReason: null });
  });

  it('sees a dropped event as done if it was applied after all, with the reason kept', async () => {
    const id = await failedEvent();
    await drop(id);
    await shop.bus.call('orders.ack-event', { eventId: id });
    expect(await getEvent(id)).toMatchObject({ state: 'done', droppedReason: 'sold by hand' });
  });
});

it('a confirmed event is done once, also after concurrent confirmations, and ignores later refusals', async () => {
  const id = await paidEvent();
  await Promise.all(Array.from({ length: 5 }, () => shop.bus.call('orders.ack-event', { eventId: id })));
  const { doneAt } = await getEvent(id);
  await shop.bus.call('orders.ack-event', { eventId: id });
  await refuse(id);
  expect(await getEvent(id)).toMatchObject({ state: 'done', doneAt, failures: 0 });
});

it('a queue that lost its jobs is filled again from the table with one job per event', async () => {
  const id = await paidEvent();
  await takeFromQueue(id);
  expect(await readUntil(() => inQueue(id), Boolean, 8_000)).toBe(true);
  const { enqueued } = await getEvent(id);
  await shop.database.query('UPDATE outbox SET enqueue_after = NULL WHERE id = $1', [id]);
  await eventually('another job', async () => (await getEvent(id)).enqueued > enqueued, 40_000);
  expect((await getEvent(id)).enqueued).toBe(enqueued + 1);
  const jobs = await queue.getJobs(['waiting', 'delayed', 'active', 'prioritized'], 0, 1_000);
  expect(jobs.filter(({ data }) => data.eventId === id)).toHaveLength(1);
});

describe('pruning of outbox events', () => {
  it('deletes events 90 days after they were applied, and no others', async () => {
    const [old, young, failed, dropped] = [
      await paidEvent(),
      await paidEvent(),
      await failedEvent(),
      await failedEvent(),
    ];
    await drop(dropped);
    for (const eventId of [old, young]) await shop.bus.call('orders.ack-event', { eventId });
    const ago = (days: number) => `now() - interval '${days} days'`;
    await shop.database.query(`UPDATE outbox SET created_at = ${ago(99)} WHERE id = ANY($1)`, [
      [old, young, failed, dropped],
    ]);
    await shop.database.query(`UPDATE outbox SET done_at = ${ago(91)} WHERE id = $1`, [old]);
    await shop.database.query(`UPDATE outbox SET done_at = ${ago(89)} WHERE id = $1`, [young]);
    await shop.database.query(`UPDATE outbox SET failed_at = ${ago(99)} WHERE id = $1`, [failed]);
    await shop.database.query(`UPDATE outbox SET dropped_at = ${ago(99)} WHERE id = $1`, [dropped]);
    expect(await shop.app.get(Pruning).run()).toEqual({ outbox: 1, checkout_attempt: 0, letter: 0, sale_reminder: 0 });
    await expect(getEvent(old)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await Promise.all([young, failed, dropped].map(getEvent))).map(({ state }) => state)).toEqual([
      'done',
      'failed',
      'dropped',
    ]);
  });

  it('deletes all of many old events in batches', async () => {
    await shop.database.query(
      `INSERT INTO outbox (id, type, order_id, done_at)
       SELECT gen_random_uuid(), 'order.paid', gen_random_uuid(), now() - interval '100 days'
         FROM generate_series(1, 1234)`,
    );
    expect(await shop.app.get(Pruning).run()).toEqual({
      outbox: 1234,
      checkout_attempt: 0,
      letter: 0,
      sale_reminder: 0,
    });
  });
});

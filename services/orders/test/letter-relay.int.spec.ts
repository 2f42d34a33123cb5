import { randomUUID } from 'node:crypto';
import { DataSource } from 'typeorm';
import { type Bus, createLogger, metrics, systemClock } from '@geodes/kit';
import { freshDatabase, type FreshDatabase } from '@geodes/testing';
import { OrdersConfig } from '../src/config.js';
import { ordersDatabase } from '../src/data-source.js';
import { LetterRelay } from '../src/letters/letter-relay.js';
import { appendLetter, LetterStore } from '../src/letters/letter-store.js';
import { LettersController } from '../src/letters/letters.controller.js';
import type { JobQueue } from '../src/redis.js';

// Faked: the queue in Redis, which takes all jobs or is away.
let own: FreshDatabase;
let database: DataSource;
let store: LetterStore;
beforeAll(async () => {
  own = await freshDatabase('letters');
  database = await new DataSource({ ...ordersDatabase(own.url), migrationsRun: true }).initialize();
  store = new LetterStore(database);
});
afterAll(async () => {
  await database.destroy();
  await own.drop();
});
beforeEach(() => database.query('DELETE FROM letter'));

const CONFIG = Object.assign(new OrdersConfig(), { SMTP_URL: 'smtp://127.0.0.1' });

/** Runs one round of a relay whose queue takes jobs as `addBulk` does. */
const relayOnce = async (
  addBulk: JobQueue<'orders.letters'>['addBulk'],
  config: OrdersConfig = CONFIG,
): Promise<void> => {
  const queue = { addBulk, close: () => Promise.resolve() };
  const relay = new LetterRelay(store, config, queue, systemClock, createLogger('orders', 'silent'));
  await relay['round']().catch(() => undefined);
};
const append = async (): Promise<string> => {
  const subject = randomUUID();
  await appendLetter(database.manager, 'order-paid', { id: subject, orderId: subject });
  // times have milliseconds, so `now()` may be rounded into the future
  const [[{ id }]] = await database.query<[[{ id: string }], number]>(
    "UPDATE letter SET next_try_at = now() - interval '1 second' WHERE subject_id = $1 RETURNING id",
    [subject],
  );
  return id;
};
const stateOf = async (id: string): Promise<{ state: string; seconds: number }> => {
  const [row] = await database.query<[{ state: string; seconds: number }]>(
    'SELECT state, extract(epoch FROM next_try_at - now())::float AS seconds FROM letter WHERE id = $1',
    [id],
  );
  return row;
};

it('a letter waits while Redis is away, and is enqueued once Redis is back', async () => {
  const id = await append();
  await relayOnce(() => Promise.reject(new Error('Redis is away')));
  expect((await stateOf(id)).state).toBe('waiting');
  expect((await metrics.registry.getSingleMetric('shop_letters_waiting')!.get()).values[0]?.value).toBe(1);
  const jobs: unknown[] = [];
  await relayOnce((added) => {
    jobs.push(...added.map(({ data }) => data));
    return Promise.resolve([]);
  });
  expect(jobs).toEqual([{ letterId: id }]);
});

it('without a mail server letters are off, the panel says so, and the owner can send them later', async () => {
  const id = await append();
  const config = { ...CONFIG, SMTP_URL: undefined };
  await relayOnce(() => Promise.reject(new Error('no letter may be enqueued')), config);
  const list = await new LettersController(database, store, {} as Bus, config).list({ limit: 10 });
  expect(list).toEqual({ letters: [], counts: { waiting: 0, failed: 0, off: 1 }, hasMailServer: false });
  expect(await store.retry(undefined)).toBe(1);
  expect((await stateOf(id)).state).toBe('waiting');
});

it('only one of many processes can claim a letter', async () => {
  const id = await append();
  const claims = await Promise.all(Array.from({ length: 8 }, () => store.claim(id)));
  expect(claims.filter(Boolean)).toHaveLength(1);
});

it('a letter whose process died is tried again after its claim, and the late failure of the first try is ignored', async () => {
  const id = await append();
  const first = (await store.claim(id))!;
  await database.query("UPDATE letter SET next_try_at = now() - interval '1 second' WHERE id = $1", [id]);
  const second = (await store.claim(id))!;
  expect(second.tries).toBe(2);
  await store.recordFailure(first, 'late');
  // the claim's two minutes, not the minute until a third try
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', seconds: expect.closeTo(120, -1) as number });
  await store.markSent(second);
  expect((await stateOf(id)).state).toBe('sent');
});

it('a letter fails when its next try would be more than a day after its creation; a retry begins a new day', async () => {
  const id = await append();
  const wait = (hours: number) =>
    database.query(
      `UPDATE letter SET next_try_at = now() - interval '1 second', waiting_since = now() - $2 * interval '1 hour' WHERE id = $1`,
      [id, hours],
    );
  await wait(23.5);
  await store.recordFailure((await store.claim(id))!, 'busy');
  expect(await stateOf(id)).toMatchObject({ state: 'waiting', seconds: expect.closeTo(60, -1) as number });
  await wait(23.99);
  await store.recordFailure((await store.claim(id))!, 'busy');
  expect((await stateOf(id)).state).toBe('failed');
  await store.retry(id);
  await store.recordFailure((await store.claim(id))!, 'busy');
  expect((await stateOf(id)).state).toBe('waiting');
});

it('a failed letter is in the metrics for a day, and in the panel until it is sent', async () => {
  const fail = async (hours: number): Promise<void> => {
    const id = await append();
    await database.query("UPDATE letter SET waiting_since = now() - interval '24 hours' WHERE id = $1", [id]);
    await store.recordFailure((await store.claim(id))!, '550 No such user');
    await database.query("UPDATE letter SET next_try_at = next_try_at - $2 * interval '1 hour' WHERE id = $1", [
      id,
      hours,
    ]);
  };
  await fail(25);
  await fail(23);
  await relayOnce(() => Promise.resolve([]));
  expect((await metrics.registry.getSingleMetric('shop_letters_failed')!.get()).values[0]?.value).toBe(1);
  expect((await store.list(10)).counts).toEqual({ waiting: 0, failed: 2, off: 0 });
});

it('letters without a recipient are neither counted nor retried with the others', async () => {
  const id = await append();
  await store.markOff((await store.claim(id))!, 'OWNER_EMAIL is none.');
  expect((await store.list(10)).counts).toEqual({ waiting: 0, failed: 0, off: 0 });
  expect(await store.retry(undefined)).toBe(0);
});

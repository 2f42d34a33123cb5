import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { dataFolder, findingsAfter, listEvents, namesOf, pidOf, urlOf, withRedis } from '../shop/operator.js';

const GEODES = 6;
/** Two buyers compete for each geode. */
const BUYERS = 2 * GEODES;
const ARCHIVED = 3;
/** Time between the first and the last buyer, ms. The fault happens in between. */
const SPREAD_MS = 900;
/** Every event must be processed within this time after the fault. */
const EVENTS_TIMEOUT_MS = 60_000;

interface Buyer {
  key: string;
  geodeId: string;
  /** The last response; undefined if the connection broke. */
  response?: { status: number; orderId?: string };
}

const flush = async () => {
  for (let times = 1; times <= 5; times += 1) {
    await withRedis((redis) => redis.flushall());
    await sleep(100);
  }
};
const kill = (name: string, signal: NodeJS.Signals = 'SIGKILL') => {
  process.kill(pidOf(name), signal);
  return Promise.resolve();
};

const faults: [what: string, fault: (request: APIRequestContext) => Promise<void>][] = [
  [
    'flushing Redis and killing the catalogue between applying and acknowledging an event',
    async (request) => {
      const data = { point: 'catalog.event.after', action: 'kill', pass: 1 };
      for (const name of namesOf('catalog'))
        expect((await request.post(`${urlOf(name)}/failpoints`, { data })).status()).toBe(204);
      await sleep(SPREAD_MS / 3);
      await flush();
    },
  ],
  [
    'killing Redis and losing its data folder',
    () => {
      rmSync(join(dataFolder(), 'redis'), { recursive: true });
      return kill('redis');
    },
  ],
  ['killing NATS', () => kill('nats')],
  ['killing PostgreSQL', () => kill('postgres')],
  ['shutting PostgreSQL down fast', () => kill('postgres', 'SIGINT')],
];

const placeOrder = async (request: APIRequestContext, { key, geodeId }: Buyer): Promise<Buyer['response']> => {
  try {
    const reply = await buy(request, [geodeId], { key, email: `${key}@example.com` });
    return { status: reply.status(), orderId: ((await reply.json()) as { orderId?: string }).orderId };
  } catch {
    return undefined;
  }
};
const isFinal = (response: Buyer['response']) => response !== undefined && [201, 402, 409].includes(response.status);

const archive = (request: APIRequestContext, orderId: string) =>
  request.put(`/api/admin/orders/${orderId}/archive`, { headers: fromSite, timeout: 15_000 });

/** Creates a paid and shipped order. */
const shippedOrder = async (request: APIRequestContext): Promise<string> => {
  const response = await placeOrder(request, { key: randomUUID(), geodeId: (await newGeode(request)).id });
  const orderId = response?.orderId ?? '';
  const data = { status: 'shipped' };
  expect((await request.put(`/api/admin/orders/${orderId}/status`, { data, headers: fromSite })).status()).toBe(200);
  return orderId;
};

for (const [what, fault] of faults) {
  test(`${what} during purchases and archiving loses no event and applies none twice`, async ({ request }) => {
    test.setTimeout(240_000);
    await signIn(request);
    const geodes = await Promise.all(Array.from({ length: GEODES }, () => newGeode(request)));
    const shipped = await Promise.all(Array.from({ length: ARCHIVED }, () => shippedOrder(request)));
    const buyers = geodes.flatMap(({ id }): Buyer[] => [
      { key: randomUUID(), geodeId: id },
      { key: randomUUID(), geodeId: id },
    ]);

    let faultAt = 0;
    await Promise.all([
      ...buyers.map(async (buyer, index) => {
        await sleep((SPREAD_MS * index) / BUYERS);
        buyer.response = await placeOrder(request, buyer);
      }),
      ...shipped.map(async (orderId, index) => {
        await sleep((SPREAD_MS * (index + 1)) / (ARCHIVED + 1));
        await archive(request, orderId).catch(() => undefined);
      }),
      sleep(SPREAD_MS / 3)
        .then(() => fault(request))
        .then(() => (faultAt = Date.now())),
    ]);

    await expect(async () => {
      expect((await request.get('/health/ready', { timeout: 5_000 })).status()).toBe(200);
      // Redis held the owner's session
      await signIn(request);
      for (const orderId of shipped) expect([200, 409]).toContain((await archive(request, orderId)).status());
    }).toPass({ timeout: 60_000, intervals: [200] });

    // with several instances, some may not have reached the failpoint
    for (const name of namesOf('catalog')) await request.delete(`${urlOf(name)}/failpoints`);

    const settle = async (buyer: Buyer) => {
      const { response } = buyer;
      let now = await placeOrder(request, buyer);
      const end = Date.now() + 60_000;
      while (!isFinal(now) && Date.now() < end) {
        await sleep(250);
        now = await placeOrder(request, buyer);
      }
      expect(isFinal(now), `the buyer first got ${response?.status}, now ${now?.status}`).toBe(true);
      if (isFinal(response)) expect(now).toEqual(response);
      if (response?.orderId) expect(now?.orderId ?? response.orderId).toBe(response.orderId);
      buyer.response = now;
    };
    await Promise.all(buyers.map(settle));
    const paid = buyers.filter(({ response }) => response?.status === 201);
    expect(new Set(paid.map(({ geodeId }) => geodeId)).size).toBe(paid.length);

    await expect(async () => {
      const { counts, events } = await listEvents(true);
      expect(counts).toEqual({ waiting: 0, failed: 0 });
      const done = (type: string) =>
        events.filter((event) => event.type === type && event.state === 'done').map(({ orderId }) => orderId);
      expect(done('order.paid')).toEqual(expect.arrayContaining(paid.map(({ response }) => response?.orderId)));
      expect(done('order.archived')).toEqual(expect.arrayContaining(shipped));
    }).toPass({ timeout: Math.max(1_000, faultAt + EVENTS_TIMEOUT_MS - Date.now()), intervals: [2_000] });
    const took = Date.now() - faultAt;
    expect(await findingsAfter(30_000)).toEqual([]);
    expect((await buy(request, [(await newGeode(request)).id])).status()).toBe(201);
    test.info().annotations.push({ type: 'paid', description: `${paid.length} of ${GEODES} geodes` });
    test.info().annotations.push({ type: 'all events applied', description: `at most ${took} ms after the fault` });
  });
}

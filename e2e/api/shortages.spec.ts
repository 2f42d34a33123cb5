import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test';
import { ADMIN_PIN } from '../shop/address.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { auditFindings, listEvents, withPostgres, withRedis } from '../shop/operator.js';
import { pids } from '../shop/processes.js';
import { expectNotNow } from '../shop/shortage.js';

/** What a server runs out of: memory, connections; disk.spec has the rest. Nothing dies of it, and all goes on by itself afterwards. */

const RECOVERS_MS = 30_000;
const ROLES = ['geodes_catalog', 'geodes_orders', 'geodes_payments', 'geodes_media'];

const expectSound = async (request: APIRequestContext) => {
  await expect(async () => {
    expect((await request.get('/health/ready', { timeout: 5_000 })).status()).toBe(200);
    expect((await listEvents()).counts).toEqual({ waiting: 0, failed: 0 });
    await signIn(request);
    expect(await auditFindings()).toEqual([]);
  }).toPass({ timeout: RECOVERS_MS, intervals: [500] });
};

const logIn = (request: APIRequestContext) =>
  request.post('/api/admin/login', { data: { pin: ADMIN_PIN }, headers: fromSite });

test('Redis is full: no log-in, all else goes on, and what was bought meanwhile is told later', async ({ request }) => {
  await signIn(request);
  const geode = await newGeode(request);
  const before = pids();
  await withRedis((redis) => redis.config('SET', 'maxmemory', '1'));
  try {
    await expectNotNow(await logIn(request));
    expect((await request.get(`/api/geodes/${geode.id}`)).status()).toBe(200);
    expect((await request.get('/api/admin/orders?page=1&limit=1')).status()).toBe(200);
    expect((await buy(request, [geode.id])).status()).toBe(201);
    expect((await listEvents()).counts.waiting).toBeGreaterThan(0);
  } finally {
    await withRedis((redis) => redis.config('SET', 'maxmemory', '0'));
  }
  await expectSound(request);
  expect(pids()).toEqual(before);
});

test('PostgreSQL takes no connection: clear words, no process dies, and a purchase in hand comes to its end', async ({
  request,
}) => {
  test.setTimeout(90_000);
  await signIn(request);
  const geode = await newGeode(request);
  const before = pids();
  const limit = (connections: number) =>
    withPostgres(async (client) => {
      for (const role of ROLES) await client.query(`ALTER ROLE ${role} CONNECTION LIMIT ${connections}`);
      if (connections === 0)
        await client.query('SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE usename = ANY($1)', [ROLES]);
    });
  const [key, email] = [randomUUID(), `patient-${randomUUID()}@example.com`];
  let purchase: Promise<APIResponse> | undefined;
  await limit(0);
  try {
    await expectNotNow(await request.get(`/api/geodes/${geode.id}`));
    await expectNotNow(await request.get('/api/orders/lookup?email=sam@example.com'));
    await expectNotNow(
      await request.put(`/api/admin/geodes/${geode.id}`, { data: { title: 'No' }, headers: fromSite }),
    );
    const health = await request.get('/health/ready');
    expect(health.status()).toBe(200);
    purchase = buy(request, [geode.id], { key, email });
    await sleep(2_000);
  } finally {
    await limit(-1);
  }
  const response = await purchase;
  expect([201, 202, 503], await response.text()).toContain(response.status());
  await expect(async () => {
    expect((await buy(request, [geode.id], { key, email })).status()).toBe(201);
  }).toPass({ timeout: RECOVERS_MS, intervals: [500] });
  await expectSound(request);
  expect(pids()).toEqual(before);
});

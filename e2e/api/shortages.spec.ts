import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { type APIRequestContext, type APIResponse, expect, test } from '@playwright/test';
import { ADMIN_PIN } from '../shop/settings.js';
import { buy, expectNotNow, fromSite, newGeode, signIn } from '../shop/calls.js';
import { auditFindings, listEvents, pids, withPostgres, withRedis } from '../shop/operator.js';

/** Servers without memory or connections (for disk space see disk.spec). No process dies, and the shop recovers by itself. */

const RECOVERS_MS = 90_000;
const ROLES = ['geodes_catalog', 'geodes_orders', 'geodes_payments', 'geodes_media'];

const expectSound = async (request: APIRequestContext) => {
  await expect(async () => {
    expect((await request.get('/health/ready', { timeout: 5_000 })).status()).toBe(200);
    expect((await listEvents()).counts).toEqual({ waiting: 0, failed: 0 });
    await signIn(request);
    expect(await auditFindings()).toEqual([]);
  }).toPass({ timeout: RECOVERS_MS, intervals: [2_000] });
};

const logIn = (request: APIRequestContext) =>
  request.post('/api/admin/login', { data: { pin: ADMIN_PIN }, headers: fromSite });

test('with Redis full, only log-in fails, and events of purchases made meanwhile are delivered later', async ({
  request,
}) => {
  test.setTimeout(240_000);
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

test('while PostgreSQL refuses connections, errors are readable, no process dies and a started purchase completes', async ({
  request,
}) => {
  test.setTimeout(240_000);
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

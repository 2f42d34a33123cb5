import { connect, type NatsConnection } from '@nats-io/transport-node';
import type {
  AdminSession,
  Analytics,
  HistoryPage,
  LetterList,
  OrderEventList,
  OrderEventView,
  ShopHealth,
} from '@geodes/contracts';
import { natsOptions } from '@geodes/kit';
import { testServers } from '@geodes/testing';
import { type GatewayUnderTest, PIN, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';
import {
  adminOrder,
  failedEvent,
  fakeServices,
  inventoryAge,
  KNOWN,
  refuse,
  sales,
  showcaseItem,
} from './fake-services.js';

const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
});
afterAll(() => gateway.stop());
beforeEach(async () => {
  await gateway.redis.flushdb();
  gateway.services.answer(fakeServices());
  gateway.services.asked.length = 0;
  cookie = await gateway.logIn({ 'user-agent': CHROME });
});

const read = async <T>(path: string, as = cookie): Promise<T> => {
  const answer = await gateway.call(path, { cookie: as });
  expect([path, answer.status]).toEqual([path, 200]);
  return answer.json<T>();
};
const isOpen = async (as: string): Promise<boolean> =>
  (await gateway.call('/api/admin/verify', { method: 'POST', cookie: as })).status === 200;

describe('the open sessions', () => {
  const list = (as = cookie) => read<AdminSession[]>('/api/admin/sessions', as);

  it('are listed with device, start and last use, and the own one is marked', async () => {
    const began = Date.now();
    const phone = await gateway.logIn({ 'user-agent': IPHONE });
    const sessions = await list();
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['Chrome on Windows', true],
      ['Safari on iOS', false],
    ]);
    expect(sessions[0]!.label).toMatch(/^Chrome on Windows [0-9a-f]{6}$/);
    expect(sessions[0]!.id).toMatch(/^[0-9a-f]{16}$/);
    expect(Date.parse(sessions[0]!.startedAt)).toBeGreaterThan(began - 10_000);
    expect(Date.parse(sessions[0]!.lastUsedAt)).toBeGreaterThanOrEqual(began);
    expect((await list(phone)).map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('cannot be used with the listed id', async () => {
    const [session] = await list();
    for (const name of [session!.id, session!.label])
      expect(await isOpen(`admin_session=${encodeURIComponent(name)}`)).toBe(false);
    expect(JSON.stringify(session)).not.toContain(cookie.split('=')[1]);
  });

  it('can be ended one by one', async () => {
    const phone = await gateway.logIn({ 'user-agent': IPHONE });
    const other = (await list()).find(({ isCurrent }) => !isCurrent)!;
    const path = `/api/admin/sessions/${other.id}`;
    expect((await gateway.call(path, { method: 'DELETE', cookie })).status).toBe(204);
    expect([await isOpen(phone), await isOpen(cookie)]).toEqual([false, true]);
    expect(await list()).toHaveLength(1);
    expect((await gateway.call(path, { method: 'DELETE', cookie })).status).toBe(404);
    expect((await gateway.call('/api/admin/sessions/x', { method: 'DELETE', cookie })).status).toBe(404);
  });

  it('can all be ended but the own one', async () => {
    const others = await Promise.all([gateway.logIn(), gateway.logIn(), gateway.logIn()]);
    expect((await gateway.call('/api/admin/sessions', { method: 'DELETE', cookie })).status).toBe(204);
    expect(await Promise.all(others.map(isOpen))).toEqual([false, false, false]);
    expect((await list()).map(({ isCurrent }) => isCurrent)).toEqual([true]);
  });

  it('are not listed once they are logged out, expired or replaced', async () => {
    const loggedOut = await gateway.logIn();
    await gateway.call('/api/admin/logout', { method: 'POST', cookie: loggedOut });
    const expired = await gateway.logIn();
    const { id } = (await list(expired)).find(({ isCurrent }) => isCurrent)!;
    for (const key of await gateway.redis.keys(`gateway:session:${id}*`)) await gateway.redis.del(key);
    const replaced = await gateway.logIn();
    await gateway.call('/api/admin/login', {
      method: 'POST',
      body: { pin: PIN },
      headers: { origin: PUBLIC_ORIGIN, cookie: replaced },
    });
    expect(await list()).toHaveLength(2);
  });

  it('of an older version needs a new login and causes no error', async () => {
    const old = await gateway.logIn();
    const { id } = (await list(old)).find(({ isCurrent }) => isCurrent)!;
    for (const key of await gateway.redis.keys(`gateway:session:${id}*`))
      await gateway.redis.set(key, '2026-01-01T00:00:00.000Z');
    const answer = await gateway.call('/api/admin/verify', { method: 'POST', cookie: old });
    expect(answer.status).toBe(401);
  });
});

describe('the health of the shop', () => {
  const unwell = async () =>
    Object.fromEntries(
      (await read<ShopHealth>('/api/admin/health')).parts
        .filter(({ state }) => state !== 'well')
        .map(({ name, state }) => [name, state]),
    );

  it('lists every part with version and start', async () => {
    const { parts, checkedAt } = await read<ShopHealth>('/api/admin/health');
    expect(Date.now() - Date.parse(checkedAt)).toBeLessThan(10_000);
    expect(parts).toHaveLength(9);
    expect(parts.every(({ state }) => state === 'well')).toBe(true);
    expect(parts[0]).toMatchObject({ name: 'gateway', version: expect.stringMatching(/^\d+\.\d+\.\d+/) as string });
    expect(parts[1]).toMatchObject({ name: 'catalog', version: '9.9.9', startedAt: '2026-01-01T00:00:00.000Z' });
  });

  it('shows which process does not respond', async () => {
    gateway.services.answer({ 'media.health': refuse('UNAVAILABLE', 'away') });
    expect(await unwell()).toEqual({ media: 'away' });
  });
});

describe('failed events', () => {
  const path = `/api/admin/failed-events/${failedEvent().id}`;
  const post = (address: string, body?: unknown) =>
    gateway.call(address, { method: 'POST', cookie, ...(body === undefined ? {} : { body }) });

  it('are listed with the error', async () => {
    expect(await read<OrderEventList>('/api/admin/failed-events')).toEqual({
      events: [failedEvent()],
      counts: { waiting: 0, failed: 1 },
    });
  });

  it('are retried one by one or all at once', async () => {
    const one = await post(`${path}/retry`);
    expect([one.status, one.json<OrderEventView>().state]).toEqual([200, 'waiting']);
    const all = await post('/api/admin/failed-events/retry');
    expect([all.status, all.json()]).toEqual([200, { retried: 1 }]);
    expect((await post('/api/admin/failed-events/x/retry')).status).toBe(404);
  });

  it('are dropped with a reason and the label of the session', async () => {
    const answer = await post(`${path}/drop`, { reason: ' Counted by hand ' });
    expect(answer.status).toBe(200);
    expect(answer.json<OrderEventView>()).toMatchObject({
      state: 'dropped',
      droppedReason: 'Counted by hand',
      droppedBy: expect.stringMatching(/^owner, Chrome on Windows [0-9a-f]{6}$/) as string,
    });
    for (const body of [{}, { reason: '  ' }, { reason: 7 }, { reason: 'x'.repeat(501) }])
      expect([body, (await post(`${path}/drop`, body)).status]).toEqual([body, 400]);
  });
});

describe('letters that were not sent', () => {
  const id = 'd0000000-0000-4000-8000-000000000001';
  const post = (address: string) => gateway.call(`/api/admin/letters${address}`, { method: 'POST', cookie });

  it('are listed with the words of the mail server', async () => {
    const list: LetterList = {
      letters: [
        {
          id,
          kind: 'order-paid',
          orderId: adminOrder().id,
          orderNumber: adminOrder().orderNumber,
          state: 'failed',
          createdAt: '2026-01-01T00:00:00.000Z',
          tries: 29,
          nextTryAt: null,
          lastError: '550 No such user here',
        },
      ],
      counts: { waiting: 0, failed: 1, off: 0 },
      hasMailServer: true,
    };
    gateway.services.answer({ 'orders.list-letters': ({ limit }) => (limit === 100 ? list : undefined) });
    expect(await read<LetterList>('/api/admin/letters')).toEqual(list);
  });

  it('are sent again one by one or all at once', async () => {
    const one = await post(`/${id}/retry`);
    expect([one.status, one.json()]).toEqual([200, { retried: 1 }]);
    const all = await post('/retry');
    expect([all.status, all.json()]).toEqual([200, { retried: 1 }]);
    expect(gateway.asked('orders.retry-letter')).toEqual([{ id }, {}]);
    expect((await post('/x/retry')).status).toBe(404);
  });
});

describe('the analytics', () => {
  const ask = (query = '') => gateway.call(`/api/admin/analytics${query}`, { cookie });

  it('returns sales and inventory age, for the last days by default', async () => {
    const answer = await ask();
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.json<Analytics>()).toEqual({ ...sales(), onSale: inventoryAge });
    expect(gateway.asked('orders.sales')[0]).toEqual({ step: 'day' });
  });

  it('passes the step and the days on', async () => {
    expect((await ask('?step=month&from=2026-01-01&to=2026-11-21&colour=blue')).status).toBe(200);
    expect(gateway.asked('orders.sales')[0]).toEqual({ step: 'month', from: '2026-01-01', to: '2026-11-21' });
  });

  it.each([
    ['step=year', 'step'],
    ['from=yesterday', 'from'],
    ['to=21.11.2026', 'to'],
  ])('is 400 for %s and names the field', async (query, field) => {
    const answer = await ask(`?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json().details).toEqual([{ field, reason: expect.any(String) as unknown }]);
    expect(gateway.asked('orders.sales')[0]).toBeUndefined();
  });
});

describe('the audit log', () => {
  it.each([
    ['geodes', KNOWN.id],
    ['orders', adminOrder().id],
    ['showcase', showcaseItem.id],
  ])('of %s is paged', async (of, id) => {
    const page = await read<HistoryPage>(`/api/admin/${of}/${id}/history`);
    expect(page).toMatchObject({ page: 1, limit: 20, total: 1, changes: [{ action: 'edited' }] });
    expect(await read<HistoryPage>(`/api/admin/${of}/${id}/history?page=2&limit=5`)).toMatchObject({
      page: 2,
      limit: 5,
      changes: [],
    });
    for (const query of ['page=0', 'limit=101', 'page=x']) {
      const answer = await gateway.call(`/api/admin/${of}/${id}/history?${query}`, { cookie });
      expect([query, answer.status]).toEqual([query, 400]);
    }
    expect((await gateway.call(`/api/admin/${of}/x/history`, { cookie })).status).toBe(404);
  });
});

describe('a command of the owner', () => {
  let ear: NatsConnection;
  beforeAll(async () => {
    ear = await connect(natsOptions((await testServers()).nats));
  });
  afterAll(() => ear.close());

  it('carries the label of the session and the id of the request', async () => {
    const heard: (string | undefined)[][] = [];
    ear.subscribe('catalog.*', {
      callback: (_error, { subject, headers }) => {
        heard.push([subject, headers?.get('x-session'), headers?.get('x-request-id')]);
      },
    });
    await ear.flush();
    const headers = { 'x-request-id': 'request-of-the-owner', 'x-session': 'forged' };
    const path = `/api/admin/geodes/${KNOWN.id}`;
    await gateway.call(path, { method: 'PUT', cookie, body: { title: 'New' }, headers });
    await gateway.call(`/api/geodes/${KNOWN.id}?fresh`, { cookie, headers });
    const [session] = await read<AdminSession[]>('/api/admin/sessions');
    expect(heard.find(([subject]) => subject === 'catalog.update-geode')).toEqual([
      'catalog.update-geode',
      session!.label,
      'request-of-the-owner',
    ]);
    const publicOnes = heard.filter(([subject]) => subject === 'catalog.get-geode');
    expect(publicOnes.map(([, label]) => label || undefined)).toEqual([undefined]);
  });
});

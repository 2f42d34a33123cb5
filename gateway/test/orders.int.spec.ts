import { randomUUID } from 'node:crypto';
import type { AdminOrder } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type GatewayUnderTest, startGateway } from './gateway-app.js';
import { adminOrder, services } from './stand-in-services.js';

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.answer(services());
  gateway.services.asked.length = 0;
});

describe('GET /api/orders/check-first-time and /api/orders/lookup', () => {
  it('ask with the address trimmed and in lower case', async () => {
    const first = await gateway.call('/api/orders/check-first-time?email=%20New%40Example.com');
    expect([first.status, first.json()]).toEqual([200, { isFirstTime: true }]);
    const found = await gateway.call('/api/orders/lookup?email=SAM%40example.com');
    expect([found.status, found.json(), found.headers.get('cache-control')]).toEqual([200, [], 'no-store']);
    expect(gateway.services.asked.map(({ request }) => request)).toEqual([
      { email: 'new@example.com' },
      { email: 'sam@example.com' },
    ]);
  });

  it.each(['', '?email=', '?email=sam', '?email=a@b.co&email=c@d.co', `?email=${'a'.repeat(250)}@example.com`])(
    'are 400 for a malformed address: %s',
    async (query) => {
      for (const path of ['check-first-time', 'lookup']) {
        const answer = await gateway.call(`/api/orders/${path}${query}`);
        expect(answer.status).toBe(400);
        expect((answer.json().details as { field: string }[])[0]?.field).toBe('email');
      }
    },
  );
});

describe("the owner's orders", () => {
  it('are an array of all without parameters, a page with them', async () => {
    const all = Array.from({ length: 401 }, () => adminOrder({ id: randomUUID() }));
    gateway.services.answer({
      'orders.list': ({ page, limit }) => ({
        orders: all.slice((page - 1) * limit, page * limit),
        page,
        limit,
        total: all.length,
        totalPages: Math.ceil(all.length / limit),
      }),
    });
    expect((await gateway.call('/api/admin/orders', { cookie })).json<AdminOrder[]>()).toEqual(all);
    expect((await gateway.call('/api/admin/orders?page=2&limit=100', { cookie })).json()).toEqual({
      orders: all.slice(100, 200),
      page: 2,
      limit: 100,
      total: 401,
      totalPages: 5,
    });
  });

  it('are the archived ones under /archived', async () => {
    const archived = await gateway.call('/api/admin/orders/archived', { cookie });
    expect(archived.json<AdminOrder[]>()[0]?.archivedAt).not.toBeNull();
    await gateway.call('/api/admin/orders', { cookie });
    expect(gateway.services.asked.map(({ request }) => (request as { archived: boolean }).archived)).toEqual([
      true,
      false,
    ]);
  });

  it('change their status and are archived: the whole order as it now is', async () => {
    const path = `/api/admin/orders/${adminOrder().id}`;
    const changed = await gateway.call(`${path}/status`, { method: 'PUT', cookie, body: { status: 'shipped' } });
    expect([changed.status, changed.json<AdminOrder>()]).toEqual([200, adminOrder({ status: 'shipped' })]);
    const archived = await gateway.call(`${path}/archive`, { method: 'PUT', cookie });
    expect([archived.status, archived.json<AdminOrder>().id]).toEqual([200, adminOrder().id]);
  });

  it.each(['cancelled', 'lost', '', 7, undefined])('refuse the status %j', async (status) => {
    const path = `/api/admin/orders/${adminOrder().id}/status`;
    expect((await gateway.call(path, { method: 'PUT', cookie, body: { status } })).status).toBe(400);
  });

  it.each(['ALREADY_ARCHIVED', 'NOT_ARCHIVABLE'] as const)('are 409 where they are %s', async (code) => {
    gateway.services.answer({
      'orders.archive': () => {
        throw new AppError(code, 'Not now.');
      },
    });
    const answer = await gateway.call(`/api/admin/orders/${adminOrder().id}/archive`, { method: 'PUT', cookie });
    expect([answer.status, answer.json().code]).toEqual([409, code]);
  });

  it('are 404 where there is none', async () => {
    expect((await gateway.call('/api/admin/orders/nonsense/archive', { method: 'PUT', cookie })).status).toBe(404);
  });
});

describe('POST /api/square/webhooks', () => {
  const webhook = (raw: string, headers: Record<string, string>) =>
    gateway.call('/api/square/webhooks', {
      method: 'POST',
      raw,
      headers: { 'content-type': 'application/json', ...headers },
    });
  const RAW = '{ "type":"payment.updated",  "spaces": "kept" }';

  it('hands the very bytes and the signature on, from whatever origin', async () => {
    const answer = await webhook(RAW, { 'x-square-hmacsha256-signature': 'right', origin: 'https://squareup.com' });
    expect(answer.status).toBe(200);
    const request = gateway.services.asked[0]?.request as { body: string; signature: string };
    expect(Buffer.from(request.body, 'base64').toString()).toBe(RAW);
    expect(request.signature).toBe('right');
  });

  it('is 403 with a wrong signature or none', async () => {
    expect((await webhook(RAW, { 'x-square-hmacsha256-signature': 'wrong' })).status).toBe(403);
    expect((await webhook(RAW, {})).status).toBe(403);
  });
});

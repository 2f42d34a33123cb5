import { randomUUID } from 'node:crypto';
import type { AdminOrder, RefundableOrder } from '@geodes/contracts';
import { fieldsOf, type GatewayUnderTest, startGateway } from './gateway-app.js';
import {
  adminOrder,
  difference,
  exportPage,
  fakeServices,
  refundableOrder,
  refuse,
  UNKNOWN_ID,
} from './fake-services.js';

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.answer(fakeServices());
  gateway.services.asked.length = 0;
});

describe('GET /api/orders/check-first-time and /api/orders/lookup', () => {
  it('pass the email on trimmed and in lower case', async () => {
    const first = await gateway.call('/api/orders/check-first-time?email=%20New%40Example.com');
    expect([first.status, first.json()]).toEqual([200, { isFirstTime: true }]);
    const found = await gateway.call('/api/orders/lookup?email=SAM%40example.com');
    expect([found.status, found.json(), found.headers.get('cache-control')]).toEqual([200, [], 'no-store']);
    expect(gateway.services.asked.map(({ request }) => request)).toEqual([
      { email: 'new@example.com' },
      { email: 'sam@example.com' },
    ]);
  });

  it.each(['', '?email=sam', '?email=a@b.co&email=c@d.co'])('are 400 for a malformed email: %s', async (query) => {
    for (const path of ['check-first-time', 'lookup']) {
      const answer = await gateway.call(`/api/orders/${path}${query}`);
      expect([answer.status, fieldsOf(answer)]).toEqual([400, ['email']]);
    }
  });
});

describe("the owner's orders", () => {
  it('are an array of all orders without parameters, and a page with them', async () => {
    const all = Array.from({ length: 401 }, () => adminOrder({ id: randomUUID() }));
    gateway.services.answer({
      'orders.export': ({ after }) => exportPage(all, after),
      'orders.list': ({ page, limit }) => ({
        orders: all.slice((page - 1) * limit, page * limit),
        page,
        limit,
        total: all.length,
        totalPages: Math.ceil(all.length / limit),
      }),
    });
    const whole = all.map((order) => refundableOrder(order));
    expect((await gateway.call('/api/admin/orders', { cookie })).json<AdminOrder[]>()).toEqual(whole);
    expect((await gateway.call('/api/admin/orders?page=2&limit=100', { cookie })).json()).toEqual({
      orders: whole.slice(100, 200),
      page: 2,
      limit: 100,
      total: 401,
      totalPages: 5,
    });
  });

  it('are the archived orders under /archived', async () => {
    const archived = await gateway.call('/api/admin/orders/archived', { cookie });
    expect(archived.json<AdminOrder[]>()[0]?.archivedAt).not.toBeNull();
    await gateway.call('/api/admin/orders', { cookie });
    expect(gateway.asked('orders.export').map(({ archived }) => archived)).toEqual([true, false]);
  });

  it.each([
    ['view=awaiting', { view: 'awaiting', page: 1, limit: 50 }],
    ['view=completed&page=3', { view: 'completed', page: 3, limit: 50 }],
    ['status=cancelled&limit=20', { status: 'cancelled', page: 1, limit: 20 }],
    ['search=%20Smoky%20&status=all&view=', { search: 'Smoky', page: 1, limit: 50 }],
    ['page=1&colour=blue', { page: 1, limit: 50 }],
  ])('are read with the filter of %s', async (query, asked) => {
    for (const [path, archived] of [
      ['/api/admin/orders', false],
      ['/api/admin/orders/archived', true],
    ] as const) {
      gateway.services.asked.length = 0;
      const answer = await gateway.call(`${path}?${query}`, { cookie });
      expect([answer.status, answer.json()]).toEqual([
        200,
        expect.objectContaining({ page: asked.page, limit: asked.limit, total: 1, totalPages: 1 }),
      ]);
      expect(gateway.asked('orders.list')).toEqual([{ ...asked, archived }]);
    }
  });

  it.each([
    ['view=archive', 'view'],
    ['status=lost', 'status'],
    [`search=${'x'.repeat(201)}`, 'search'],
    ['page=0', 'page'],
    ['limit=501', 'limit'],
  ])('are 400 for %s and name the field', async (query, field) => {
    for (const path of ['/api/admin/orders', '/api/admin/orders/archived']) {
      const answer = await gateway.call(`${path}?${query}`, { cookie });
      expect([answer.status, fieldsOf(answer)]).toEqual([400, [field]]);
    }
    expect(gateway.asked('orders.list')).toEqual([]);
  });

  it('are an array of all orders with unknown parameters only', async () => {
    expect(Array.isArray((await gateway.call('/api/admin/orders?colour=blue', { cookie })).json())).toBe(true);
  });

  it('change their status and are archived, and return the changed order', async () => {
    const path = `/api/admin/orders/${adminOrder().id}`;
    const changed = await gateway.call(`${path}/status`, { method: 'PUT', cookie, body: { status: 'shipped' } });
    expect([changed.status, changed.json<AdminOrder>()]).toEqual([200, refundableOrder({ status: 'shipped' })]);
    const archived = await gateway.call(`${path}/archive`, { method: 'PUT', cookie });
    expect([archived.status, archived.json<AdminOrder>().id]).toEqual([200, adminOrder().id]);
  });

  it.each(['cancelled', undefined])('refuse the status %j', async (status) => {
    const path = `/api/admin/orders/${adminOrder().id}/status`;
    expect((await gateway.call(path, { method: 'PUT', cookie, body: { status } })).status).toBe(400);
  });

  it.each(['ALREADY_ARCHIVED', 'NOT_ARCHIVABLE'] as const)('are 409 with the code %s', async (code) => {
    gateway.services.answer({ 'orders.archive': refuse(code, 'Not now.') });
    const answer = await gateway.call(`/api/admin/orders/${adminOrder().id}/archive`, { method: 'PUT', cookie });
    expect([answer.status, answer.json().code]).toEqual([409, code]);
  });

  it('are 404 with an unknown id', async () => {
    expect((await gateway.call('/api/admin/orders/nonsense/archive', { method: 'PUT', cookie })).status).toBe(404);
  });
});

describe("the refunds of the owner's orders", () => {
  const order = adminOrder({ id: randomUUID(), squarePaymentId: 'payment-7' });
  const refund = (squareRefundId: string, amountCents: number, status: string) => ({
    orderId: order.id,
    squareRefundId,
    amountCents,
    status,
    createdAt: '2026-02-01T00:00:00.000Z',
  });
  const listed = async (path = '/api/admin/orders') => (await gateway.call(path, { cookie })).json<RefundableOrder[]>();
  beforeEach(() =>
    gateway.services.answer({
      'orders.export': () => ({ rows: [order], next: null }),
      'orders.list': ({ page, limit }) => ({ orders: [order], page, limit, total: 1, totalPages: 1 }),
    }),
  );

  it('are listed with the order, and failed ones are not summed', async () => {
    gateway.services.answer({
      'payments.list-refunds': () => [
        refund('R1', 500, 'COMPLETED'),
        refund('R2', 700, 'PENDING'),
        refund('R3', 11_700, 'FAILED'),
      ],
    });
    const [whole] = await listed();
    expect(whole?.refundedTotal).toBe('12.00');
    expect(whole?.refunds).toEqual([
      { squareRefundId: 'R1', amount: '5.00', status: 'COMPLETED', createdAt: '2026-02-01T00:00:00.000Z' },
      { squareRefundId: 'R2', amount: '7.00', status: 'PENDING', createdAt: '2026-02-01T00:00:00.000Z' },
      { squareRefundId: 'R3', amount: '117.00', status: 'FAILED', createdAt: '2026-02-01T00:00:00.000Z' },
    ]);
    expect(gateway.asked('payments.list-refunds')).toEqual([
      { orders: [{ orderId: order.id, squarePaymentId: 'payment-7' }] },
    ]);
  });

  it.each([
    ['does not answer', () => undefined],
    ['does not respond', refuse('UNAVAILABLE', 'away')],
  ])('are null while payments %s, and the orders are returned', async (_how, answer) => {
    gateway.services.answer({ 'payments.list-refunds': answer });
    expect(await listed()).toEqual([{ ...order, refundedTotal: null, refunds: [] }]);
    const page = await gateway.call('/api/admin/orders?page=1&limit=10', { cookie });
    expect(page.json<{ orders: RefundableOrder[] }>().orders[0]?.refundedTotal).toBeNull();
  });
});

describe('POST /api/admin/orders/{id}/refunds', () => {
  const id = randomUUID();
  const refund = (body: object, headers: Record<string, string> = {}) =>
    gateway.call(`/api/admin/orders/${id}/refunds`, { cookie, method: 'POST', body, headers });
  const commands = () => gateway.asked('orders.refund');

  it('passes the amount on in cents, and derives the refund from the Idempotency-Key', async () => {
    const geodeId = randomUUID();
    const body = { amount: '12.50', reason: ' A chip ', restock: [geodeId] };
    const first = await refund(body, { 'idempotency-key': 'k' });
    expect([first.status, first.json()]).toMatchObject([201, { amount: '12.50', status: 'completed' }]);
    await refund(body, { 'idempotency-key': 'k' });
    await refund({});
    const [one, same, other] = commands();
    expect(one).toMatchObject({ orderId: id, amountCents: 1_250, reason: 'A chip', restock: [geodeId] });
    expect(same).toEqual(one);
    expect(other).not.toHaveProperty('amountCents');
    expect(other?.refundId).not.toBe(one?.refundId);
  });

  it.each([
    ['99999999.00', 9_999_999_900],
    ['9999999999999.99', 999_999_999_999_999],
  ])('passes on what is more than any order: %s', async (amount, amountCents) => {
    expect((await refund({ amount })).status).toBe(201);
    expect(commands()).toMatchObject([{ amountCents }]);
  });

  it.each(['0.00', '-1.00', '1.005', '1e3', 'all', '1'.repeat(14)])('is 400 for the amount %j', async (amount) => {
    const refused = await refund({ amount });
    expect([refused.status, refused.json().details]).toEqual([
      400,
      [{ field: 'amount', reason: 'The amount must be dollars and cents such as 12.50.' }],
    ]);
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

  it('passes the raw bytes and the signature on, from any origin', async () => {
    const answer = await webhook(RAW, { 'x-square-hmacsha256-signature': 'right', origin: 'https://squareup.com' });
    expect(answer.status).toBe(200);
    expect(gateway.asked('payments.receive-webhook')).toEqual([
      { body: Buffer.from(RAW).toString('base64'), signature: 'right' },
    ]);
  });

  it('is 403 with a wrong or no signature', async () => {
    expect((await webhook(RAW, { 'x-square-hmacsha256-signature': 'wrong' })).status).toBe(403);
    expect((await webhook(RAW, {})).status).toBe(403);
  });
});

describe('reconciliation with Square', () => {
  const PATH = '/api/admin/reconciliation';

  it('returns when it last ended and what it found', async () => {
    const answer = await gateway.call(PATH, { cookie });
    expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(answer.json()).toEqual({ checkedAt: '2026-01-01T00:00:00.000Z', differences: [difference()] });
  });

  it('runs on demand, for a day or the given minutes', async () => {
    const day = await gateway.call(PATH, { method: 'POST', cookie });
    expect([day.status, day.json()]).toEqual([200, { payments: 3, repaired: 1, reported: 1 }]);
    await gateway.call(PATH, { method: 'POST', cookie, body: { minutes: 15 } });
    expect(gateway.services.asked.map(({ request }) => request)).toEqual([{ minutes: 1_440 }, { minutes: 15 }]);
  });

  it.each([0, 1_441, '15'])('is refused for %j minutes', async (minutes) => {
    const answer = await gateway.call(PATH, { method: 'POST', cookie, body: { minutes } });
    expect([answer.status, answer.json().code]).toEqual([400, 'BAD_REQUEST']);
    expect(gateway.services.asked).toEqual([]);
  });

  it('is 503 with a message while Square does not respond', async () => {
    gateway.services.answer({
      'payments.reconcile': refuse('UNAVAILABLE', 'Square does not answer at the moment.'),
    });
    const answer = await gateway.call(PATH, { method: 'POST', cookie });
    expect([answer.status, answer.json().message]).toEqual([503, 'Square does not answer at the moment.']);
  });

  it('acknowledges a difference and returns it, and is 404 for an unknown one', async () => {
    const seen = await gateway.call(`${PATH}/${difference().id}/seen`, { method: 'POST', cookie });
    expect([seen.status, seen.json()]).toEqual([200, difference({ state: 'seen' })]);
    for (const id of [UNKNOWN_ID, 'nonsense'])
      expect((await gateway.call(`${PATH}/${id}/seen`, { method: 'POST', cookie })).status).toBe(404);
  });
});

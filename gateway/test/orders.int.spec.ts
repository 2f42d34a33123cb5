import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { AdminOrder, Checkout, PlacedOrder } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type GatewayUnderTest, PUBLIC_ORIGIN, startGateway } from './gateway-app.js';
import { adminOrder, KNOWN, services } from './stand-in-services.js';

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

const buyerDetails = {
  email: ' Sam@Example.com ',
  firstName: 'Sam',
  lastName: 'Stone',
  address: '1 Main Street',
  city: 'Keokuk',
  state: 'IA',
  zipCode: '52632',
  phone: '',
};
const body = { items: [{ geodeId: KNOWN.id, quantity: 1 }], paymentToken: 'cnon:card-nonce-ok', buyerDetails };
const place = (change: object = {}, headers: Record<string, string> = {}) =>
  gateway.call('/api/orders/square', { method: 'POST', body: { ...body, ...change }, headers });
const commands = () =>
  gateway.services.asked
    .filter(({ subject }) => subject === 'orders.checkout')
    .map(({ request }) => request as Checkout);
const refuse = (code: AppError['code'], message: string, details?: unknown) =>
  gateway.services.answer({ 'orders.checkout': () => ({ outcome: 'refused', error: { code, message, details } }) });

describe('POST /api/orders/square', () => {
  it('is 201 with the order once it is paid', async () => {
    const answer = await place({ expectedTotal: '116.10' }, { 'idempotency-key': 'key-1' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('cache-control')).toBe('no-store');
    const [command] = commands();
    expect(answer.json<PlacedOrder>()).toEqual({
      orderId: command?.orderId,
      orderNumber: command?.orderId.slice(-8).toUpperCase(),
      total: '116.10',
      discount: '12.90',
      status: 'paid',
    });
    expect(command).toMatchObject({
      key: 'key-1',
      items: body.items,
      expectedTotal: '116.10',
      buyerDetails: { email: 'sam@example.com' },
    });
  });

  it('passes no price of the client on', async () => {
    await place({ total: '0.01', items: [{ ...body.items[0], price: 1 }] });
    expect(JSON.stringify(commands()[0])).not.toMatch(/"(price|total)"/);
  });

  it('derives the same order id from the same key, another without one each time', async () => {
    for (const key of ['same', 'same']) await place({}, { 'idempotency-key': key });
    for (const _ of [1, 2]) await place();
    const ids = commands().map(({ orderId }) => orderId);
    expect(ids[0]).toBe(ids[1]);
    expect(new Set(ids).size).toBe(3);
  });

  it.each(['', 'a'.repeat(256), 'd\u00e9j\u00e0'])('refuses the malformed key %j', async (key) => {
    const answer = await place({}, { 'idempotency-key': key });
    expect(answer.status).toBe(400);
    expect(commands()).toHaveLength(0);
  });

  it.each([
    [{ items: [] }, 'items'],
    [{ items: undefined }, 'items'],
    [{ items: 'all' }, 'items'],
    [{ items: [null] }, 'items.0'],
    [{ items: [{ geodeId: 'x', quantity: 1 }] }, 'items.0.geodeId'],
    [{ items: [{ geodeId: KNOWN.id, quantity: 2 }] }, 'items.0.quantity'],
    [{ items: [...body.items, ...body.items] }, 'items'],
    [{ items: Array.from({ length: 51 }, () => ({ geodeId: randomUUID(), quantity: 1 })) }, 'items'],
    [{ paymentToken: '' }, 'paymentToken'],
    [{ paymentToken: 7 }, 'paymentToken'],
    [{ buyerDetails: undefined }, 'buyerDetails'],
    [{ buyerDetails: 'Sam' }, 'buyerDetails'],
    [{ buyerDetails: { ...buyerDetails, email: 'sam' } }, 'buyerDetails.email'],
    [{ buyerDetails: { ...buyerDetails, zipCode: '  ' } }, 'buyerDetails.zipCode'],
    [{ buyerDetails: { ...buyerDetails, firstName: 'a'.repeat(101) } }, 'buyerDetails.firstName'],
    [{ expectedTotal: '12.5' }, 'expectedTotal'],
    [{ expectedTotal: 12 }, 'expectedTotal'],
  ])('is 400 and names the field for a malformed body %#', async (change, field) => {
    const answer = await place(change);
    expect(answer.status).toBe(400);
    expect(answer.json().code).toBe('BAD_REQUEST');
    expect((answer.json().details as { field: string }[]).map((detail) => detail.field)).toContain(field);
    expect(commands()).toHaveLength(0);
  });

  it.each(['{', '[]', 'null', '"order"', '', '{"__proto__":{"admin":true}}', '{"constructor":{"prototype":{}}}'])(
    'is 400 for what is no order: %s',
    async (raw) => {
      const headers = { 'content-type': 'application/json' };
      const answer = await gateway.call('/api/orders/square', { method: 'POST', raw, headers });
      expect(answer.status).toBe(400);
      expect(answer.json()).toMatchObject({ statusCode: 400, code: 'BAD_REQUEST' });
      expect(answer.text).not.toMatch(/FST_|SyntaxError|JSON at/);
    },
  );

  it.each(['text/plain', 'application/x-www-form-urlencoded', 'application/xml', 'multipart/form-data; boundary=x'])(
    'is 415 for %s',
    async (type) => {
      const answer = await gateway.call('/api/orders/square', {
        method: 'POST',
        raw: '--x--',
        headers: { 'content-type': type },
      });
      expect(answer.status).toBe(415);
      expect(answer.json()).toMatchObject({ statusCode: 415, code: 'UNSUPPORTED_MEDIA_TYPE' });
    },
  );

  it('is 413 for a body over 100 KB', async () => {
    const answer = await place({ padding: 'a'.repeat(100 * 1024) });
    expect(answer.status).toBe(413);
    expect(answer.json()).toMatchObject({ statusCode: 413, code: 'TOO_LARGE' });
    expect((await place({ padding: 'a'.repeat(90 * 1024) })).status).toBe(201);
  });

  it.each([
    ['PAYMENT_DECLINED', 402],
    ['PAYMENT_NOT_COMPLETED', 402],
    ['OUT_OF_STOCK', 409],
    ['TOTAL_CHANGED', 409],
    ['KEY_REUSED', 409],
  ] as const)('tells a refusal %s as %i, in the words of the service', async (code, status) => {
    refuse(code, 'In words.', { geodeIds: [KNOWN.id] });
    const answer = await place();
    expect(answer.status).toBe(status);
    expect(answer.json()).toEqual({
      statusCode: status,
      code,
      message: 'In words.',
      details: { geodeIds: [KNOWN.id] },
    });
  });

  it('repeats the command under the same key until a restarted orders service answers', async () => {
    let tries = 0;
    gateway.services.answer({
      'orders.checkout': (request) => {
        tries += 1;
        if (tries < 3) throw new AppError('UNAVAILABLE', 'Starting.');
        return services()['orders.checkout']!(request);
      },
    });
    expect((await place({}, { 'idempotency-key': 'again' })).status).toBe(201);
    expect(new Set(commands().map(({ orderId }) => orderId)).size).toBe(1);
    expect(commands()).toHaveLength(3);
  });

  it('is 403 from another origin, and passes without any', async () => {
    expect((await place({}, { origin: 'https://evil.example' })).status).toBe(403);
    expect((await place({}, { origin: 'null' })).status).toBe(403);
    expect((await place({}, { origin: PUBLIC_ORIGIN })).status).toBe(201);
    expect(commands()).toHaveLength(1);
  });
});

describe('a checkout whose outcome is not known', () => {
  it('is 202 after 30 s with a number, the total unknown', async () => {
    gateway.services.answer({ 'orders.checkout': () => undefined });
    const start = performance.now();
    const answer = await place({}, { 'idempotency-key': 'silence' });
    expect(performance.now() - start).toBeLessThan(31_000);
    expect(answer.status).toBe(202);
    const { orderId } = commands()[0]!;
    expect(answer.json<PlacedOrder>()).toEqual({
      orderId,
      orderNumber: orderId.slice(-8).toUpperCase(),
      total: null,
      discount: null,
      status: 'pending',
    });
  });
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

describe('the limits by address', () => {
  it('let 60 look-ups and 20 orders a minute pass, not 600, and name the wait', async () => {
    await gateway.redis.flushdb();
    const lookUp = () => gateway.call('/api/orders/lookup?email=sam@example.com');
    const first = await Promise.all(Array.from({ length: 60 }, lookUp));
    expect(first.every(({ status }) => status === 200)).toBe(true);
    const more = await Promise.all(Array.from({ length: 540 }, lookUp));
    const refused = more.filter(({ status }) => status === 429);
    expect(refused.length).toBeGreaterThan(0);
    expect(Number(refused[0]?.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(refused[0]?.json()).toMatchObject({ statusCode: 429, code: 'TOO_MANY_REQUESTS' });

    const orders = await Promise.all(Array.from({ length: 20 }, () => place()));
    expect(orders.every(({ status }) => status === 201)).toBe(true);
    const flood = await Promise.all(Array.from({ length: 580 }, () => place()));
    expect(flood.some(({ status }) => status === 429)).toBe(true);
  });

  it('count a client by its socket, whatever it claims', async () => {
    const headers = { 'x-forwarded-for': '198.51.100.77' };
    expect((await gateway.call('/api/orders/lookup?email=sam@example.com', { headers })).status).toBe(429);
  });

  it('are lifted by RATE_LIMIT=off', async () => {
    const other = await startGateway({ RATE_LIMIT: 'off' });
    try {
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => other.call('/api/orders/lookup?email=sam@example.com')),
      );
      expect(answers.every(({ status }) => status === 200)).toBe(true);
    } finally {
      await other.stop();
    }
  });

  it('hold while Redis is away, counted in memory', async () => {
    const other = await startGateway({ REDIS_URL: 'redis://127.0.0.1:1' });
    try {
      await sleep(100);
      const answers = await Promise.all(
        Array.from({ length: 400 }, () => other.call('/api/orders/lookup?email=sam@example.com')),
      );
      expect(answers.filter(({ status }) => status === 200).length).toBe(240);
    } finally {
      await other.stop();
    }
  });
});

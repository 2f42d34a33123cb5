import { setTimeout as sleep } from 'node:timers/promises';
import type { PlacedOrder } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { eventually, until } from '@geodes/testing';
import { buyerDetails, fakeServices, KNOWN, orderBody } from './fake-services.js';
import { fieldsOf, type GatewayUnderTest, PUBLIC_ORIGIN, rawRequest, startGateway } from './gateway-app.js';

/** Moves the clock by which the gateway measures its limits forward, until the end of the block. */
const skip = (ms: number): Disposable => {
  const now = performance.now.bind(performance);
  const later = jest.spyOn(performance, 'now').mockImplementation(() => now() + ms);
  return { [Symbol.dispose]: () => later.mockRestore() };
};

describe('a checkout', () => {
  let gateway: GatewayUnderTest;
  beforeAll(async () => {
    gateway = await startGateway();
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    gateway.services.answer(fakeServices());
    gateway.services.asked.length = 0;
  });

  const place = (change: object = {}, headers: Record<string, string> = {}) =>
    gateway.call('/api/orders/square', { method: 'POST', body: { ...orderBody, ...change }, headers });
  const commands = () => gateway.asked('orders.checkout');
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
        items: orderBody.items,
        expectedTotal: '116.10',
        buyerDetails: { email: 'sam@example.com' },
      });
    });

    it('does not pass on prices of the client', async () => {
      await place({ total: '0.01', items: [{ ...orderBody.items[0], price: 1 }] });
      expect(JSON.stringify(commands()[0])).not.toMatch(/"(price|total)"/);
    });

    it('refuses two keys, which Node would join into a third', async () => {
      const answer = await rawRequest(gateway.url, {
        path: '/api/orders/square',
        method: 'POST',
        headers: { 'content-type': 'application/json', 'idempotency-key': ['key-1', 'key-2'] },
        body: JSON.stringify(orderBody),
      });
      expect(JSON.parse(answer.text)).toMatchObject({ statusCode: 400, details: [{ field: 'Idempotency-Key' }] });
      expect(commands()).toHaveLength(0);
    });

    it('recognises the browser whatever the letter case of its cookie', async () => {
      await place({}, { cookie: `geodes_browser=${KNOWN.id.toUpperCase()}` });
      expect(commands()[0]).toMatchObject({ browserId: KNOWN.id });
    });

    it('is 400 with the reason for a total that cannot be charged', async () => {
      const reason =
        'One order can be paid up to $1,000,000.00. Nothing was charged. Please make two orders of it, or write to us.';
      const errorBody = { statusCode: 400, code: 'BAD_REQUEST', message: reason };
      const answer = await place({ expectedTotal: '1000000.01' });
      expect(answer.json()).toEqual({ ...errorBody, details: [{ field: 'expectedTotal', reason }] });
      expect(commands()).toHaveLength(0);
      refuse('BAD_REQUEST', reason, [{ field: 'items', reason }]);
      expect((await place({ expectedTotal: '1000000.00' })).json()).toEqual({
        ...errorBody,
        details: [{ field: 'items', reason }],
      });
    });

    it.each([
      [{ items: [] }, 'items'],
      [{ items: [{ geodeId: 'x', quantity: 1 }] }, 'items.0.geodeId'],
      [{ items: [{ geodeId: KNOWN.id, quantity: 2 }] }, 'items.0.quantity'],
      [{ items: [...orderBody.items, ...orderBody.items] }, 'items'],
      [{ paymentToken: '' }, 'paymentToken'],
      [{ paymentToken: '\u0000' }, 'paymentToken'],
      [{ buyerDetails: undefined }, 'buyerDetails'],
      [{ buyerDetails: [buyerDetails] }, 'buyerDetails'],
      [{ buyerDetails: { ...buyerDetails, email: 'sam' } }, 'buyerDetails.email'],
      [{ buyerDetails: { ...buyerDetails, zipCode: '  ' } }, 'buyerDetails.zipCode'],
      [{ expectedTotal: 12 }, 'expectedTotal'],
    ])('is 400 and names the field for a malformed body %#', async (change, field) => {
      const answer = await place(change);
      expect(answer.status).toBe(400);
      expect(answer.json().code).toBe('BAD_REQUEST');
      expect(fieldsOf(answer)).toContain(field);
      expect(commands()).toHaveLength(0);
    });

    it('does not pass on a lone surrogate, which PostgreSQL cannot store', async () => {
      expect((await place({ buyerDetails: { ...buyerDetails, firstName: 'Sam \ud83d' } })).status).toBe(201);
      expect(commands()[0]?.buyerDetails.firstName).toBe('Sam \ufffd');
    });

    it('is 400 for a body that is not UTF-8', async () => {
      const latin = Buffer.from(JSON.stringify(orderBody).replace('Sam', 'J\u00f6rg'), 'latin1');
      const headers = { 'content-type': 'application/json' };
      const answer = await gateway.call('/api/orders/square', { method: 'POST', raw: latin, headers });
      expect(answer.json()).toMatchObject({ statusCode: 400, details: [{ field: 'body' }] });
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
    ] as const)('turns the refusal %s into %i, with the message of the service', async (code, status) => {
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

    it('is 403 from another origin, and 201 without an origin', async () => {
      expect((await place({}, { origin: 'https://evil.example' })).status).toBe(403);
      expect((await place({}, { origin: 'null' })).status).toBe(403);
      expect((await place({}, { origin: PUBLIC_ORIGIN })).status).toBe(201);
      expect(commands()).toHaveLength(1);
    });
  });

  describe('a checkout whose outcome stays unknown', () => {
    it('is 202 after 30 s with an order number and no total', async () => {
      gateway.services.answer({ 'orders.checkout': () => undefined });
      const start = performance.now();
      const inHand = place({}, { 'idempotency-key': 'silence' });
      await eventually('the command', () => commands().length > 0);
      using _later = skip(20_000);
      const answer = await inHand;
      expect(performance.now() - start).toBeLessThan(34_000);
      expect(answer.status).toBe(202);
      const { orderId } = commands()[0]!;
      expect(answer.json<PlacedOrder>()).toEqual({
        orderId,
        orderNumber: orderId.slice(-8).toUpperCase(),
        total: null,
        discount: null,
        status: 'pending',
      });
      // its number is known, so it is sent until the orders service responds
      gateway.services.answer(fakeServices());
      const isRecorded = async () => (await gateway.redis.hlen('gateway:unconfirmed-orders')) === 0;
      expect(await until(isRecorded, 15_000)).toBe(true);
      expect(commands().at(-1)).toEqual({ ...commands()[0], waitMs: 0, isNumberKnown: true });
    });
  });
});

describe('stopping', () => {
  const checkout = (gateway: GatewayUnderTest) =>
    gateway.call('/api/orders/square', { method: 'POST', body: orderBody });

  describe('a gateway that stops', () => {
    it('finishes the open checkout and takes no new request', async () => {
      await using gateway = await startGateway(
        {},
        {
          'orders.checkout': async ({ orderId }) => {
            await sleep(1_500);
            const order = {
              orderId,
              orderNumber: 'ABCDEF12',
              total: '129.00',
              discount: '0.00',
              status: 'paid',
            } as const;
            return { outcome: 'paid', order };
          },
        },
      );
      const inHand = checkout(gateway);
      await sleep(300);
      const stopped = gateway.app.close();
      await sleep(300);
      await expect(gateway.call('/api/geodes')).rejects.toThrow();
      expect((await inHand).status).toBe(201);
      expect((await inHand).headers.get('connection')).toBe('close');
      await stopped;
    });

    it('returns 202 within 8 s for a checkout whose outcome stays unknown', async () => {
      await using gateway = await startGateway({}, { 'orders.checkout': () => undefined });
      const inHand = checkout(gateway);
      await sleep(300);
      const start = performance.now();
      await gateway.app.close();
      expect((await inHand).status).toBe(202);
      expect(performance.now() - start).toBeLessThan(8_000);
      // left to the next gateway
      expect(await gateway.redis.hkeys('gateway:unconfirmed-orders')).toEqual([
        (await inHand).json<PlacedOrder>().orderId,
      ]);
    });
  });

  describe('a checkout that no orders process takes', () => {
    it('is 503 with Retry-After after 20 s', async () => {
      await using gateway = await startGateway({}, {});
      await gateway.services.stop();
      // What NATS delivers to a connection that just broke counts as sent.
      await sleep(500);
      const start = performance.now();
      const inHand = checkout(gateway);
      await sleep(300);
      using _later = skip(15_000);
      const answer = await inHand;
      expect(answer.status).toBe(503);
      expect(answer.headers.get('retry-after')).not.toBeNull();
      expect(performance.now() - start).toBeGreaterThan(18_000);
      const ready = await gateway.call('/health/ready');
      expect([ready.status, ready.json<{ failing: string[] }>().failing]).toEqual([
        503,
        ['catalog', 'orders', 'payments', 'media'],
      ]);
    });
  });
});

import { setTimeout as pause } from 'node:timers/promises';
import { parse } from 'csv-parse/sync';
import type { AdminOrder, ExportQuery } from '@geodes/contracts';
import { AppError } from '@geodes/kit';
import { type GatewayUnderTest, PIN, startGateway } from './gateway-app.js';
import { adminOrder, KNOWN, refuse, SOLD } from './fake-services.js';

const PAGE = 100;
const LONG_TITLE = 'Evening amethyst '.repeat(11);
/** A page of orders of twenty geodes has 400 KB; the sockets' buffers take a few megabytes. */
const MAX_PAGES_AHEAD = 100;

let asked: ExportQuery[] = [];
/** The response of the fake orders service. */
let answer: (query: ExportQuery) => { rows: AdminOrder[]; next: ExportQuery['after'] };

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway(
    { RATE_LIMIT: 'off' },
    {
      'orders.export': (query) => {
        asked.push(query);
        return answer(query);
      },
    },
  );
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  asked = [];
  answer = () => ({ rows: [adminOrder()], next: null });
});

const idOf = (index: number): string => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`;
const bought = { title: LONG_TITLE, imageUrl: '', size: '3', location: 'Keokuk, Iowa', crystalType: 'Quartz' };
const items = Array.from({ length: 20 }, (_, index) => {
  const id = idOf(index);
  return { id, geode: { ...bought, id }, quantity: 1, price: 10_000 };
});
/** Returns pages of large orders without end. */
const endless = ({ after }: ExportQuery) => {
  const from = after ? Number(after.id.slice(-12)) + 1 : 0;
  const rows = Array.from({ length: PAGE }, (_, index) => adminOrder({ id: idOf(from + index), items }));
  const end = rows.at(-1)!;
  return { rows, next: { createdAt: end.createdAt, id: end.id } };
};
const get = (path: string, init: RequestInit = {}) =>
  fetch(gateway.url + path, { ...init, headers: { cookie, ...(init.headers as Record<string, string>) } });
/** Retries while the export before still holds its slot. */
const whenFree = async <T>(work: () => Promise<T & { status: number }>): Promise<T & { status: number }> => {
  for (let tries = 0; ; tries += 1) {
    const reply = await work();
    if (reply.status !== 429 || tries === 100) return reply;
    await pause(50);
  }
};

/** Waits until the orders service gets no more calls; returns their number. */
const settled = async (): Promise<number> => {
  for (let tries = 0, known = -1; tries < 100 && known !== asked.length; tries += 1) {
    known = asked.length;
    await pause(300);
  }
  return asked.length;
};

describe('an export of orders', () => {
  const call = (method: string, path: string, pin?: string) =>
    gateway.call(path, { method, cookie, ...(pin ? { body: { pin } } : {}) });
  const proveEarlier = async (minutes: number) => {
    for (const key of await gateway.redis.keys('gateway:session:*'))
      await gateway.redis.hset(key, 'provenAt', Date.now() - minutes * 60_000);
  };
  const statuses = async () => [
    (await call('HEAD', '/api/admin/orders.csv')).status,
    (await call('GET', '/api/admin/orders.csv')).status,
  ];

  it('needs the PIN again 15 minutes after the last, and goes on once it is entered', async () => {
    await proveEarlier(14);
    expect(await statuses()).toEqual([200, 200]);
    await proveEarlier(16);
    expect(await statuses()).toEqual([403, 403]);
    const refused = await call('GET', '/api/admin/orders.csv');
    expect(refused.json()).toMatchObject({
      code: 'PIN_REQUIRED',
      message: expect.stringMatching(/PIN again/) as string,
    });
    expect((await call('GET', '/api/admin/geodes.csv')).status).toBe(200);
    expect((await call('POST', '/api/admin/verify')).status).toBe(200);
    expect((await call('POST', '/api/admin/verify', '000000000')).status).toBe(401);
    expect(await statuses()).toEqual([403, 403]);
    expect((await call('POST', '/api/admin/verify', PIN)).status).toBe(200);
    expect(await statuses()).toEqual([200, 200]);
  });
});

describe('an export', () => {
  it('is a dated, uncached file of every order without formulas', async () => {
    const order = adminOrder({
      customerName: '=HYPERLINK("x")',
      customerPhone: '+1 319 555 0142',
      items: items.slice(0, 1),
    });
    answer = () => ({ rows: [order], next: null });
    const reply = await get('/api/admin/orders.csv');
    expect([reply.status, reply.headers.get('content-type'), reply.headers.get('cache-control')]).toEqual([
      200,
      'text/csv; charset=utf-8',
      'no-store',
    ]);
    expect(reply.headers.get('content-disposition')).toMatch(
      /^attachment; filename="midwest-geodes-orders-\d{4}-\d{2}-\d{2}\.csv"$/,
    );
    const [row] = parse(await reply.text(), { columns: true, bom: true }) as Record<string, string>[];
    expect(row).toMatchObject({
      Order: order.orderNumber,
      'Placed (UTC)': '2026-01-01 00:00:00',
      Status: 'paid',
      Customer: `'=HYPERLINK("x")`,
      Email: 'sam@example.com',
      Phone: "'+1 319 555 0142",
      Items: `1 × ${LONG_TITLE} (100.00)`,
      Total: '129.00',
      Refunded: '0.00',
    });
  });

  it('of the inventory has the columns of an import', async () => {
    const reply = await whenFree(() => get('/api/admin/geodes.csv'));
    const rows = parse(await reply.text(), { columns: true, bom: true }) as Record<string, string>[];
    expect(rows.map(({ Title }) => Title)).toEqual([KNOWN.title, SOLD.title]);
    expect(rows[0]).toMatchObject({ Price: KNOWN.price, Pictures: KNOWN.imageUrls.join(' '), Status: 'available' });
  });

  it('is not started by HEAD', async () => {
    const reply = await whenFree(() => get('/api/admin/orders.csv', { method: 'HEAD' }));
    expect([reply.status, reply.headers.get('content-type')]).toEqual([200, 'text/csv; charset=utf-8']);
    expect(asked).toEqual([{ after: null }]);
    expect((await get('/api/admin/orders.csv')).status).toBe(200);
  });

  it('does not start without the first page or the refunds', async () => {
    answer = refuse('UNAVAILABLE', 'away');
    const reply = await whenFree(() => get('/api/admin/orders.csv'));
    expect([reply.status, reply.headers.get('content-disposition')]).toEqual([503, null]);
    expect(((await reply.json()) as { code: string }).code).toBe('UNAVAILABLE');
  });

  it.each<Record<string, string>>([{}, { 'accept-encoding': 'gzip' }])(
    'is cut off if a later page fails (%j)',
    async (headers) => {
      answer = (query) => {
        if (asked.length > 20) throw new AppError('INTERNAL', 'broken');
        return endless(query);
      };
      const reply = await whenFree(() => get('/api/admin/orders.csv', { headers }));
      expect(reply.status).toBe(200);
      await expect(reply.text()).rejects.toThrow();
    },
  );

  it('runs once per session, reads no further than its client, and ends when that disconnects', async () => {
    answer = endless;
    const leaving = new AbortController();
    const init = { signal: leaving.signal, headers: { 'accept-encoding': 'identity' } };
    const reply = await whenFree(() => get('/api/admin/orders.csv', init));
    await reply.body!.getReader().read();
    const other = await get('/api/admin/geodes.csv');
    expect([other.status, Number(other.headers.get('retry-after'))]).toEqual([429, 10]);
    expect((await other.json()) as object).toMatchObject({
      message: expect.stringContaining('still running') as string,
    });
    // so the memory of the gateway stays bounded
    expect(await settled()).toBeLessThan(MAX_PAGES_AHEAD);
    leaving.abort();
    expect((await whenFree(() => get('/api/admin/geodes.csv'))).status).toBe(200);
    const after = asked.length;
    expect(await settled()).toBe(after);
  });
});

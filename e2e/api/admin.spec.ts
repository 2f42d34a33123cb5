import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { AdminOrder, Geode, GeodePage, RefundableOrderPage, ShowcaseItem } from '@geodes/contracts';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';

const calls: [string, string][] = [
  ['POST', '/api/admin/verify'],
  ['GET', '/api/admin/geodes'],
  ['POST', '/api/admin/geodes'],
  ['PUT', `/api/admin/geodes/${randomUUID()}`],
  ['DELETE', `/api/admin/geodes/${randomUUID()}`],
  ['PATCH', `/api/admin/geodes/${randomUUID()}/featured`],
  ['GET', '/api/admin/orders'],
  ['GET', '/api/admin/orders/archived'],
  ['PUT', `/api/admin/orders/${randomUUID()}/status`],
  ['PUT', `/api/admin/orders/${randomUUID()}/archive`],
  ['GET', '/api/admin/analytics'],
  ['POST', '/api/admin/showcase'],
  ['PUT', `/api/admin/showcase/${randomUUID()}`],
  ['DELETE', `/api/admin/showcase/${randomUUID()}`],
  ['POST', '/api/objects/upload'],
];
for (const [method, path] of calls) {
  test(`${method} ${path.replace(/[0-9a-f-]{36}/, '{id}')} responds 401 without a session`, async ({ request }) => {
    const reply = await request.fetch(path, { method, headers: fromSite, ...(method === 'GET' ? {} : { data: {} }) });
    expect(reply.status()).toBe(401);
    expect(await reply.json()).toMatchObject({ statusCode: 401, code: 'UNAUTHORIZED' });
  });
}

test('a wrong PIN is refused with a message; the right PIN opens a session that logout ends', async ({ request }) => {
  const wrong = await request.post('/api/admin/login', { data: { pin: '000000000' }, headers: fromSite });
  expect(wrong.status()).toBe(401);
  expect(((await wrong.json()) as { message: string }).message.length).toBeGreaterThan(5);
  await signIn(request);
  expect(await (await request.post('/api/admin/verify', { headers: fromSite })).json()).toEqual({
    authenticated: true,
  });
  await request.post('/api/admin/logout', { headers: fromSite });
  expect((await request.post('/api/admin/verify', { headers: fromSite })).status()).toBe(401);
});

test.describe('signed in', () => {
  test.beforeEach(({ request }) => signIn(request));

  test('the admin API refuses a change from another origin', async ({ request }) => {
    const reply = await request.post('/api/admin/geodes', {
      data: {},
      headers: { Origin: 'https://elsewhere.example' },
    });
    expect(reply.status()).toBe(403);
  });

  test('the owner adds, edits, features and deletes a geode', async ({ request }) => {
    const made = await newGeode(request, { title: 'Cabinet Piece', price: 45.5 });
    expect(made).toMatchObject({
      title: 'Cabinet Piece',
      price: '45.50',
      quantity: 1,
      isAvailable: true,
      availability: 'available',
    });
    const path = `/api/admin/geodes/${made.id}`;
    const edited = await request.put(path, { data: { title: 'Better Piece' }, headers: fromSite });
    expect(await edited.json()).toMatchObject({ id: made.id, title: 'Better Piece', price: '45.50' });
    const featured = await request.patch(`${path}/featured`, { data: { isFeatured: true }, headers: fromSite });
    expect(await featured.json()).toMatchObject({ id: made.id, isFeatured: true });
    await expect(async () => {
      const list = (await (await request.get('/api/geodes/featured')).json()) as Geode[];
      expect(list.map(({ id }) => id)).toContain(made.id);
    }).toPass({ timeout: 3_000 });
    expect((await request.delete(path, { headers: fromSite })).status()).toBe(204);
    expect((await request.get(`/api/geodes/${made.id}`)).status()).toBe(404);
    expect((await request.delete(path, { headers: fromSite })).status()).toBe(404);
  });

  for (const field of ['title', 'description', 'price', 'size', 'location', 'crystalType', 'quantity']) {
    test(`the admin API refuses a geode without ${field}`, async ({ request }) => {
      const full = {
        title: 'T',
        description: 'D',
        price: '10',
        size: '3',
        location: 'L',
        crystalType: 'Quartz',
        quantity: 1,
        imageUrl: '/objects/x',
      };
      const reply = await request.post('/api/admin/geodes', {
        data: { ...full, [field]: undefined },
        headers: fromSite,
      });
      expect(reply.status()).toBe(400);
      expect(
        ((await reply.json()) as { details: { field: string }[] }).details.map((detail) => detail.field),
      ).toContain(field);
    });
  }

  test('the inventory responds with all geodes, or with one page when page and limit are given', async ({
    request,
  }) => {
    const all = (await (await request.get('/api/admin/geodes')).json()) as Geode[];
    expect(Array.isArray(all)).toBe(true);
    const page = (await (await request.get('/api/admin/geodes?page=1&limit=5')).json()) as GeodePage;
    expect(page).toMatchObject({ page: 1, limit: 5, total: all.length });
    expect(page.geodes.map(({ id }) => id)).toEqual(all.slice(0, 5).map(({ id }) => id));
  });

  test('the admin API does not overwrite stock that has changed since it was read', async ({ request }) => {
    const geode = await newGeode(request);
    expect((await buy(request, [geode.id])).status()).toBe(201);
    const reply = await request.put(`/api/admin/geodes/${geode.id}`, {
      data: { quantity: 1, updatedAt: geode.updatedAt },
      headers: fromSite,
    });
    expect(reply.status()).toBe(409);
    expect(await reply.json()).toMatchObject({ code: 'CHANGED' });
  });

  test('the admin API refuses to delete a geode in an order and gives the reason', async ({ request }) => {
    const geode = await newGeode(request);
    await buy(request, [geode.id]);
    const reply = await request.delete(`/api/admin/geodes/${geode.id}`, { headers: fromSite });
    expect(reply.status()).toBe(409);
    expect(((await reply.json()) as { message: string }).message.length).toBeGreaterThan(10);
  });

  test('an order passes through its statuses into the archive', async ({ request }) => {
    const geode = await newGeode(request);
    const { orderId } = (await (await buy(request, [geode.id])).json()) as { orderId: string };
    const path = `/api/admin/orders/${orderId}`;
    const orders = (await (await request.get('/api/admin/orders')).json()) as AdminOrder[];
    expect(orders.find(({ id }) => id === orderId)).toMatchObject({
      status: 'paid',
      squarePaymentId: expect.any(String),
    });
    const early = await request.put(`${path}/archive`, { headers: fromSite });
    expect([early.status(), ((await early.json()) as { code: string }).code]).toEqual([409, 'NOT_ARCHIVABLE']);
    expect((await request.put(`${path}/status`, { data: { status: 'lost' }, headers: fromSite })).status()).toBe(400);
    expect((await request.put(`${path}/status`, { data: { status: 'cancelled' }, headers: fromSite })).status()).toBe(
      400,
    );
    expect(
      await (await request.put(`${path}/status`, { data: { status: 'shipped' }, headers: fromSite })).json(),
    ).toMatchObject({ status: 'shipped' });
    expect((await request.put(`${path}/archive`, { headers: fromSite })).status()).toBe(200);
    const again = await request.put(`${path}/archive`, { headers: fromSite });
    expect([again.status(), ((await again.json()) as { code: string }).code]).toEqual([409, 'ALREADY_ARCHIVED']);
    const archived = (await (await request.get('/api/admin/orders/archived')).json()) as AdminOrder[];
    expect(archived.map(({ id }) => id)).toContain(orderId);
    expect((await request.put(`/api/admin/orders/${randomUUID()}/archive`, { headers: fromSite })).status()).toBe(404);
  });

  test('the order list is paged by view, status and search, with counts', async ({ request }) => {
    const word = `w${randomUUID().slice(0, 8)}`;
    const bought: string[] = [];
    for (const title of [`Évening ${word}`, `Morning ${word}`]) {
      const geode = await newGeode(request, { title });
      bought.push(((await (await buy(request, [geode.id])).json()) as { orderId: string }).orderId);
    }
    const [evening, morning] = bought as [string, string];
    const listed = async (query: string, archived = '') => {
      const reply = await request.get(`/api/admin/orders${archived}?${query}`);
      expect(reply.status(), await reply.text()).toBe(200);
      const { orders, ...page } = (await reply.json()) as RefundableOrderPage;
      return { ids: orders.map(({ id }) => id), ...page };
    };
    const pages = { page: 1, limit: 50, total: 1, totalPages: 1 };
    expect(await listed(`search=EVENING+${word}`)).toEqual({ ids: [evening], ...pages });
    expect(await listed(`search=${evening.slice(-8).toUpperCase()}+${word}`)).toEqual({ ids: [evening], ...pages });
    expect((await listed(`search=${word}`)).ids).toEqual([morning, evening]);
    expect((await listed(`search=${word}&page=2&limit=1`)).ids).toEqual([evening]);
    expect((await listed(`search=${word}+nothing`)).ids).toEqual([]);
    const set = (id: string, status: string) =>
      request.put(`/api/admin/orders/${id}/status`, { data: { status }, headers: fromSite });
    await set(evening, 'delivered');
    expect((await listed(`view=awaiting&search=${word}`)).ids).toEqual([morning]);
    expect((await listed(`view=completed&search=${word}`)).ids).toEqual([evening]);
    expect((await listed(`view=awaiting&status=delivered&search=${word}`)).ids).toEqual([evening]);
    expect((await listed(`search=${word}`, '/archived')).ids).toEqual([]);
    await request.put(`/api/admin/orders/${evening}/archive`, { headers: fromSite });
    expect((await listed(`search=${word}`)).ids).toEqual([morning]);
    expect((await listed(`search=${word}&status=delivered`, '/archived')).ids).toEqual([evening]);
    await set(morning, 'pending');
    expect((await listed(`status=pending&search=${word}`)).ids).toEqual([morning]);
    await set(morning, 'paid');
    const all = (await (await request.get('/api/admin/orders')).json()) as AdminOrder[];
    expect((await listed('page=1&limit=2')).ids).toEqual(all.slice(0, 2).map(({ id }) => id));
    for (const wrong of ['view=archive', 'status=lost', 'page=0', 'limit=x', `search=${'x'.repeat(201)}`]) {
      const reply = await request.get(`/api/admin/orders?${wrong}`);
      expect(reply.status()).toBe(400);
      const { details } = (await reply.json()) as { details: { field: string }[] };
      expect(details.map(({ field }) => field)).toEqual([wrong.split('=')[0]]);
    }
  });

  test('the owner adds, edits and deletes a showcase item', async ({ request }) => {
    const made = await request.post('/api/admin/showcase', {
      data: { title: 'Old Friend', description: 'Found on the first day.', images: [], videoUrl: null, tier: 'S' },
      headers: fromSite,
    });
    expect(made.status()).toBe(201);
    const item = (await made.json()) as ShowcaseItem;
    const path = `/api/admin/showcase/${item.id}`;
    expect(
      await (await request.put(path, { data: { title: 'Older Friend' }, headers: fromSite })).json(),
    ).toMatchObject({ title: 'Older Friend', tier: 'S' });
    expect((await request.post('/api/admin/showcase', { data: { title: '' }, headers: fromSite })).status()).toBe(400);
    expect((await request.delete(path, { headers: fromSite })).status()).toBe(204);
  });

  test('the shop stores and serves an uploaded picture and refuses other files', async ({ request }) => {
    const geodes = (await (await request.get('/api/geodes?limit=1')).json()) as GeodePage;
    const picture = await (await request.get(geodes.geodes[0]!.imageUrl)).body();
    const upload = (buffer: Buffer, name: string, mimeType: string) =>
      request.post('/api/objects/upload', { multipart: { file: { name, mimeType, buffer } }, headers: fromSite });
    const good = await upload(picture, 'stone.webp', 'image/webp');
    expect(good.status(), await good.text()).toBe(201);
    const { objectPath } = (await good.json()) as { objectPath: string };
    expect(objectPath).toMatch(/^\/objects\//);
    expect((await request.get(objectPath)).headers()['content-type']).toMatch(/^image\//);
    const script = await upload(
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>'),
      'stone.png',
      'image/png',
    );
    expect(script.status()).toBe(415);
    const large = await upload(Buffer.alloc(10 * 1024 * 1024 + 1), 'large.jpg', 'image/jpeg');
    expect(large.status()).toBe(413);
    expect(await large.json()).toMatchObject({ message: 'File size must be less than 10MB' });
    expect((await request.post('/api/objects/upload', { multipart: { other: 'x' }, headers: fromSite })).status()).toBe(
      400,
    );
  });
});

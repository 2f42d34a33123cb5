import { randomUUID } from 'node:crypto';
import type { Geode, ShowcaseItem } from '@geodes/contracts';
import { ResponseCache } from '../src/http/response-cache.js';
import { fieldsOf, type GatewayUnderTest, rawRequest, startGateway } from './gateway-app.js';
import { exportPage, geode, KNOWN, fakeServices, showcaseItem, SOLD, UNKNOWN_ID } from './fake-services.js';

let gateway: GatewayUnderTest;
let cookie: string;
beforeAll(async () => {
  gateway = await startGateway();
  cookie = await gateway.logIn();
});
afterAll(() => gateway.stop());
beforeEach(() => {
  gateway.services.answer(fakeServices());
  gateway.app.get(ResponseCache).clear();
  gateway.services.asked.length = 0;
});

const body = {
  title: 'New Geode',
  description: 'Fresh from the river.',
  price: '49.50',
  size: '3 inches',
  location: 'Keokuk, Iowa',
  crystalType: 'Quartz',
  quantity: 1,
  imageUrl: '/objects/new.jpg',
};

describe("the owner's inventory", () => {
  it('is an array of all geodes without parameters', async () => {
    const all = Array.from({ length: 450 }, (_, index) => geode({ title: `Geode ${index}` }));
    gateway.services.answer({
      'catalog.export-geodes': ({ after }) => exportPage(all, after),
    });
    const answer = await gateway.call('/api/admin/geodes', { cookie });
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.json<Geode[]>().map(({ id }) => id)).toEqual(all.map(({ id }) => id));
  });

  it.each([
    ['page=1&limit=1', 1, 1],
    ['page=1', 1, 50],
    ['limit=1', 1, 1],
  ])('is a page with %s', async (query, page, limit) => {
    const answer = await gateway.call(`/api/admin/geodes?${query}`, { cookie });
    expect(answer.json()).toMatchObject({ page, limit, total: 2, geodes: expect.any(Array) as unknown });
  });

  it('has with ids those of the geodes that exist, at most 100', async () => {
    gateway.services.answer({
      'catalog.list-inventory': ({ ids, page = 1, limit = 500 }) => {
        const geodes = [KNOWN, SOLD].filter(({ id }) => ids?.includes(id));
        return { geodes, page, limit, total: geodes.length, totalPages: 1 };
      },
    });
    const list = (query: string) => gateway.call(`/api/admin/geodes?${query}`, { cookie });
    const ids = `ids=${SOLD.id.toUpperCase()},${UNKNOWN_ID}`;
    expect((await list(ids)).json()).toEqual([SOLD]);
    expect((await list(`${ids}&page=1&limit=20`)).json()).toMatchObject({
      geodes: [SOLD],
      page: 1,
      limit: 20,
      total: 1,
    });
    expect((await list(`ids=${Array(101).fill(SOLD.id).join()}`)).status).toBe(400);
  });

  it.each(['page=0', 'limit=501', `ids=${UNKNOWN_ID},1`])('is 400 with %s', async (query) => {
    expect((await gateway.call(`/api/admin/geodes?${query}`, { cookie })).status).toBe(400);
  });

  it('creates a geode: 201 with the new geode', async () => {
    const answer = await gateway.call('/api/admin/geodes', { method: 'POST', cookie, body });
    expect(answer.status).toBe(201);
    expect(answer.json<Geode>()).toMatchObject({
      title: 'New Geode',
      price: '49.50',
      id: expect.any(String) as string,
    });
    expect(gateway.asked('catalog.create-geode')[0]).toEqual(body);
  });

  it.each([
    [{ ...body, title: ' ' }, 'title'],
    [{ ...body, price: '0' }, 'price'],
    [{ ...body, price: '1.999' }, 'price'],
    [{ ...body, quantity: 0 }, 'quantity'],
    [{ ...body, quantity: '1' }, 'quantity'],
    [{ ...body, tier: 'Z' }, 'tier'],
    [{ ...body, category: 'rock' }, 'category'],
    [{ ...body, imageUrls: 'one' }, 'imageUrls'],
    [{ ...body, crystalType: 7 }, 'crystalType'],
    ...['title', 'description', 'price', 'size', 'location', 'crystalType', 'quantity'].map(
      (field): [object, string] => [{ ...body, [field]: undefined }, field],
    ),
  ])('refuses malformed fields and names them %#', async (malformed, field) => {
    const answer = await gateway.call('/api/admin/geodes', { method: 'POST', cookie, body: malformed });
    expect(answer.status).toBe(400);
    expect(fieldsOf(answer)).toContain(field);
    expect(gateway.asked('catalog.create-geode')).toHaveLength(0);
  });

  it('refuses a change without fields', async () => {
    for (const path of [`/api/admin/geodes/${KNOWN.id}`, `/api/admin/showcase/${showcaseItem.id}`])
      for (const sent of [{}, { body: [] }]) {
        const answer = await gateway.call(path, { method: 'PUT', cookie, ...sent });
        expect([answer.status, fieldsOf(answer)]).toEqual([400, ['body']]);
      }
    expect([...gateway.asked('catalog.update-geode'), ...gateway.asked('catalog.update-showcase-item')]).toEqual([]);
  });

  it('changes the given fields, and the next read returns them', async () => {
    await gateway.call(`/api/geodes/${KNOWN.id}`);
    const answer = await gateway.call(`/api/admin/geodes/${KNOWN.id}`, {
      method: 'PUT',
      cookie,
      body: { title: 'Renamed', unknown: true },
    });
    expect([answer.status, answer.json<Geode>().title]).toEqual([200, 'Renamed']);
    expect(gateway.asked('catalog.update-geode')[0]).toEqual({ id: KNOWN.id, changes: { title: 'Renamed' } });
    gateway.services.answer({ 'catalog.get-geode': () => ({ ...KNOWN, title: 'Renamed' }) });
    expect((await gateway.call(`/api/geodes/${KNOWN.id}`)).json<Geode>().title).toBe('Renamed');
  });

  it('features a geode', async () => {
    const path = `/api/admin/geodes/${KNOWN.id}/featured`;
    const answer = await gateway.call(path, { method: 'PATCH', cookie, body: { isFeatured: true } });
    expect([answer.status, answer.json<Geode>().isFeatured]).toEqual([200, true]);
    const wrong = await gateway.call(path, { method: 'PATCH', cookie, body: { isFeatured: 'yes' } });
    expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ['isFeatured']]);
  });

  it('sets when many geodes go on sale, at most 500 at a time', async () => {
    const schedule = (body: object) => gateway.call('/api/admin/geodes/schedule', { method: 'PATCH', cookie, body });
    const ids = (count: number) => Array.from({ length: count }, () => randomUUID());
    const body = { ids: ids(500), availableFrom: '2026-11-27T18:00:00-06:00', isDraft: false };
    const answer = await schedule(body);
    expect([answer.status, answer.json()]).toEqual([200, { changed: 500 }]);
    expect(gateway.asked('catalog.schedule-geodes')[0]).toEqual(body);
    for (const [wrong, field] of [
      [{ ...body, ids: ids(501) }, 'ids'],
      [{ ...body, ids: [] }, 'ids'],
      [{ ...body, availableFrom: '2026-11-27' }, 'availableFrom'],
      [{ ...body, isDraft: 'no' }, 'isDraft'],
    ] as const) {
      const refused = await schedule(wrong);
      expect([refused.status, fieldsOf(refused)]).toEqual([400, [field]]);
    }
  });

  it('deletes a geode: 204, 404 for an unknown one, 409 with the reason for one in an order', async () => {
    const remove = (id: string) => gateway.call(`/api/admin/geodes/${id}`, { method: 'DELETE', cookie });
    const gone = await remove(KNOWN.id);
    expect([gone.status, gone.text]).toEqual([204, '']);
    expect((await remove(UNKNOWN_ID)).status).toBe(404);
    expect((await remove('nonsense')).status).toBe(404);
    const kept = await remove(SOLD.id);
    expect([kept.status, kept.json().code, kept.json().message]).toEqual([
      409,
      'GEODE_IN_ORDER',
      'This geode is part of an order and stays.',
    ]);
  });
});

describe("the owner's showcase", () => {
  const item = { title: 'Old one', description: 'Of 1988.', images: ['/objects/a.jpg'], videoUrl: null, tier: null };

  it('creates, changes and deletes an item', async () => {
    const made = await gateway.call('/api/admin/showcase', { method: 'POST', cookie, body: item });
    expect([made.status, made.json<ShowcaseItem>().title]).toEqual([201, 'Old one']);
    const path = `/api/admin/showcase/${showcaseItem.id}`;
    const changed = await gateway.call(path, { method: 'PUT', cookie, body: { title: 'Older' } });
    expect([changed.status, changed.json<ShowcaseItem>().title]).toEqual([200, 'Older']);
    expect((await gateway.call(path, { method: 'DELETE', cookie })).status).toBe(204);
  });

  it('refuses an item without title or description', async () => {
    const answer = await gateway.call('/api/admin/showcase', { method: 'POST', cookie, body: { images: [] } });
    expect([answer.status, fieldsOf(answer)]).toEqual([400, ['title', 'description']]);
  });
});

it('a hold is ended whatever the letter case of its id and cookie', async () => {
  const id = 'abcdefab-1111-4111-8111-abcdefabcdef';
  const headers = { cookie: `geodes_browser=${id.toUpperCase()}` };
  expect((await gateway.call(`/api/holds/${id.toUpperCase()}?after=`, { method: 'DELETE', headers })).status).toBe(204);
  expect(gateway.asked('catalog.end-hold')[0]).toEqual({ browserId: id, holdId: id });
  const wrong = await gateway.call(`/api/holds/${id}?after=1e1`, { method: 'DELETE', headers });
  expect([wrong.status, fieldsOf(wrong)]).toEqual([400, ['after']]);
});

it('only a DELETE that ends a hold now clears the response cache', async () => {
  const [holdId, other] = [KNOWN.id, SOLD.id];
  gateway.services.answer({
    'catalog.end-hold': (command) => ({ isEnded: command.holdId === holdId && !command.afterSeconds }),
  });
  const clear = jest.spyOn(gateway.app.get(ResponseCache), 'clear');
  const clears = async (path: string) => {
    clear.mockClear();
    const headers = { cookie: `geodes_browser=${other}` };
    expect((await gateway.call(`/api/holds/${path}`, { method: 'DELETE', headers })).status).toBe(204);
    return clear.mock.calls.length;
  };
  expect([await clears(other), await clears(`${holdId}?after=10`), await clears(holdId)]).toEqual([0, 0, 1]);
  expect(gateway.asked('catalog.end-hold')).toHaveLength(3);
});

it('a call of the owner passes with the loopback origin in development, or if Sec-Fetch-Site is same-origin', async () => {
  const path = '/api/admin/verify';
  for (const headers of [{ origin: gateway.url }, { 'sec-fetch-site': 'same-origin' }] as Record<string, string>[]) {
    const answer = await rawRequest(gateway.url, { path, method: 'POST', headers: { cookie, ...headers } });
    expect(answer.status).toBe(200);
  }
});

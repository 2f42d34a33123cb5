import { type APIRequestContext, expect, request as requests, test as base } from '@playwright/test';
import type { Geode, Hold } from '@geodes/contracts';
import { SHOP_URL } from '../shop/settings.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';

/** Two browsers, each with its own cookies. */
const test = base.extend<{ anna: APIRequestContext; ben: APIRequestContext }>({
  anna: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({ baseURL: SHOP_URL });
    await use(context);
    await context.dispose();
  },
  ben: async ({ playwright }, use) => {
    const context = await playwright.request.newContext({ baseURL: SHOP_URL });
    await use(context);
    await context.dispose();
  },
});

test.beforeEach(({ request }) => signIn(request));

const requestHold = (browser: APIRequestContext, geodes: Geode[]) =>
  browser.post('/api/holds', { data: { items: geodes.map(({ id }) => ({ geodeId: id, quantity: 1 })) } });
const placeHold = async (browser: APIRequestContext, geodes: Geode[]): Promise<Hold> => {
  const reply = await requestHold(browser, geodes);
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as Hold;
};
const readGeode = async (browser: APIRequestContext, geode: Geode): Promise<Geode> =>
  (await (await browser.get(`/api/geodes/${geode.id}`)).json()) as Geode;

test('a held geode stays in the lists, marked as held, and only its holder can buy it', async ({
  request,
  anna,
  ben,
}) => {
  const geode = await newGeode(request, { isFeatured: true });
  const placed = await placeHold(anna, [geode]);
  expect(placed).toEqual({
    holdId: expect.any(String),
    expiresAt: expect.any(String),
    items: [{ geodeId: geode.id, quantity: 1 }],
  });
  const marked = { id: geode.id, isAvailable: false, availableQuantity: 0, availability: 'held' };
  expect(await readGeode(ben, geode)).toMatchObject(marked);
  const featured = (await (await ben.get('/api/geodes/featured')).json()) as Geode[];
  expect(featured.find(({ id }) => id === geode.id)).toMatchObject(marked);
  const refused = await requestHold(ben, [geode]);
  expect(refused.status()).toBe(409);
  expect(await refused.json()).toMatchObject({ code: 'OUT_OF_STOCK', details: { geodeIds: [geode.id] } });
  expect((await buy(ben, [geode.id])).status()).toBe(409);
  expect((await buy(anna, [geode.id])).status()).toBe(201);
  await request.patch(`/api/admin/geodes/${geode.id}/featured`, { data: { isFeatured: false }, headers: fromSite });
});

test('a reload finds the hold by its HttpOnly cookie; a browser without the cookie has no hold', async ({
  request,
  anna,
  ben,
}) => {
  const geode = await newGeode(request);
  const reply = await requestHold(anna, [geode]);
  expect(reply.headers()['set-cookie']).toMatch(/HttpOnly.*SameSite=Strict/i);
  const current = await anna.get('/api/holds/current');
  expect(current.status()).toBe(200);
  expect(await current.json()).toEqual(await reply.json());
  expect((await ben.get('/api/holds/current')).status()).toBe(204);
});

test('a hold whose response was lost is found by the browser that requested it', async ({ request, anna }) => {
  const geode = await newGeode(request);
  expect((await anna.get('/api/holds/current')).status()).toBe(204);
  const { cookies } = await anna.storageState();
  const lost = await placeHold(anna, [geode]);
  const again = await requests.newContext({ baseURL: SHOP_URL, storageState: { cookies, origins: [] } });
  expect(((await (await again.get('/api/holds/current')).json()) as Hold).holdId).toBe(lost.holdId);
  expect((await requestHold(again, [geode])).status()).toBe(201);
  await again.dispose();
});

test('naming the hold of another browser in an order does not help', async ({ request, anna, ben }) => {
  const geode = await newGeode(request);
  const { holdId } = await placeHold(anna, [geode]);
  expect((await buy(ben, [geode.id], { holdId })).status()).toBe(409);
  expect((await buy(anna, [geode.id])).status()).toBe(201);
});

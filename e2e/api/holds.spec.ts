import { type APIRequestContext, expect, request as requests, test as base } from '@playwright/test';
import type { Geode, Hold } from '@geodes/contracts';
import { SHOP_URL } from '../shop/address.js';
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

test('only the browser that placed a hold can end it', async ({ request, anna, ben }) => {
  const geode = await newGeode(request);
  const { holdId } = await placeHold(anna, [geode]);
  expect((await ben.delete(`/api/holds/${holdId}`)).status()).toBe(204);
  expect((await readGeode(ben, geode)).availability).toBe('held');
  expect((await anna.delete(`/api/holds/${holdId}`)).status()).toBe(204);
  expect((await readGeode(ben, geode)).availability).toBe('available');
});

test('naming the hold of another browser in an order does not help', async ({ request, anna, ben }) => {
  const geode = await newGeode(request);
  const { holdId } = await placeHold(anna, [geode]);
  expect((await buy(ben, [geode.id], { holdId })).status()).toBe(409);
  expect((await buy(anna, [geode.id])).status()).toBe(201);
});

test('a closed page loses its hold after the delay; a reloaded page keeps it', async ({ request, anna, ben }) => {
  const [left, reloaded] = [await newGeode(request), await newGeode(request)];
  const gone = await placeHold(anna, [left]);
  const back = await placeHold(ben, [reloaded]);
  await anna.delete(`/api/holds/${gone.holdId}?after=1`);
  await ben.delete(`/api/holds/${back.holdId}?after=1`);
  expect(await (await ben.get('/api/holds/current')).json()).toEqual(back);
  await expect.poll(async () => (await readGeode(request, left)).availability, { timeout: 4_000 }).toBe('available');
  expect((await readGeode(request, reloaded)).availability).toBe('held');
});

test('after a declined card the geode stays held, and another card pays', async ({ request, anna, ben }) => {
  const geode = await newGeode(request);
  const { holdId } = await placeHold(anna, [geode]);
  expect((await buy(anna, [geode.id], { token: 'cnon:card-nonce-declined' })).status()).toBe(402);
  expect((await buy(ben, [geode.id])).status()).toBe(409);
  expect(((await (await anna.get('/api/holds/current')).json()) as Hold).holdId).toBe(holdId);
  expect((await buy(anna, [geode.id])).status()).toBe(201);
  // the hold ends when the catalogue records the sale
  await expect.poll(async () => (await anna.get('/api/holds/current')).status()).toBe(204);
});

test('when holds and plain orders race for a geode, exactly one buyer gets it', async ({ request, playwright }) => {
  const geode = await newGeode(request);
  const browsers = await Promise.all(
    Array.from({ length: 10 }, () => playwright.request.newContext({ baseURL: SHOP_URL })),
  );
  const replies = await Promise.all(
    browsers.map((browser, index) => (index % 2 === 0 ? requestHold(browser, [geode]) : buy(browser, [geode.id]))),
  );
  expect(replies.filter((reply) => reply.status() === 201)).toHaveLength(1);
  expect(replies.filter((reply) => reply.status() === 409)).toHaveLength(9);
  const orders = await Promise.all(browsers.map((browser) => buy(browser, [geode.id])));
  const paid = [...replies.filter((_, index) => index % 2 === 1), ...orders].filter((reply) => reply.status() === 201);
  expect(paid).toHaveLength(1);
  await Promise.all(browsers.map((browser) => browser.dispose()));
});

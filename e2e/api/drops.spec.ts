import { type APIRequestContext, expect, test } from '@playwright/test';
import type { Geode } from '@geodes/contracts';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { pidOf } from '../shop/processes.js';

test.beforeEach(({ request }) => signIn(request));

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const hold = (request: APIRequestContext, { id }: Geode) =>
  request.post('/api/holds', { data: { items: [{ geodeId: id, quantity: 1 }] } });
const availability = async (request: APIRequestContext, { id }: Geode): Promise<string> =>
  ((await (await request.get(`/api/geodes/${id}`)).json()) as Geode).availability;

test('an upcoming geode can be seen, but neither held nor bought before its instant, which every refusal names', async ({
  request,
}) => {
  const availableFrom = inMs(3_600_000);
  const geode = await newGeode(request, { availableFrom });
  expect(geode).toMatchObject({ availability: 'upcoming', isAvailable: false, availableFrom });
  const refused = { code: 'NOT_YET', details: { geodeIds: [geode.id], availableFrom } };
  for (const reply of [await hold(request, geode), await buy(request, [geode.id])]) {
    expect(reply.status()).toBe(409);
    expect(await reply.json()).toMatchObject(refused);
  }
  const page = await (await request.get(`/gallery?geode=${geode.id}`)).text();
  expect(page).toContain(`"availability":"https://schema.org/OutOfStock","availabilityStarts":"${availableFrom}"`);
  expect(page).not.toContain('PreOrder');
  expect(await (await request.get('/sitemap.xml')).text()).toContain(geode.id);
});

test('the page of what comes has a title, a canonical URL and a picture of its own', async ({ request }) => {
  const picture = '/objects/0123456789abcdef0123456789abcdef.webp';
  await newGeode(request, { availableFrom: inMs(3_600_000), imageUrl: picture, imageUrls: [picture] });
  const page = await (await request.get('/gallery?available=upcoming')).text();
  expect(page).toContain('<title>Coming Soon · Midwest Geodes</title>');
  expect(page).toMatch(/rel="canonical" href="[^"]*\/gallery\?available=upcoming"/);
  expect(page).toMatch(/property="og:image" content="http[^"]*\/objects\/[^"]*"/);
});

test('a geode whose instant passes while the catalogue is down is on sale when it is back', async ({ request }) => {
  const geode = await newGeode(request, { availableFrom: inMs(1_000) });
  process.kill(pidOf('catalog'), 'SIGKILL');
  await expect(async () => expect(await availability(request, geode)).toBe('available')).toPass({ timeout: 20_000 });
  expect((await hold(request, geode)).status()).toBe(201);
});

test('the owner moves a drop of many geodes and calls it off', async ({ request }) => {
  const geodes = [await newGeode(request, { isDraft: true }), await newGeode(request)];
  const schedule = async (changes: { availableFrom?: string | null; isDraft?: boolean }) => {
    const data = { ids: geodes.map(({ id }) => id), ...changes };
    const reply = await request.patch('/api/admin/geodes/schedule', { data, headers: fromSite });
    expect(reply.status(), await reply.text()).toBe(200);
  };
  const all = () => Promise.all(geodes.map((geode) => availability(request, geode)));
  expect((await request.get(`/api/geodes/${geodes[0]!.id}`)).status()).toBe(404);
  await schedule({ availableFrom: inMs(1_500), isDraft: false });
  expect(await all()).toEqual(['upcoming', 'upcoming']);
  await schedule({ availableFrom: inMs(3_600_000) });
  await new Promise((resolve) => setTimeout(resolve, 2_000));
  expect(await all()).toEqual(['upcoming', 'upcoming']);
  await schedule({ availableFrom: null });
  expect(await all()).toEqual(['available', 'available']);
});

import type { Geode, GeodePage } from '@geodes/contracts';
import { type APIRequestContext, expect, test } from '@playwright/test';
import { buy, newGeode, signIn } from '../shop/calls.js';

test.beforeEach(({ request }) => signIn(request));

const inMs = (ms: number): string => new Date(Date.now() + ms).toISOString();
const hold = (request: APIRequestContext, { id }: Geode) =>
  request.post('/api/holds', { data: { items: [{ geodeId: id, quantity: 1 }] } });

test('GET /api/geodes returns every field of the contract', async ({ request }) => {
  const { id } = await newGeode(request);
  const { geodes } = (await (await request.get('/api/geodes')).json()) as GeodePage;
  const geode = geodes.find((one) => one.id === id);
  expect(geode).toEqual({
    id: expect.stringMatching(/^[0-9a-f-]{36}$/),
    title: expect.any(String),
    description: expect.any(String),
    price: expect.stringMatching(/^\d+\.\d{2}$/),
    size: expect.any(String),
    location: expect.any(String),
    crystalType: expect.any(String),
    imageUrl: expect.stringMatching(/^\/objects\//),
    imageUrls: expect.any(Array),
    quantity: expect.any(Number),
    availableQuantity: expect.any(Number),
    tier: expect.stringMatching(/^[SABC]?$/),
    category: expect.stringMatching(/^(individual|gift-box|mystery-pack)$/),
    isAvailable: expect.any(Boolean),
    availability: expect.stringMatching(/^(available|held|sold)$/),
    isFeatured: expect.any(Boolean),
    createdAt: expect.any(String),
    updatedAt: expect.any(String),
  });
});

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

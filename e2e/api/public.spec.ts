import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Geode, GeodePage } from '@geodes/contracts';
import { SEED_COUNT } from '../shop/address.js';
import { expectReady, geodeOnSale } from '../shop/calls.js';
import { PUBLIC_PAGES } from '../shop/public-pages.js';

const page = async (reply: { json(): Promise<unknown> }) => (await reply.json()) as GeodePage;

test.describe('GET /api/geodes', () => {
  test('GET /api/geodes returns ten unsold geodes a page, newest first', async ({ request }) => {
    const first = await page(await request.get('/api/geodes'));
    expect(first).toMatchObject({ page: 1, limit: 10, totalPages: Math.ceil(first.total / 10) });
    expect(first.geodes).toHaveLength(10);
    const dates = first.geodes.map(({ createdAt }) => createdAt);
    expect(dates).toEqual([...dates].sort().reverse());
  });

  test('GET /api/geodes returns every field of the contract', async ({ request }) => {
    const [geode] = (await page(await request.get('/api/geodes?limit=1'))).geodes;
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

  test('GET /api/geodes never repeats or skips a geode between pages', async ({ request }) => {
    for (const sortBy of ['newest', 'oldest', 'price-asc', 'price-desc']) {
      const { total } = await page(await request.get('/api/geodes?limit=1'));
      const ids: string[] = [];
      for (let number = 1; number <= Math.ceil(total / 7); number += 1) {
        ids.push(
          ...(await page(await request.get(`/api/geodes?limit=7&page=${number}&sortBy=${sortBy}`))).geodes.map(
            ({ id }) => id,
          ),
        );
      }
      expect(new Set(ids).size).toBe(total);
    }
    expect((await page(await request.get('/api/geodes?page=9999'))).geodes).toEqual([]);
  });

  test('GET /api/geodes filters by location, crystal, category, price and size', async ({ request }) => {
    const all = (await page(await request.get('/api/geodes?limit=100'))).geodes;
    expect(all.length).toBeGreaterThanOrEqual(SEED_COUNT - 2);
    const inches = ({ size }: Geode) => Math.max(...(size.match(/\d+(\.\d+)?/g) ?? ['0']).map(Number));
    const cases: [string, (geode: Geode) => boolean][] = [
      ['location=Keokuk%2C%20Iowa', ({ location }) => location.toLowerCase().includes('keokuk, iowa')],
      ['crystalType=Quartz', ({ crystalType }) => crystalType === 'Quartz'],
      ['category=gift-box', ({ category }) => category === 'gift-box'],
      ['minPrice=50&maxPrice=200', ({ price }) => Number(price) >= 50 && Number(price) <= 200],
      ['size=small', (geode) => inches(geode) < 3],
      ['size=medium', (geode) => inches(geode) >= 3 && inches(geode) < 6],
      ['size=large', (geode) => inches(geode) >= 6],
    ];
    for (const [query, wanted] of cases) {
      const found = (await page(await request.get(`/api/geodes?limit=100&${query}`))).geodes;
      expect(found.map(({ id }) => id).sort(), query).toEqual(
        all
          .filter(wanted)
          .map(({ id }) => id)
          .sort(),
      );
      expect(found.length, query).toBeGreaterThan(0);
    }
  });

  test('GET /api/geodes finds words by their beginning, in any case', async ({ request }) => {
    const geode = await geodeOnSale(request);
    const words = geode.title
      .split(/\s+/)
      .slice(0, 2)
      .map((word) => word.slice(0, 4).toUpperCase());
    const found = await page(await request.get(`/api/geodes?limit=100&search=${encodeURIComponent(words.join(' '))}`));
    expect(found.geodes.map(({ id }) => id)).toContain(geode.id);
    expect((await page(await request.get('/api/geodes?search=zzyzx'))).total).toBe(0);
  });

  for (const query of [
    'page=0',
    'page=x',
    'limit=101',
    'limit=0',
    'minPrice=abc',
    'maxPrice=-1',
    'size=huge',
    'sortBy=random',
    'category=none',
  ]) {
    test(`GET /api/geodes refuses ${query} with the field and a reason`, async ({ request }) => {
      const reply = await request.get(`/api/geodes?${query}`);
      expect(reply.status()).toBe(400);
      const body = (await reply.json()) as { details: { field: string; reason: string }[] };
      expect(body).toMatchObject({ statusCode: 400, code: 'BAD_REQUEST', message: expect.any(String) });
      expect(body.details[0]).toMatchObject({ field: query.split('=')[0], reason: expect.any(String) });
    });
  }

  test('GET /api/geodes ignores unknown parameters', async ({ request }) => {
    expect((await request.get('/api/geodes?colour=red')).status()).toBe(200);
  });
});

test('GET /api/geodes/featured lists featured, unsold geodes', async ({ request }) => {
  const featured = (await (await request.get('/api/geodes/featured')).json()) as Geode[];
  expect(featured.length).toBeGreaterThan(0);
  expect(featured.every(({ isFeatured, availability }) => isFeatured && availability !== 'sold')).toBe(true);
});

test('GET /api/geodes/{id} returns one geode, or 404 for an unknown id', async ({ request }) => {
  const geode = await geodeOnSale(request);
  expect(await (await request.get(`/api/geodes/${geode.id}`)).json()).toEqual(geode);
  for (const id of [randomUUID(), 'not-an-id']) {
    const reply = await request.get(`/api/geodes/${id}`);
    expect(reply.status()).toBe(404);
    expect(await reply.json()).toMatchObject({ statusCode: 404, code: 'NOT_FOUND' });
  }
});

test('GET /api/showcase lists the showcase items', async ({ request }) => {
  await expect(async () => {
    const items = (await (await request.get('/api/showcase')).json()) as unknown[];
    expect(items[0]).toMatchObject({
      id: expect.any(String),
      title: expect.any(String),
      images: expect.arrayContaining([expect.stringMatching(/^\/objects\//)]),
    });
  }).toPass({ timeout: 45_000 });
});

test('GET /api/orders/lookup returns [] without orders and 400 for a malformed email', async ({ request }) => {
  expect(await (await request.get('/api/orders/lookup?email=nobody@example.com')).json()).toEqual([]);
  expect((await request.get('/api/orders/lookup?email=nobody')).status()).toBe(400);
  expect((await request.get('/api/orders/lookup')).status()).toBe(400);
});

test('GET /api/orders/check-first-time recognises a new email', async ({ request }) => {
  const email = `new-${randomUUID()}@example.com`;
  expect(await (await request.get(`/api/orders/check-first-time?email=${encodeURIComponent(email)}`)).json()).toEqual({
    isFirstTime: true,
  });
  expect((await request.get('/api/orders/check-first-time?email=x')).status()).toBe(400);
});

test('GET /api/config returns the site’s configuration', async ({ request }) => {
  expect(await (await request.get('/api/config')).json()).toMatchObject({
    square: {
      environment: 'simulator',
      applicationId: expect.any(String),
      locationId: expect.any(String),
      scriptUrl: expect.stringMatching(/square\.js$/),
    },
    contact: { email: expect.any(String), phone: expect.any(String), location: expect.any(String) },
  });
});

test('an unknown /api path responds with a JSON 404, and no error contains a stack trace', async ({ request }) => {
  for (const path of ['/api/nothing', '/api/geodes/x/y', '/api']) {
    const reply = await request.get(path);
    expect(reply.status()).toBe(404);
    expect(reply.headers()['content-type']).toContain('application/json');
    expect(await reply.text()).not.toMatch(/at .*\.js|node_modules|SELECT|ECONN/);
  }
});

test.describe('pictures', () => {
  test('pictures are served in the requested width and an accepted format, cached for good', async ({ request }) => {
    const { imageUrl } = await geodeOnSale(request);
    const reply = await request.get(`${imageUrl}?w=300`, { headers: { Accept: 'image/webp,*/*' } });
    expect(reply.status()).toBe(200);
    expect(reply.headers()['content-type']).toBe('image/webp');
    expect(reply.headers()['cache-control']).toContain('immutable');
    expect((await request.get('/objects/nothing-here.webp')).status()).toBe(404);
  });
});

test('the health and metrics endpoints respond', async ({ request }) => {
  expect((await request.get('/health/live')).status()).toBe(200);
  await expectReady(request);
  expect(await (await request.get('/metrics')).text()).toContain('process_resident_memory_bytes');
});

test('every page has its security headers', async ({ request }) => {
  const headers = (await request.get('/')).headers();
  expect(headers['content-security-policy']).toContain("default-src 'self'");
  expect(headers['content-security-policy']).not.toContain("script-src 'self' 'unsafe-inline'");
  expect(headers['x-content-type-options']).toBe('nosniff');
});

test.describe('pages', () => {
  test('each page has its own title, description and canonical link in the HTML', async ({ request }) => {
    const titles = new Set<string>();
    for (const path of PUBLIC_PAGES) {
      const reply = await request.get(path);
      expect(reply.status(), path).toBe(200);
      const html = await reply.text();
      titles.add(/<title>([^<]+)<\/title>/.exec(html)?.[1] ?? '');
      expect(html, path).toMatch(/<meta name="description" content="[^"]{20,}"/);
      expect(html, path).toMatch(/<link rel="canonical" href="http/);
      expect(html, path).toContain('og:title');
    }
    expect(titles.size).toBe(8);
  });

  test('an unknown path shows the not-found page with status 404', async ({ request }) => {
    expect((await request.get('/no-such-page')).status()).toBe(404);
    expect((await request.get(`/gallery?geode=${randomUUID()}`)).status()).toBe(404);
  });

  test('the page of an open geode contains its Product and Offer data', async ({ request }) => {
    const geode = await geodeOnSale(request);
    const html = await (await request.get(`/gallery?geode=${geode.id}`)).text();
    const product = JSON.parse(
      /<script type="application\/ld\+json">([\s\S]*?)<\/script>/.exec(html)?.[1] ?? '{}',
    ) as object;
    expect(product).toMatchObject({
      '@type': 'Product',
      offers: { price: geode.price, priceCurrency: 'USD', availability: expect.stringMatching(/InStock$/) },
    });
  });

  test('the sitemap lists every unsold geode and robots.txt names the sitemap', async ({ request }) => {
    const geode = await geodeOnSale(request);
    expect(await (await request.get('/sitemap.xml')).text()).toContain(geode.id);
    const robots = await (await request.get('/robots.txt')).text();
    expect(robots).toContain('/sitemap.xml');
    expect(robots).toContain('Disallow: /admin');
  });
});

import { expect, test } from '@playwright/test';
import type { GeodePage } from '@geodes/contracts';
import { geodeOnSale, newGeode, signIn } from '../shop/calls.js';

const page = async (reply: { json(): Promise<unknown> }) => (await reply.json()) as GeodePage;

test.describe('GET /api/geodes', () => {
  test('GET /api/geodes returns ten unsold geodes a page, newest first', async ({ request }) => {
    await signIn(request);
    for (let n = 0; n < 11; n += 1) await newGeode(request);
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

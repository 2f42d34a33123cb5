import { expect, test } from '@playwright/test';
import type { GeodePage } from '@geodes/contracts';
import { putOnSale } from './buyer.js';

test.use({ javaScriptEnabled: false });

const pages = [
  { path: '/', says: ['Found once. Sold once.', 'What is a geode?', 'Why choose us'] },
  { path: '/gallery', says: ['Featured Geodes', 'Showing 1–10 of'] },
  { path: '/showcase', says: ['Showcase'] },
  { path: '/our-story', says: ['Two river towns, one kind of stone'] },
  { path: '/wishlist', says: ['Wishlist'] },
  { path: '/track-order', says: ['Track Order'] },
  { path: '/terms', says: ['Terms of Service', 'Each one is unique'] },
  { path: '/return-policy', says: ['Return Policy', 'All sales are final'] },
];

test.describe('without script', () => {
  test.beforeAll('two pages of geodes', async ({ request }) => {
    await putOnSale(request, 11);
  });

  test('without script every public page shows its text, the footer and links to the other pages', async ({ page }) => {
    for (const { path, says } of pages)
      await test.step(path, async () => {
        expect((await page.goto(path))?.status()).toBe(200);
        for (const text of says) await expect(page.getByRole('main').getByText(text).first()).toBeVisible();
        await expect(page.getByRole('heading', { level: 1 })).toHaveCount(1);
        await expect(page.getByRole('banner').getByRole('link', { name: 'Gallery' })).toBeVisible();
        await expect(page.getByRole('contentinfo').getByText('Mon-Fri')).toBeVisible();
        await expect(page.getByRole('contentinfo').getByRole('link', { name: /@/ })).toBeVisible();
        await expect(page.getByRole('button')).toHaveCount(0);
        await expect(page.getByText(/loading/i).and(page.locator(':visible'))).toHaveCount(0);
      });
  });

  test('without script the gallery shows the geodes that match its URL and links to each and to the next page', async ({
    page,
    request,
  }) => {
    const query = 'sortBy=price-desc&crystalType=Quartz';
    const { geodes } = (await (await request.get(`/api/geodes?${query}&limit=10`)).json()) as GeodePage;
    await page.goto(`/gallery?${query}`);
    const titles = page.getByRole('list', { name: 'Geodes' }).getByRole('heading').getByRole('link');
    await expect(titles).toHaveText(geodes.map(({ title }) => title));
    const first = page.getByRole('img', { name: geodes[0]!.title }).first();
    await expect(first).toHaveAttribute('width', '800');
    await page.getByRole('heading').getByRole('link', { name: geodes[0]!.title }).first().click();
    await expect(page).toHaveURL(`/gallery?crystalType=Quartz&sortBy=price-desc&geode=${geodes[0]!.id}`);
    await expect(page.getByRole('heading', { level: 1, name: geodes[0]!.title })).toBeVisible();
    await expect(page.getByRole('article').getByRole('img', { name: geodes[0]!.title }).first()).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);

    await page.goto('/gallery');
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2', exact: true }).click();
    await expect(page).toHaveURL('/gallery?page=2');
    await expect(page.getByText(/Showing 11–\d+ of/)).toBeVisible();
  });

  test('without script a page past the end shows the last page', async ({ page, request }) => {
    const { total, totalPages } = (await (await request.get('/api/geodes')).json()) as GeodePage;
    await page.goto('/gallery?page=9999');
    await expect(page.getByText(`Showing ${(totalPages - 1) * 10 + 1}–${total} of ${total} geodes`)).toBeVisible();
    const pages = page.getByRole('navigation', { name: 'Pages' });
    await expect(pages.getByRole('link', { name: String(totalPages), exact: true })).toHaveAttribute(
      'aria-current',
      'page',
    );
  });
});

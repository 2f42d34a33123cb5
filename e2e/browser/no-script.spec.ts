import { expect, test } from '@playwright/test';
import { putOnSale } from './site.js';

test.use({ javaScriptEnabled: false });

const pages = [
  { path: '/', says: ['Found once. Sold once.', 'What is a geode?', 'Why choose us'] },
  { path: '/showcase', says: ['Showcase'] },
  { path: '/our-story', says: ['Two river towns, one kind of stone', 'See the showcase'] },
  { path: '/wishlist', says: ['Wishlist'] },
  { path: '/track-order', says: ['Track Order'] },
  { path: '/terms', says: ['Terms of Service', 'Each one is unique'] },
  { path: '/return-policy', says: ['Return Policy', 'All sales are final'] },
  { path: '/gallery', says: ['Featured Geodes', 'Showing 1–10 of'] },
];

test('without script every public page shows its text, the footer and links to the other pages, and the gallery leads to its next page and to each geode', async ({
  page,
  request,
}) => {
  // two pages of geodes
  await putOnSale(request, 11);
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

  await test.step('from the gallery to its next page and to a geode', async () => {
    await page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: '2', exact: true }).click();
    await expect(page).toHaveURL('/gallery?page=2');
    await expect(page.getByText(/Showing 11–\d+ of/)).toBeVisible();
    const link = page.getByRole('list', { name: 'Geodes' }).getByRole('heading').getByRole('link').first();
    const title = await link.innerText();
    await link.click();
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
    await expect(page.getByRole('article').getByRole('img', { name: title }).first()).toBeVisible();
    await expect(page.getByRole('button')).toHaveCount(0);
  });
});

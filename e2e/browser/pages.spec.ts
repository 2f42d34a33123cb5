import { expect } from '@playwright/test';
import { geodeOnSale } from '../shop/calls.js';
import { isPhone, test } from './buyer.js';
import { ON_PHONE } from './on-phone.js';

const FILM = 'https://www.youtube.com/embed/abc';

test(
  'the showcase shows items that cannot be bought, with pictures, tier and video',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const { imageUrl } = await geodeOnSale(request);
    const piece = { description: 'Found in a creek.', createdAt: '', updatedAt: '' };
    let release = () => {};
    const released = new Promise<void>((resolve) => (release = resolve));
    await page.route('**/api/showcase', async (route) => {
      await released;
      await route.fulfill({
        json: [
          { ...piece, id: '1', title: 'The large one', images: [imageUrl, `${imageUrl}?`], videoUrl: FILM, tier: 'S' },
          { ...piece, id: '2', title: 'The small one', images: [imageUrl], videoUrl: null, tier: null },
        ],
      });
    });
    await page.route(FILM, (route) => route.fulfill({ contentType: 'text/html', body: 'film' }));
    await page.goto('/showcase');
    await expect(page.getByRole('list', { name: 'Loading the showcase' })).toBeVisible();
    release();
    const large = page.getByRole('listitem').filter({ hasText: 'The large one' });
    await expect(large.getByRole('img', { name: 'The large one' })).toBeVisible();
    await expect(large).toContainText('Museum Quality');
    await expect(large).toContainText('Found in a creek.');
    await expect(page.getByRole('listitem').filter({ hasText: 'The small one' })).not.toContainText('Quality');
    await expect(page.getByRole('button', { name: /Cart$/ })).toHaveCount(isPhone() ? 1 : 1);
    await expect(page.getByRole('main').getByText(/Add to Cart|\$/)).toHaveCount(0);
    await large.getByRole('button', { name: 'Play the film' }).click();
    await expect(large.locator('iframe')).toHaveAttribute('src', FILM);
  },
);

test('an empty showcase says so', async ({ page }) => {
  await page.route('**/api/showcase', (route) => route.fulfill({ json: [] }));
  await page.goto('/showcase');
  await expect(page.getByText('Our showcase collection is being curated. Check back soon!')).toBeVisible();
});

test('the story links to the gallery and the showcase', async ({ page }) => {
  await page.goto('/our-story');
  const main = page.getByRole('main');
  await expect(main).toContainText('Keokuk');
  await expect(main).toContainText('Hamilton');
  await expect(main.locator('a[href="/gallery"]')).toBeVisible();
  await expect(main.locator('a[href="/showcase"]')).toBeVisible();
});

test('the terms and the return policy state the shop’s conditions', async ({ page }) => {
  await page.goto('/terms');
  const main = page.getByRole('main');
  for (const text of [
    'guest',
    'card payment provider',
    'weight',
    'size',
    'destination',
    'limited time',
    '48 hours with photos',
    '24 hours',
    '10 percent off',
    'Mon-Fri 9AM-5PM CST',
  ])
    await expect(main).toContainText(text);
  await main.getByRole('link', { name: 'return policy' }).click();
  await expect(page).toHaveURL('/return-policy');
  for (const text of ['All sales are final', 'do not accept returns', '48 hours', 'photos', '24 hours'])
    await expect(main).toContainText(text);
});

import { expect } from '@playwright/test';
import { fromSite } from '../shop/calls.js';
import { FAILED_RESPONSE, card, putOnSale, test, toast, uniqueWord, untilLive } from './site.js';
import { expectAccessible } from './expect-accessible.js';

test('the wishlist stores and counts geodes and removes them one by one or all at once; when empty it links to the gallery and meets WCAG 2.2 AA', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const places = ['Keokuk, Iowa', 'Hamilton, Illinois', 'Somewhere else'];
  const geodes = await putOnSale(request, 3, (index) => ({ title: `${word} ${index}`, location: places[index] }));
  await page.goto(`/gallery?search=${word}`);
  await card(page, `${word} 0`).getByRole('button', { name: /^Save/ }).click();
  await expect(toast(page, 'Added to wishlist')).toBeVisible();
  const stored = () => page.evaluate(() => JSON.parse(localStorage.getItem('geode-wishlist') ?? 'null') as object[]);
  expect(await stored()).toEqual([
    {
      id: geodes[0]!.id,
      title: `${word} 0`,
      price: '100.00',
      imageUrl: geodes[0]!.imageUrl,
      location: 'Keokuk, Iowa',
      crystalType: 'Quartz',
      size: '3.5 inches',
      availableQuantity: 1,
    },
  ]);
  for (const index of [1, 2]) await card(page, `${word} ${index}`).getByRole('button', { name: /^Save/ }).click();
  await page.goto('/wishlist');
  await expect(page.getByText('3 saved items', { exact: true })).toBeVisible();
  for (const [index, badge] of ['Keokuk', 'Hamilton', 'Special'].entries())
    await expect(card(page, `${word} ${index}`).getByText(badge, { exact: true })).toBeVisible();

  await card(page, `${word} 1`).getByRole('button', { name: /^Save/ }).click();
  await expect(toast(page, 'Removed from wishlist')).toBeVisible();
  await expect(page.getByText('2 saved items', { exact: true })).toBeVisible();
  await card(page, `${word} 2`).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  await card(page, `${word} 0`).getByRole('button', { name: /^Save/ }).click();
  await expect(page.getByText('1 saved item', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Clear All' }).click();
  await expect(toast(page, 'Wishlist cleared')).toBeVisible();
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  expect(await stored()).toEqual([]);
  await expectAccessible(page, 'the empty wishlist');
  await page.getByRole('link', { name: 'Browse Geodes' }).click();
  await expect(page).toHaveURL('/gallery');
});

test.describe('a saved geode that the owner takes off sale', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a saved geode that the owner takes off sale cannot be added any more', async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    await page.addInitScript(
      (items) => localStorage.setItem('geode-wishlist', items),
      JSON.stringify([{ ...geode!, price: 100 }]),
    );
    await untilLive(page, () => page.goto('/wishlist'));
    await expect(card(page, geode!.title).getByRole('button', { name: 'Add to Cart' })).toBeEnabled();
    await request.put(`/api/admin/geodes/${geode!.id}`, { headers: fromSite, data: { isDraft: true } });
    await expect(card(page, geode!.title).getByRole('button', { name: 'Currently Unavailable' })).toBeDisabled();
  });
});

test.describe('corrupt stored data', () => {
  test.use({ expectedErrors: /cannot be read|is not/ });
  test('corrupt stored data is logged, and cart and wishlist stay empty', async ({ page, browserErrors }) => {
    await page.addInitScript(() => {
      localStorage.setItem('geode-cart', '{oops');
      for (const key of ['geode-wishlist', 'lastOrder']) localStorage.setItem(key, '{"items":7}');
    });
    await page.goto('/wishlist');
    await expect(page.getByText('Your wishlist is empty')).toBeVisible();
    await page.getByRole('banner').getByRole('link', { name: 'Track Order' }).click();
    await expect(page.getByLabel('Email')).toHaveValue('');
    await page.getByRole('button', { name: /^Cart/ }).click();
    await expect(page.getByRole('dialog').getByText('Your cart is empty')).toBeVisible();
    for (const key of ['geode-cart', 'geode-wishlist'])
      expect(browserErrors.some((error) => error.includes(key))).toBe(true);
  });
});

import { expect } from '@playwright/test';
import { fromSite } from '../shop/calls.js';
import { FAILED_RESPONSE, card, putOnSale, test, toast, uniqueWord, untilLive } from './buyer.js';

test('the wishlist stores and counts geodes and removes them one by one or all at once', async ({ page, request }) => {
  const word = uniqueWord();
  const places = ['Keokuk, Iowa', 'Hamilton, Illinois', 'Somewhere else'];
  const geodes = await putOnSale(request, 3, (index) => ({ title: `${word} ${index}`, location: places[index] }));
  await page.goto('/wishlist');
  await expect(page.getByText('Your wishlist is empty')).toBeVisible();
  await page.getByRole('link', { name: 'Browse Geodes' }).click();
  await expect(page).toHaveURL('/gallery');

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
  for (const [name, value] of [
    ['no JSON', '{oops'],
    ['another shape', '{"items":7}'],
  ] as const) {
    test(`corrupt stored data is logged, and cart and wishlist stay empty: ${name}`, async ({
      page,
      browserErrors,
    }) => {
      await page.addInitScript((text) => {
        for (const key of ['geode-cart', 'geode-wishlist', 'lastOrder']) localStorage.setItem(key, text);
      }, value);
      await page.goto('/wishlist');
      await expect(page.getByText('Your wishlist is empty')).toBeVisible();
      await page.getByRole('button', { name: /^Cart/ }).click();
      await expect(page.getByRole('dialog').getByText('Your cart is empty')).toBeVisible();
      for (const key of ['geode-cart', 'geode-wishlist'])
        expect(browserErrors.some((error) => error.includes(key))).toBe(true);
      await page.goto('/track-order');
      await expect(page.getByLabel('Email')).toHaveValue('');
    });
  }
});

test('two open tabs of a browser agree on the cart and the wishlist', async ({ page, context, request }) => {
  const [geode] = await putOnSale(request, 1);
  const address = `/gallery?search=${encodeURIComponent(geode!.title)}`;
  const other = await context.newPage();
  await page.goto(address);
  await other.goto(address);
  await card(page, geode!.title).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(other.getByRole('button', { name: 'Cart, 1 item' })).toBeVisible();
  await card(other, geode!.title).getByRole('button', { name: /^Save/ }).click();
  await expect(card(page, geode!.title).getByRole('button', { name: /^Save/ })).toHaveAttribute('aria-pressed', 'true');
  await other.getByRole('button', { name: /^Cart/ }).click();
  await other.getByRole('dialog').getByRole('button', { name: 'Clear cart' }).click();
  await expect(page.getByRole('button', { name: 'Cart', exact: true })).toBeVisible();
});

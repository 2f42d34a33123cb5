import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { buy, fromSite } from '../shop/calls.js';
import {
  FAILED_RESPONSE,
  card,
  cartButton,
  drawer,
  openCart,
  putOnSale,
  storeCart,
  test,
  toast,
  uniqueWord,
  untilLive,
} from './site.js';

test('the cart accepts each geode once, adds up and can be emptied', async ({ page, request }) => {
  const word = uniqueWord();
  const [one, two] = await putOnSale(request, 2, (index) => ({
    title: `${word} ${index}`,
    price: index === 0 ? '19.99' : '80.00',
  }));
  await page.goto(`/gallery?search=${word}`);
  for (const geode of [one!, two!]) {
    await card(page, geode.title).getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Added to cart')).toContainText(geode.title);
  }
  await card(page, two!.title).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Already in cart')).toBeVisible();
  await expect(
    page.getByText('The item is already in the cart; each geode is unique so only one can be added.'),
  ).toBeVisible();
  await expect(cartButton(page)).toHaveText('2');

  const steps = await openCart(page);
  await expect(steps.getByRole('listitem').filter({ hasText: one!.title })).toContainText('$19.99');
  await expect(steps).toContainText('Subtotal$99.99');
  await expect(steps).toContainText('Free shipping on all orders (limited time)');
  await expect(steps).toContainText('Total$99.99');
  await expect(steps).toContainText('No account required - checkout as guest');
  await expect(steps).not.toContainText('First-time');
  await steps.getByRole('button', { name: `Remove ${one!.title}` }).click();
  await expect(steps).toContainText('Total$80.00');
  await page.reload();
  await openCart(page);
  await expect(drawer(page)).toContainText(two!.title);
  await drawer(page).getByRole('button', { name: 'Clear cart' }).click();
  await expect(toast(page, 'Cart cleared')).toBeVisible();
  await expect(drawer(page)).toContainText('Your cart is empty');
  expect(await page.evaluate(() => localStorage.getItem('geode-cart'))).toBe('[]');
});

test.describe('geodes that are gone', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('the open cart marks at once a geode sold to another buyer, and one that the owner deletes as no longer offered', async ({
    page,
    request,
  }) => {
    const [sold, deleted] = await putOnSale(request, 2);
    await storeCart(page, [sold!, deleted!]);
    await untilLive(page, () => page.goto('/terms'));
    const steps = await openCart(page);
    await expect(steps).toContainText('Total$200.00');
    expect((await buy(request, [sold!.id])).status()).toBe(201);
    await expect(steps.getByRole('listitem').filter({ hasText: sold!.title })).toContainText('Sold to another buyer');
    expect((await request.delete(`/api/admin/geodes/${deleted!.id}`, { headers: fromSite })).status()).toBe(204);
    await expect(steps.getByRole('listitem').filter({ hasText: deleted!.title })).toContainText('No longer offered');
    await expect(steps.getByRole('button', { name: 'Continue to Shipping' })).toBeDisabled();
  });

  test('a geode that this browser held last, and that it perhaps bought, is not said to be sold to another buyer', async ({
    page,
    request,
  }) => {
    const [geode] = await putOnSale(request, 1);
    expect((await buy(request, [geode!.id])).status()).toBe(201);
    await storeCart(page, [geode!]);
    const expiresAt = new Date(Date.now() + 300_000).toISOString();
    const hold = { holdId: randomUUID(), expiresAt, items: [{ geodeId: geode!.id, quantity: 1 }] };
    await page.addInitScript((stored) => localStorage.setItem('geode-hold', stored), JSON.stringify(hold));
    const asked = page.waitForResponse('**/api/holds/current');
    await page.goto('/terms');
    await asked;
    const line = (await openCart(page)).getByRole('listitem').filter({ hasText: geode!.title });
    await expect(line.getByText('Sold', { exact: true })).toBeVisible();
    await expect(line).not.toContainText('to another buyer');
  });
});

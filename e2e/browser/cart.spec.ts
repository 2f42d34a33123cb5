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

  test('a geode that this browser held last is in another checkout once another buyer holds it; sold, it is not said to be sold to another buyer, because it was perhaps bought here', async ({
    page,
    request,
  }) => {
    const [bought, held] = await putOnSale(request, 2);
    expect((await buy(request, [bought!.id])).status()).toBe(201);
    const items = [{ geodeId: held!.id, quantity: 1 }];
    expect((await request.post('/api/holds', { data: { items }, headers: fromSite })).status()).toBe(201);
    await storeCart(page, [bought!, held!]);
    const ended = {
      holdId: randomUUID(),
      expiresAt: new Date(Date.now() + 300_000).toISOString(),
      items: [bought!, held!].map(({ id }) => ({ geodeId: id, quantity: 1 })),
    };
    await page.addInitScript((stored) => localStorage.setItem('geode-hold', stored), JSON.stringify(ended));
    const asked = page.waitForResponse('**/api/holds/current');
    await page.goto(`/gallery?search=${encodeURIComponent(held!.title)}`);
    await asked;
    await expect(card(page, held!.title).getByRole('button', { name: 'In another checkout' })).toBeVisible();
    const lines = (await openCart(page)).getByRole('listitem');
    await expect(lines.filter({ hasText: held!.title })).toContainText('In another checkout');
    const line = lines.filter({ hasText: bought!.title });
    await expect(line.getByText('Sold', { exact: true })).toBeVisible();
    await expect(line).not.toContainText('to another buyer');
  });
});

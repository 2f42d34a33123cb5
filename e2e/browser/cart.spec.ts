import { expect } from '@playwright/test';
import { fromSite, geodeOnSale } from '../shop/calls.js';
import {
  FAILED_RESPONSE,
  arriveWithCart,
  card,
  cartButton,
  drawer,
  fakeGeodeList,
  fakeGeodes,
  openCart,
  putOnSale,
  test,
  toast,
} from './buyer.js';

test('the cart accepts each geode once, adds up and can be emptied', async ({ page, request }) => {
  const [one, two] = await putOnSale(request, 2, (index) => ({ price: index === 0 ? '19.99' : '80.00' }));
  for (const geode of [one!, two!]) {
    await page.goto(`/gallery?search=${encodeURIComponent(geode.title)}`);
    await card(page, geode.title).getByRole('button', { name: 'Add to Cart' }).click();
    await expect(toast(page, 'Added to cart')).toBeVisible();
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

test('the cart refuses a geode that is out of stock', async ({ page, request }) => {
  const [geode] = fakeGeodes(await geodeOnSale(request), 1, { availableQuantity: 0, isAvailable: true });
  await fakeGeodeList(page, [geode!]);
  await page.goto('/gallery');
  await card(page, geode!.title).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(page.getByText('Out of stock', { exact: true })).toBeVisible();
  await expect(page.getByText('The item is currently out of stock.')).toBeVisible();
  await expect(cartButton(page)).toHaveText('');
});

test.describe('a geode that the owner deletes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a geode that the owner deletes is not called sold', async ({ page, request }) => {
    const geode = await arriveWithCart(page, request);
    const steps = await openCart(page);
    await expect(steps).toContainText('Total$100.00');
    expect((await request.delete(`/api/admin/geodes/${geode.id}`, { headers: fromSite })).status()).toBe(204);
    await expect(steps.getByRole('listitem').filter({ hasText: geode.title })).toContainText('No longer offered');
    await expect(steps.getByRole('button', { name: 'Continue to Shipping' })).toBeDisabled();
  });
});

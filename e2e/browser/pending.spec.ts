import { randomUUID } from 'node:crypto';
import { expect, type Page, test } from '@playwright/test';
import type { LookupOrder } from '@geodes/contracts';
import { square } from '../shop/square.js';
import { fillCard, fillShipping, toast } from './buyer.js';

test.afterEach(() => square.clearFaults());

const email = () => `demo-${randomUUID()}@example.com`;

/** Takes the first geode on sale to the filled card form; `Pay` is the next press. */
const openCardForm = async (page: Page, address: string) => {
  await page.goto('/gallery?sortBy=price-asc&category=individual');
  const card = page
    .getByRole('listitem')
    .filter({ has: page.getByRole('button', { name: 'Add to Cart' }) })
    .first();
  await card.getByRole('button', { name: 'Add to Cart' }).click();
  await page.getByRole('button', { name: /^Cart/ }).click();
  const drawer = page.getByRole('dialog');
  await drawer.getByRole('button', { name: 'Continue to Shipping' }).click();
  await fillShipping(page, address);
  await drawer.getByRole('button', { name: 'Continue to Payment' }).click();
  await fillCard(page);
  return drawer;
};

/** Expects a pending payment in the panel, whose order number is found by email at once. Returns the number. */
const expectConfirming = async (page: Page, address: string): Promise<string> => {
  const panel = page.getByRole('dialog');
  await expect(panel.getByRole('status').filter({ hasText: /we are still confirming your payment/i })).toBeVisible({
    timeout: 35_000,
  });
  const number = panel.getByText(/^[0-9A-F]{8}$/);
  await expect(number).toBeVisible({ timeout: 35_000 });
  await expect(panel.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  const found = (await (
    await page.request.get(`/api/orders/lookup?email=${encodeURIComponent(address)}`)
  ).json()) as LookupOrder[];
  expect(found.map(({ id }) => id.slice(-8).toUpperCase())).toEqual([await number.innerText()]);
  return number.innerText();
};

test('a payment with an unknown capture stays pending until it is paid', async ({ page }) => {
  test.setTimeout(150_000);
  const address = email();
  const drawer = await openCardForm(page, address);
  await square.fault({ operation: 'complete', kind: 'error-503', count: 1_000 });
  await drawer.getByRole('button', { name: /^Pay \$/ }).click();
  const number = await expectConfirming(page, address);
  await square.clearFaults();
  const receipt = page.getByRole('dialog', { name: 'Thank you for your order' });
  await expect(receipt).toBeVisible({ timeout: 60_000 });
  await expect(receipt.getByText(number)).toBeVisible();
});

test('a payment that never completes ends with the message that nothing was charged, also after a reload', async ({
  page,
  request,
}) => {
  test.setTimeout(180_000);
  const address = email();
  const drawer = await openCardForm(page, address);
  await square.fault({ operation: 'any', kind: 'error-503', count: 100_000 });
  await drawer.getByRole('button', { name: /^Pay \$/ }).click();
  await expectConfirming(page, address);
  await page.reload();
  await expect(page.getByText(/we are still confirming your payment/i)).toBeVisible({ timeout: 20_000 });
  await square.clearFaults();
  await expect(toast(page, 'Payment Failed')).toBeVisible({ timeout: 90_000 });
  await expect(page.getByRole('dialog', { name: 'Payment' }).getByText(/your card was not charged/)).toBeVisible();
  const [order] = (await (
    await request.get(`/api/orders/lookup?email=${encodeURIComponent(address)}`)
  ).json()) as LookupOrder[];
  expect(order?.status).toBe('cancelled');
});

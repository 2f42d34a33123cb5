import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { drawer, fillCard, fillShipping, openCart, sell, storeCart, test } from './shopper.js';

const email = () => `demo-${randomUUID()}@example.com`;
const payButton = (page: Page) => drawer(page).getByRole('button', { name: /^Pay \$/ });
const receipt = (page: Page) => page.getByRole('dialog', { name: 'Thank you for your order' });

test('a state and a phone number that are typed as words do not keep the buyer from paying', async ({
  page,
  request,
}) => {
  const [geode] = await sell(request, 1);
  await storeCart(page, [geode!]);
  await page.goto('/terms');
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await fillShipping(page, email(), 'Iowa');
  await steps.getByLabel('Phone').fill('(319) 555-0100 ext. 4');
  await steps.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
  await fillCard(page);
  await payButton(page).click();
  await expect(receipt(page)).toBeVisible({ timeout: 30_000 });
});

import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { drawer, fillCard, fillShipping, openCart, putOnSale, storeCart, test, toast } from './buyer.js';

/** Square's test card whose bank asks for the code 123456. */
const CHALLENGED = '4310 0000 0020 1019';

const email = () => `demo-${randomUUID()}@example.com`;
const bank = (page: Page) => page.frameLocator('iframe[name="sq-challenge"]');
const payButton = (page: Page) => drawer(page).getByRole('button', { name: /^Pay \$/ });
const receipt = (page: Page) => page.getByRole('dialog', { name: 'Thank you for your order' });

/**
 * Goes from a page with a filled cart to the bank's question. A state name in full and a phone number with an extension
 * do not prevent it: Square accepts only a state of two letters and a phone number of digits.
 */
const goToChallenge = async (page: Page) => {
  const steps = await openCart(page);
  await steps.getByRole('button', { name: 'Continue to Shipping' }).click();
  await fillShipping(page, email(), 'Iowa');
  await steps.getByLabel('Phone').fill('(319) 555-0100 ext. 4');
  await steps.getByRole('button', { name: 'Continue to Payment' }).click();
  await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
  await fillCard(page, CHALLENGED);
  await payButton(page).click();
  await expect(bank(page).getByRole('heading', { name: 'Confirm your payment' })).toBeVisible({ timeout: 15_000 });
  return steps;
};

test('cancelling the bank’s question charges nothing and says so beside the card; answering it pays', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  await storeCart(page, [geode!]);
  await page.goto('/terms');
  const steps =
    await test.step('a state name in full and a phone number with an extension do not prevent payment', () =>
      goToChallenge(page));
  await bank(page).getByRole('button', { name: 'Cancel' }).click();
  await expect(steps.getByRole('alert')).toHaveText('You cancelled the payment. Nothing was charged.');
  await expect(steps.getByRole('alert')).toBeInViewport({ ratio: 0.9 });
  await expect(toast(page, 'Payment Failed')).toHaveCount(0);
  await expect(payButton(page)).toBeEnabled();

  await payButton(page).click();
  await expect(steps.getByRole('alert')).toHaveCount(0);
  await bank(page).getByLabel('Code').fill('123456');
  await bank(page).getByRole('button', { name: 'Confirm' }).click();
  await expect(receipt(page)).toBeVisible({ timeout: 30_000 });
});

test('a card check that never ends times out after two minutes, and the payment can be restarted', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1);
  await page.clock.install();
  await storeCart(page, [geode!]);
  await page.goto('/terms');
  const steps = await goToChallenge(page);
  await page.clock.fastForward(120_000);
  await expect(steps.getByRole('alert')).toContainText('The card could not be checked in time. Nothing was charged.');
  await expect(payButton(page)).toBeEnabled();
});

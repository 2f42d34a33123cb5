import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { drawer, FAILED_RESPONSE, fillCard, goToPayment, putOnSale, storeCart, test, toast } from './buyer.js';
import { PHONE_ONLY } from './on-phone.js';

const email = () => `demo-${randomUUID()}@example.com`;
const PHONE = { width: 390, height: 844 };

const payButton = (page: Page) => drawer(page).getByRole('button', { name: /^Pay \$/ });

test.describe('a payment that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('paying with an empty card shows an error at the card, not a failed payment', async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    await storeCart(page, [geode!]);
    await page.goto('/terms');
    const steps = await goToPayment(page, email());
    await payButton(page).click();
    await expect(steps.getByRole('alert')).toContainText(/card/i);
    await expect(steps.getByRole('alert')).toBeInViewport();
    await expect(toast(page, 'Payment Failed')).toHaveCount(0);
    await expect(payButton(page)).toBeEnabled();
    await test.step('the new, empty form of a later visit has no error', async () => {
      await steps.getByRole('button', { name: 'Back' }).click();
      await steps.getByRole('button', { name: 'Continue to Payment' }).click();
      await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
      await expect(steps.getByRole('alert')).toHaveCount(0);
    });
  });
});

test.describe('a confirmation whose script fails to load', () => {
  test.use({ expectedErrors: /Failed to load resource|Failed to fetch dynamically imported module/ });

  test('a confirmation whose script fails to load still shows the order number', async ({ page, request }) => {
    await storeCart(page, await putOnSale(request, 1));
    await page.route('**/assets/confirmation-*.js', (route) => route.abort());
    await page.goto('/terms');
    const preloaded = page.waitForRequest('**/assets/confirmation-*.js');
    await goToPayment(page, email());
    await preloaded;
    await fillCard(page);
    await payButton(page).click();
    const notice = page.getByRole('alert').filter({ hasText: 'Thank you for your order' });
    await expect(notice).toContainText(/order number is [0-9A-F]{8}\./, { timeout: 30_000 });
    await notice.getByRole('button', { name: 'Close' }).click();
    await expect(notice).toHaveCount(0);
  });
});

test(
  'on a phone the card form is visible when the payment step opens, even with many geodes',
  { tag: PHONE_ONLY },
  async ({ page, request }) => {
    await page.setViewportSize(PHONE);
    await storeCart(page, await putOnSale(request, 8));
    await page.goto('/terms');
    await goToPayment(page, email());
    await expect(page.locator('iframe.sq-card-component')).toBeInViewport({ ratio: 1 });
  },
);

/** Returns whether two boxes overlap. */
type Box = { x: number; y: number; width: number; height: number };
const overlap = (a: Box, b: Box) =>
  a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

test('no toast covers the confirmation', async ({ page, request }) => {
  await storeCart(page, await putOnSale(request, 3));
  await page.setViewportSize(PHONE);
  await page.goto('/terms');
  await goToPayment(page, `${'long-name-'.repeat(2)}${email()}`);
  await fillCard(page);
  await payButton(page).click();
  const receipt = page.getByRole('dialog', { name: 'Thank you for your order' });
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  await toast(page, 'Order Complete').hover({ timeout: 10_000 });
  for (const size of [
    PHONE,
    { width: 375, height: 667 },
    { width: 768, height: 1024 },
    { width: 844, height: 390 },
    { width: 1280, height: 720 },
    { width: 1440, height: 900 },
  ]) {
    await page.setViewportSize(size);
    await expect
      .poll(async () => {
        const boxes = [await receipt.boundingBox(), await toast(page, 'Order Complete').boundingBox()];
        return boxes[0] && boxes[1] ? overlap(boxes[0], boxes[1]) : 'not shown';
      })
      .toBe(false);
  }
});

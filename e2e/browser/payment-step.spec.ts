import { randomUUID } from 'node:crypto';
import { expect, type Page } from '@playwright/test';
import { drawer, FAILED_RESPONSE, fillCard, goToPayment, isPhone, putOnSale, storeCart, test, toast } from './buyer.js';
import { ON_PHONE } from './on-phone.js';

const email = () => `demo-${randomUUID()}@example.com`;
const PHONE = { width: 390, height: 844 };

const payButton = (page: Page) => drawer(page).getByRole('button', { name: /^Pay \$/ });

test.describe('a payment that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed payment shows its reason beside the card until the next attempt', async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    await storeCart(page, [geode!]);
    if (isPhone()) await page.setViewportSize(PHONE);
    await page.goto('/terms');
    const steps = await goToPayment(page, email());
    const reason = 'The card has too little money.';
    await page.route('**/api/orders/square', (route) =>
      route.fulfill({ status: 402, json: { statusCode: 402, code: 'CARD_DECLINED', message: reason } }),
    );
    await fillCard(page);
    await payButton(page).click();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    await expect(page.getByText('Payment Failed')).toHaveCount(0, { timeout: 15_000 });
    await expect(steps.getByText(reason)).toBeInViewport();

    await page.unroute('**/api/orders/square');
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
    await page.route('**/api/orders/square', async (route) => {
      await isSeen;
      await route.continue();
    });
    await payButton(page).click();
    await expect(steps.getByText('Processing payment...')).toBeVisible();
    await expect(steps.getByText(reason)).toHaveCount(0);
    seen();
    await expect(page.getByRole('dialog', { name: 'Thank you for your order' })).toBeVisible({ timeout: 30_000 });
  });

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

test(
  'on a phone the card form is visible when the payment step opens, even with many geodes',
  { tag: ON_PHONE },
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

import { randomUUID } from 'node:crypto';
import type { LookupOrder, PlacedOrder } from '@geodes/contracts';
import { expect, type Page } from '@playwright/test';
import {
  arriveWithCart,
  drawer,
  email,
  expectReceipt,
  FAILED_RESPONSE,
  goToPayment,
  payButton,
  payByCard,
  putOnSale,
  stopFaking,
  storeCart,
  submitShipping,
  test,
  toast,
  untilFocused,
} from './site.js';
import { PHONE_ONLY } from './on-phone.js';

const PHONE = { width: 390, height: 844 };

test.describe('a card form that fails to load', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a card form that fails to load charges nothing and can be retried; left empty, it shows an error at the card, not a failed payment', async ({
    page,
    request,
    browserErrors,
  }) => {
    await page.route('**/v1/square.js', (route) => route.abort());
    await arriveWithCart(page, request);
    const steps = await submitShipping(page, email());
    await expect(steps.getByRole('alert')).toContainText(
      'The card form could not be loaded. Nothing has been charged.',
    );
    await expect(payButton(page)).toBeDisabled();
    expect(browserErrors.some((error) => error.includes('could not be drawn'))).toBe(true);
    await stopFaking(page, '**/v1/square.js');
    await steps.getByRole('button', { name: 'Try Again' }).click();
    await untilFocused(steps);
    await expect(payButton(page)).toBeEnabled({ timeout: 20_000 });
    await expect(steps.getByRole('alert')).toHaveCount(0);

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
    await payByCard(page);
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
  await payByCard(page);
  const receipt = await expectReceipt(page);
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

/** Changes an order into what the shop responds, with status 202, while the outcome of its payment is unknown. */
const pending = (order: Pick<PlacedOrder, 'orderId' | 'orderNumber'>): PlacedOrder => ({
  ...order,
  status: 'pending',
  total: null,
  discount: null,
});

/** Expects a pending payment in the panel, which cannot be paid again. Returns its order number. */
const expectConfirming = async (page: Page): Promise<string> => {
  const panel = drawer(page);
  await expect(panel.getByRole('status').filter({ hasText: /we are still confirming your payment/i })).toBeVisible();
  const number = panel.getByText(/^[0-9A-F]{8}$/);
  await expect(number).toBeVisible();
  await expect(panel.getByRole('button', { name: /^Pay/ })).toHaveCount(0);
  return number.innerText();
};

test.describe('a payment with an unknown outcome', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a payment with an unknown outcome stays pending, with its order number, until it fails, also after a reload, or is paid', async ({
    page,
    request,
    browserErrors,
  }) => {
    const address = email();
    const failed: (string | undefined)[] = [];
    const paid: (string | undefined)[] = [];
    await arriveWithCart(page, request);
    await goToPayment(page, address);
    await test.step('one that never completes ends with the message that nothing was charged', async () => {
      const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
      const orderId = randomUUID();
      const invented = pending({ orderId, orderNumber: orderId.slice(-8).toUpperCase() });
      const message = 'Your payment could not be completed and your card was not charged. Please try again.';
      await page.route('**/api/orders/square', async (route) => {
        failed.push(route.request().headers()['idempotency-key']);
        if (failed.length === 1) return route.fulfill({ status: 202, json: invented });
        await isSeen;
        return route.fulfill({ status: 402, json: { statusCode: 402, code: 'PAYMENT_NOT_COMPLETED', message } });
      });
      await payByCard(page);
      expect(await expectConfirming(page)).toBe(invented.orderNumber);
      // as the shop says while an order of the buyer claims the discount
      await page.route('**/api/orders/check-first-time*', (route) => route.fulfill({ json: { isFirstTime: false } }));
      const isChecked = page.waitForResponse('**/api/orders/check-first-time*');
      await page.reload();
      expect(await expectConfirming(page)).toBe(invented.orderNumber);
      await isChecked;
      await stopFaking(page, '**/api/orders/check-first-time*');
      seen();
      await expect(toast(page, 'Payment Failed')).toBeVisible();
      await expect(payButton(page)).toHaveText('Pay $90.00');
      await expect(page.getByRole('dialog', { name: 'Payment' }).getByText(/your card was not charged/)).toBeVisible();
    });
    const expected = browserErrors.length;
    await test.step('the next attempt, with a new key, ends with the receipt', async () => {
      const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
      await page.route('**/api/orders/square', async (route) => {
        paid.push(route.request().headers()['idempotency-key']);
        if (paid.length === 1) {
          const response = await route.fetch();
          expect(response.status()).toBe(201);
          return route.fulfill({ status: 202, json: pending((await response.json()) as PlacedOrder) });
        }
        await isSeen;
        return route.continue();
      });
      await payByCard(page);
      const number = await expectConfirming(page);
      await test.step('the order number is found by email at once', async () => {
        const reply = await page.request.get(`/api/orders/lookup?email=${encodeURIComponent(address)}`);
        const found = (await reply.json()) as LookupOrder[];
        expect(found.map(({ id }) => id.slice(-8).toUpperCase())).toEqual([number]);
      });
      seen();
      const receipt = page.getByRole('dialog', { name: 'Thank you for your order' });
      await expect(receipt.getByText(number)).toBeVisible({ timeout: 30_000 });
    });
    expect(browserErrors.slice(expected)).toEqual([]);
    expect(new Set(failed).size).toBe(1);
    expect(new Set(paid).size).toBe(1);
    expect(paid[0]).not.toBe(failed[0]);
  });

  test('a payment that fails after its drawer was closed ends the hold', async ({ page, request }) => {
    const { promise: isClosed, resolve: closed } = Promise.withResolvers<void>();
    let sent = 0;
    await page.route('**/api/orders/square', async (route) => {
      sent += 1;
      if (sent === 1)
        return route.fulfill({ status: 202, json: pending({ orderId: randomUUID(), orderNumber: 'ABCDEF12' }) });
      await isClosed;
      return route.fulfill({ status: 402, json: { statusCode: 402, code: 'CARD_DECLINED', message: 'Declined.' } });
    });
    await arriveWithCart(page, request);
    const steps = await goToPayment(page, email());
    await payByCard(page);
    await expectConfirming(page);
    await steps.getByRole('button', { name: 'Close' }).click();
    await expect(steps).toHaveCount(0);
    closed();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    await expect.poll(async () => (await page.request.get('/api/holds/current')).status()).toBe(204);
  });
});

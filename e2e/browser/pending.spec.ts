import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page } from '@playwright/test';
import type { LookupOrder, PlacedOrder } from '@geodes/contracts';
import { drawer, FAILED_RESPONSE, fillCard, goToPayment, putOnSale, storeCart, test, toast } from './buyer.js';

const email = () => `demo-${randomUUID()}@example.com`;

/** Goes with one geode to the filled card form. Returns the button that pays. */
const openCardForm = async (page: Page, address: string): Promise<Locator> => {
  await storeCart(page, await putOnSale(page.request, 1));
  await page.goto('/terms');
  const steps = await goToPayment(page, address);
  await fillCard(page);
  return steps.getByRole('button', { name: /^Pay \$/ });
};

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

test('a payment with an unknown outcome stays pending, with its order number, until it is paid', async ({ page }) => {
  const address = email();
  const pay = await openCardForm(page, address);
  const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
  const keys: (string | undefined)[] = [];
  await page.route('**/api/orders/square', async (route) => {
    keys.push(route.request().headers()['idempotency-key']);
    if (keys.length === 1) {
      const response = await route.fetch();
      expect(response.status()).toBe(201);
      return route.fulfill({ status: 202, json: pending((await response.json()) as PlacedOrder) });
    }
    await isSeen;
    return route.continue();
  });
  await pay.click();
  const number = await expectConfirming(page);
  await test.step('the order number is found by email at once', async () => {
    const reply = await page.request.get(`/api/orders/lookup?email=${encodeURIComponent(address)}`);
    const found = (await reply.json()) as LookupOrder[];
    expect(found.map(({ id }) => id.slice(-8).toUpperCase())).toEqual([number]);
  });
  seen();
  const receipt = page.getByRole('dialog', { name: 'Thank you for your order' });
  await expect(receipt.getByText(number)).toBeVisible({ timeout: 30_000 });
  expect(new Set(keys).size).toBe(1);
});

test.describe('a payment that never completes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a payment that never completes ends with the message that nothing was charged, also after a reload', async ({
    page,
  }) => {
    const pay = await openCardForm(page, email());
    const { promise: isSeen, resolve: seen } = Promise.withResolvers<void>();
    const orderId = randomUUID();
    const invented = pending({ orderId, orderNumber: orderId.slice(-8).toUpperCase() });
    const message = 'Your payment could not be completed and your card was not charged. Please try again.';
    let count = 0;
    await page.route('**/api/orders/square', async (route) => {
      count += 1;
      if (count === 1) return route.fulfill({ status: 202, json: invented });
      await isSeen;
      return route.fulfill({ status: 402, json: { statusCode: 402, code: 'PAYMENT_NOT_COMPLETED', message } });
    });
    await pay.click();
    expect(await expectConfirming(page)).toBe(invented.orderNumber);
    await page.reload();
    expect(await expectConfirming(page)).toBe(invented.orderNumber);
    seen();
    await expect(toast(page, 'Payment Failed')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Payment' }).getByText(/your card was not charged/)).toBeVisible();
  });
});

import type { Hold } from '@geodes/contracts';
import { expect } from '@playwright/test';
import { SHOP_URL } from '../shop/address.js';
import {
  arriveWithCart,
  drawer,
  email,
  expectReceipt,
  fillCard,
  goToPayment,
  payButton,
  putOnSale,
  storeCart,
  test,
  toast,
  untilLive,
} from './buyer.js';

test('when the hold expires the buyer is asked to continue, and typed values stay', async ({ page, request }) => {
  const mine = email();
  await page.clock.install();
  await arriveWithCart(page, request);
  const steps = await goToPayment(page, mine);
  await fillCard(page);
  await page.clock.fastForward('10:00');
  await expect(steps.getByRole('alert')).toContainText('The hold has ended');
  await expect(payButton(page)).toBeDisabled();
  await steps.getByRole('alert').getByRole('button', { name: 'Continue' }).click();
  await expect(steps.getByRole('timer')).toBeVisible();
  await expect(steps).toContainText(mine);
  await expect(page.frameLocator('iframe.sq-card-component').locator('#cardNumber')).not.toHaveValue('');
  await payButton(page).click();
  await expectReceipt(page);
});

test('a buyer whose hold has ended learns that another buyer was faster', async ({ page, request, playwright }) => {
  const [geode] = await putOnSale(request, 1);
  await storeCart(page, [geode!]);
  await untilLive(page, () => page.goto('/terms'));
  const steps = await goToPayment(page, email());
  const { holdId } = (await (await page.request.get('/api/holds/current')).json()) as Hold;
  await page.request.delete(`/api/holds/${holdId}`);
  await expect(steps.getByRole('alert')).toContainText('The hold has ended');
  const rival = await playwright.request.newContext({ baseURL: SHOP_URL });
  await rival.post('/api/holds', { data: { items: [{ geodeId: geode!.id, quantity: 1 }] } });
  await expect(drawer(page)).toHaveAccessibleName('Cart');
  await expect(toast(page, 'A stone is gone')).toBeVisible();
  await rival.dispose();
});

test('a hold that comes after the buyer has gone back to the address is ended', async ({ page, request }) => {
  await page.clock.install();
  await arriveWithCart(page, request);
  const steps = await goToPayment(page, email());
  await page.clock.fastForward('10:00');
  const { promise: isBack, resolve: back } = Promise.withResolvers<void>();
  await page.route('**/api/holds', (route) => isBack.then(() => route.continue()));
  await steps.getByRole('alert').getByRole('button', { name: 'Continue' }).click();
  await steps.getByRole('button', { name: 'Change' }).click();
  await expect(drawer(page)).toHaveAccessibleName('Shipping');
  const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
  back();
  expect((await ended).url()).toContain('/api/holds/');
});

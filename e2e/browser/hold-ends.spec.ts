import { expect } from '@playwright/test';
import {
  arriveWithCart,
  drawer,
  email,
  expectReceipt,
  fillCard,
  goToPayment,
  holdBack,
  payButton,
  test,
} from './site.js';

test('when the hold expires the buyer is asked to continue, and typed values stay; a hold that comes after they have gone back to the address is ended', async ({
  page,
  request,
}) => {
  const mine = email();
  await page.clock.install();
  await arriveWithCart(page, request);
  const steps = await goToPayment(page, mine);
  const timer = steps.getByRole('timer');
  const question = steps.getByRole('alert');

  await test.step('a hold that comes after the buyer has gone back to the address is ended', async () => {
    await page.clock.fastForward('10:00');
    const release = await holdBack(page, '**/api/holds');
    await question.getByRole('button', { name: 'Continue' }).click();
    await steps.getByRole('button', { name: 'Change' }).click();
    await expect(drawer(page)).toHaveAccessibleName('Shipping');
    const ended = page.waitForResponse((response) => response.request().method() === 'DELETE');
    release();
    expect((await ended).url()).toContain('/api/holds/');
  });
  await test.step('the browser’s clock, now ten minutes fast, shows the correct time left, also after a reload', async () => {
    await steps.getByRole('button', { name: 'Continue to Payment' }).click();
    await expect(timer).toHaveText(/^(10:0\d|9:\d\d)$/);
    // both may say later that the geode is held, and the page would find its hold again
    const known = ['**/api/holds/current', '**/api/live*'].map((url) => page.waitForResponse(url));
    await page.reload();
    await Promise.all(known);
    await fillCard(page);
    await expect(timer).toHaveText(/^(10:0\d|9:\d\d)$/);
  });
  await test.step('when the hold expires the buyer is asked to continue, and typed values stay', async () => {
    await page.clock.fastForward('10:00');
    await expect(question).toContainText('The hold has ended');
    await expect(payButton(page)).toBeDisabled();
    await question.getByRole('button', { name: 'Continue' }).click();
    await expect(timer).toBeVisible();
    await expect(steps.getByRole('heading', { name: 'Payment' })).toBeFocused();
    await expect(steps).toContainText(mine);
    await expect(page.frameLocator('iframe.sq-card-component').locator('#cardNumber')).not.toHaveValue('');
    await payButton(page).click();
    await expectReceipt(page);
  });
});

import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import type { OpenHolds } from '@geodes/contracts';
import { openEdit, openInventory, row, search } from './inventory-panel.js';
import { chooseTab, MISSING_PICTURE } from './owner-tab.js';
import { anotherBuyer, goToPayment, putOnSale, storeCart, test, toast, uniqueWord, untilLive } from './site.js';

test.use({ expectedErrors: new RegExp(`${MISSING_PICTURE.source}|status of 409`) });

test('the owner sees a buyer’s hold and its end without a reload and ends it; the buyer is asked to continue; one under payment cannot be ended, and says why', async ({
  page,
  request,
  browser,
}) => {
  const word = uniqueWord();
  const [geode] = await putOnSale(request, 1, () => ({ title: `${word} stone` }));
  await untilLive(page, () => openInventory(page));
  await search(page, word);
  await expect(row(page, word)).toContainText('Available');

  const buyer = await anotherBuyer(browser);
  await storeCart(buyer.page, [geode!]);
  await untilLive(buyer.page, () => buyer.page.goto('/terms'));
  const steps = await goToPayment(buyer.page, `demo-${randomUUID()}@example.com`);
  await expect(row(page, word)).toContainText('On hold');
  await expect(row(page, word)).toContainText(/until \d+:\d\d [AP]M/);

  await test.step('the settings count the hold', async () => {
    await chooseTab(page, 'Settings');
    const holds = page.getByRole('region', { name: 'Holds', exact: true });
    await expect(holds.getByRole('status')).toHaveText(/^\d+ holds? keeps? \d+ stones? off sale\./);
    await expect(holds).toContainText(/The oldest began .+ ago, the longest lasts until \d+:\d\d [AP]M\./);
    await chooseTab(page, 'Inventory');
    await search(page, word);
  });

  await row(page, word)
    .getByRole('button', { name: `End hold: ${geode!.title}` })
    .click();
  const question = page.getByRole('dialog', { name: 'End hold' });
  await expect(question).toContainText('on sale again at once');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(row(page, word)).toContainText('On hold');
  await row(page, word)
    .getByRole('button', { name: `End hold: ${geode!.title}` })
    .click();
  await question.getByRole('button', { name: 'End hold' }).click();
  await expect(toast(page, 'Hold ended')).toBeVisible();
  await expect(row(page, word)).toContainText('Available');
  await expect(row(page, word)).not.toContainText('On hold');

  await test.step('the buyer sees that the hold has ended and continues', async () => {
    await expect(steps.getByRole('alert')).toContainText('The hold has ended');
    await steps.getByRole('alert').getByRole('button', { name: 'Continue' }).click();
    await expect(steps.getByRole('timer')).toBeVisible();
    await expect(row(page, word)).toContainText('On hold');
  });
  await test.step('a hold under payment cannot be ended, and says why', async () => {
    let isUnderPayment = false;
    await page.route('**/api/admin/holds', async (route) => {
      const real = (await (await route.fetch()).json()) as OpenHolds;
      const holds = real.holds.map((hold) => ({ ...hold, isUnderPayment: hold.isUnderPayment || isUnderPayment }));
      await route.fulfill({ json: { ...real, holds } });
    });
    await page.route('**/api/admin/holds/*', (route) => {
      isUnderPayment = true;
      return route.fulfill({
        status: 409,
        json: { statusCode: 409, code: 'GEODE_IN_ORDER', message: 'The buyer is paying for this hold right now.' },
      });
    });
    await row(page, word)
      .getByRole('button', { name: /^End hold/ })
      .click();
    await question.getByRole('button', { name: 'End hold' }).click();
    await expect(toast(page, 'Cannot End Hold')).toContainText('The buyer is paying for this hold right now.');
    await expect(row(page, word)).toContainText('being paid now');
    await expect(row(page, word).getByRole('button', { name: /^End hold/ })).toHaveCount(0);
  });
  await test.step('the history of the geode shows the hold that was ended', async () => {
    const sheet = await openEdit(page, geode!.title);
    await sheet.getByRole('button', { name: 'History' }).click();
    await expect(sheet.getByRole('listitem').filter({ hasText: 'Hold ended' })).toContainText('Was kept until');
  });
  await buyer.leave();
});

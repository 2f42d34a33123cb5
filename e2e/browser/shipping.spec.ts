import { expect, type Locator, type Page } from '@playwright/test';
import { FAILED_RESPONSE, stopFaking, uniqueWord, test, toast, untilFocused } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import { type Bought, detail, openDetail, openOrders, openView, orders, row, statusOf } from './orders-panel.js';
import { dragOf } from './owner-tab.js';

const USPS = 'https://tools.usps.com/go/TrackConfirmAction?tLabels=';

/** Pastes a text as a spreadsheet gives it; the clipboard of a test browser may be locked. */
const paste = (field: Locator, text: string): Promise<void> =>
  field.evaluate((element, pasted) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text/plain', pasted);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

const follow = async (page: Page, { email, number }: Bought): Promise<Locator> => {
  await page.goto('/track-order');
  await page.getByLabel('Email').fill(email);
  await page.keyboard.press('Enter');
  const found = page.getByRole('article').filter({ hasText: number });
  await expect(found).toBeVisible();
  return found;
};

test('choosing shipped in the details asks for the parcel, which the owner changes later and the buyer follows', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1)) as [Bought];
  await openOrders(page, word);
  const dialog = await openDetail(page, order);
  const asked = page.getByRole('dialog', { name: 'Mark as shipped' });
  await statusOf(dialog, order).selectOption('shipped');
  await expect(asked).toContainText('The buyer gets a letter.');
  await untilFocused(asked);
  await page.keyboard.press('Escape');
  await expect(asked).toBeHidden();
  await expect(statusOf(dialog, order)).toHaveValue('paid');

  await statusOf(dialog, order).selectOption('shipped');
  await asked.getByLabel('Carrier').selectOption('USPS');
  await asked.getByLabel('Tracking number').fill('9400 2000 0000');
  await asked.getByRole('button', { name: 'Mark as Shipped' }).click();
  await expect(toast(page, 'Order status updated')).toContainText(`${order.number}: Shipped`);
  await expect(asked).toBeHidden();
  await expect(dialog.getByRole('link', { name: /USPS 9400 2000 0000/ })).toHaveAttribute(
    'href',
    `${USPS}940020000000`,
  );

  await dialog.getByRole('button', { name: 'Change tracking' }).click();
  const tracking = page.getByRole('dialog', { name: 'Tracking', exact: true });
  await tracking.getByLabel('Tracking number').fill(' 9400 1000  0000 ');
  await expectAccessible(page, 'the tracking number', '[role=dialog]');
  await tracking.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Tracking updated')).toContainText(order.number);
  await expect(dialog.getByRole('link', { name: /USPS 9400 1000 0000/ })).toHaveAttribute(
    'href',
    `${USPS}940010000000`,
  );
  await expect(tracking).toBeHidden();
  await page.keyboard.press('Escape');
  await openView(page, 'Completed Orders');
  await expect(row(page, order).getByRole('link', { name: /USPS 9400 1000 0000/ })).toBeVisible();

  const found = await follow(page, order);
  await expect(found.getByText('Shipped with USPS, 9400 1000 0000')).toBeVisible();
  const link = found.getByRole('link', { name: /Follow the parcel/ });
  await expect(link).toHaveAttribute('href', `${USPS}940010000000`);
  await expect(link).toHaveAttribute('target', '_blank');
});

test('several orders are printed, one slip on each page, and marked as shipped with pasted numbers', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [first, second, third] = (await orders(request, word, 3)) as [Bought, Bought, Bought];
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openOrders(page);
  await page.getByLabel('Select all on this page').check();
  await page.getByLabel('Search orders').fill(word);
  await expect(page.getByRole('status').filter({ hasText: /^3 orders$/ })).toBeVisible();
  await expect(page.getByText('Select orders to print their slips or mark them as shipped.')).toBeVisible();
  await page.getByLabel('Select all on this page').check();
  await page.getByLabel(`Select order ${first.number}`).uncheck();
  await expect(page.getByRole('status').filter({ hasText: '2 orders are selected' })).toBeVisible();
  await expectAccessible(page, 'selected orders');
  const chosen = page.getByRole('group', { name: 'Selected orders' });

  await test.step('two pages are printed', async () => {
    await chosen.getByRole('button', { name: 'Print slips' }).click();
    await expect(page).toHaveTitle('2 packing slips');
    await page.emulateMedia({ media: 'print' });
    for (const { number } of [second, third])
      await expect(page.getByRole('region', { name: `Packing slip ${number}` })).toBeVisible();
    await expect(page.getByRole('region', { name: /Packing slip/ })).toHaveCount(2);
    const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
    expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(2);
    await page.emulateMedia({ media: 'screen' });
    await expect(page).not.toHaveTitle(/packing slips/);
  });

  await chosen.getByRole('button', { name: 'Mark as shipped' }).click();
  const dialog = page.getByRole('dialog', { name: 'Mark as shipped' });
  await dialog.getByLabel('Carrier').selectOption('UPS');
  const fields = dialog.getByRole('list', { name: 'Tracking numbers' }).getByRole('textbox');
  await expect(fields).toHaveCount(2);
  await paste(fields.first(), '1Z999AA10123456784\r\n1Z999AA10123456785\r\n');
  await expect(fields.last()).toHaveValue('1Z999AA10123456785');
  await test.step('closing asks before the numbers are lost', async () => {
    const question = page.getByRole('dialog', { name: 'Discard changes?' });
    await fields.first().press('Escape');
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await dialog.getByRole('button', { name: 'Cancel' }).click();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toHaveCount(0);
    await expect(fields.last()).toHaveValue('1Z999AA10123456785');
  });
  await fields.first().press('Enter');
  await expect(fields.last()).toBeFocused();
  await fields.last().press('Enter');
  await expect(dialog.getByRole('button', { name: 'Mark 2 Orders as Shipped' })).toBeFocused();
  await expectAccessible(page, 'tracking numbers', '[role=dialog]');
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Orders updated')).toContainText('2 orders are marked as shipped.');
  await expect(dialog).toBeHidden();
  await expect(row(page, first)).toBeVisible();
  await expect(row(page, second)).toHaveCount(0);
  await openView(page, 'Completed Orders');
  // The list is newest first, and so are the fields.
  await expect(row(page, third)).toContainText('UPS 1Z999AA10123456784');
  await expect(row(page, second)).toContainText('UPS 1Z999AA10123456785');
});

test('tracking numbers are imported from a file after a check by line', async ({ page, request }) => {
  const word = uniqueWord();
  const [first, second] = (await orders(request, word, 2)) as [Bought, Bought];
  await openOrders(page, word);
  await page.getByRole('button', { name: 'Import tracking numbers' }).click();
  const sheet = page.getByRole('dialog', { name: 'Import tracking numbers' });
  const asFile = (...lines: string[]) => {
    const buffer = Buffer.from(['\uFEFFOrder number;Carrier;Tracking number', ...lines].join('\r\n'));
    return { name: 'parcels.csv', mimeType: 'text/csv', buffer };
  };
  const choose = (...lines: string[]) => sheet.getByLabel('CSV file').setInputFiles(asFile(...lines));
  await test.step('two files at once are refused', async () => {
    const dataTransfer = await dragOf(page, [asFile(), asFile()]);
    await sheet.getByText('up to 500 tracking numbers').dispatchEvent('drop', { dataTransfer });
    await expect(sheet.getByRole('alert')).toHaveText('Please choose one CSV file at a time.');
  });
  await choose(`${first.number};USPS;9.4E+21`);
  await expect(sheet.getByRole('status')).toHaveText('Nothing can be imported yet: 1 line cannot be read.');
  await expect(sheet.getByRole('table', { name: 'Lines that cannot be read' })).toContainText(
    'The spreadsheet has rounded this number to 9.4E+21.',
  );
  await sheet.getByRole('button', { name: 'Choose another file' }).click();
  await choose(`${first.number};USPS;9400`, `${second.number};DHL;77`, '00000000;UPS;1');
  await expect(sheet.getByRole('heading', { name: 'What would happen' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText('2 orders can be marked as shipped. Nothing is changed yet.');
  const effects = sheet.getByRole('table', { name: 'What would happen' }).getByRole('row');
  await expect(effects.nth(1)).toContainText('There is no order 00000000.');
  await expect(effects.nth(2)).toContainText('Becomes shipped');
  await expectAccessible(page, 'what would happen', '[role=dialog]');
  await sheet.getByRole('button', { name: 'Mark 2 Orders as Shipped' }).click();
  await expect(sheet.getByRole('heading', { name: 'Done' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText('2 orders were marked as shipped; 1 line was refused.');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await openView(page, 'Completed Orders');
  await expect(row(page, first).getByRole('link', { name: /USPS 9400/ })).toBeVisible();
  await expect(row(page, second)).toContainText('Another carrier 77');
  await openDetail(page, second);
  await expect(detail(page, second).getByRole('link', { name: /carrier’s page/ })).toHaveCount(0);
});

test.describe('failures', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('typed tracking numbers are kept when neither they can be sent nor the list be read again', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await openOrders(page, word);
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await page.getByLabel(`Select order ${order.number}`).check();
    const chosen = page.getByRole('group', { name: 'Selected orders' });
    await chosen.getByRole('button', { name: 'Mark as shipped' }).click();
    const dialog = page.getByRole('dialog', { name: 'Mark as shipped' });
    const field = dialog.getByRole('list', { name: 'Tracking numbers' }).getByRole('textbox');
    await field.fill('9400');

    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    const calls = (url: URL) => ['/api/admin/orders', '/api/admin/orders/ship'].includes(url.pathname);
    await page.route(calls, async (route) => {
      await released;
      await route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Away.' } });
    });
    const submit = dialog.getByRole('button', { name: 'Mark 1 Order as Shipped' });
    await submit.click();
    await expect(submit).toBeDisabled();
    await page.keyboard.press('Escape');
    release();
    await expect(dialog.getByText('Some of these orders may be marked already.')).toBeVisible();
    await expect(page.getByText('Unable to Load Orders')).toBeVisible();
    await expect(page.getByRole('dialog', { name: 'Discard changes?' })).toHaveCount(0);
    await expect(field).toHaveValue('9400');

    await stopFaking(page, calls);
    await submit.click();
    await expect(toast(page, 'Orders updated')).toContainText('1 order is marked as shipped.');
    await expect(dialog).toBeHidden();
    await openView(page, 'Completed Orders');
    await expect(row(page, order)).toContainText('9400');
  });
});

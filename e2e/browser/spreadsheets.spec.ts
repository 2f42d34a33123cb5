import { readFile } from 'node:fs/promises';
import { AxeBuilder } from '@axe-core/playwright';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import type { HistoryPage } from '@geodes/contracts';
import { buy, fromSite } from '../shop/calls.js';
import { openInventory, row, search } from './inventory-panel.js';
import { ONLY_DESKTOP } from './only-desktop.js';
import { MISSING_PICTURE, openTab } from './owner-tab.js';
import { FAILED_REPLY, isPhone, ownWord, sell, test, toast } from './shopper.js';

test.use({ provoked: new RegExp(`${MISSING_PICTURE.source}|status of 4(00|29)|ERR_FAILED`) });

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Import geodes' });
const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const asFile = (text: string) => ({ name: 'geodes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const openImport = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(sheetOf(page)).toBeVisible();
  return sheetOf(page);
};

const exported = async (page: Page): Promise<Download> => {
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  return download;
};

const expectAccessible = async (page: Page): Promise<void> => {
  for (const colorScheme of isPhone() ? (['light'] as const) : (['light', 'dark'] as const)) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
    const { violations } = await new AxeBuilder({ page }).analyze();
    expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' | ')}`)).toEqual([]);
  }
};

test('an exported inventory is edited and imported as new geodes, after a look at what would be added', async ({
  page,
  request,
}) => {
  const [stone] = await sell(request, 1, () => ({ title: `=Original ${ownWord()}`, price: '80.00' }));
  await openInventory(page);
  const download = await exported(page);
  await expect(toast(page, 'Export started')).toBeVisible();
  expect(download.suggestedFilename()).toMatch(/^midwest-geodes-inventory-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await textOf(download)).split('\r\n');
  const own = lines.find((line) => line.includes(stone!.title))!;
  expect(own).toMatch(/^"'=Original /);

  const [good, bad] = [`Copy ${ownWord()}`, `Spoilt ${ownWord()}`];
  const edited = [
    lines[0],
    own.replace(`'${stone!.title}`, good),
    own.replace(`'${stone!.title}`, bad).replace('"80.00"', '"-1"'),
  ];
  const sheet = await openImport(page);
  await expectAccessible(page);
  await sheet.getByLabel('CSV file').setInputFiles(asFile(edited.join('\r\n')));
  await expect(sheet.getByRole('heading', { name: 'What would be added' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText(
    '1 geode can be added. 1 line with problems would be left out. Nothing is changed yet.',
  );
  const problem = sheet.getByRole('table', { name: 'Problems' }).getByRole('row').nth(1);
  await expect(problem).toHaveText('3PricePrice must be a valid positive number.');
  await expect(sheet.getByRole('table', { name: 'Geodes to add' }).getByRole('row').nth(1)).toContainText(good);
  await expect(sheet.getByText('decides itself are left out: Status, Sold')).toBeVisible();
  await expectAccessible(page);
  expect(await sheet.evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).toBe(true);

  // the answer is lost: sent again, nothing is added twice
  await page.route('**/api/admin/geodes/import?*', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole('button', { name: 'Add 1 Geode' }).click();
  await expect(sheet.getByRole('alert')).toContainText('nothing is added twice');
  await page.unroute('**/api/admin/geodes/import?*');
  await sheet.getByRole('button', { name: 'Add 1 Geode' }).dblclick();
  await expect(sheet.getByRole('heading', { name: 'Done' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText('1 geode was added.');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused();
  await search(page, good);
  await expect(row(page, good)).toHaveCount(1);
  await expect(row(page, good)).toContainText('$80.00');
  await search(page, bad);
  await expect(row(page, bad)).toHaveCount(0);

  const { geodes } = (await (await request.get(`/api/geodes?search=${encodeURIComponent(good)}`)).json()) as {
    geodes: { id: string; imageUrl: string }[];
  };
  expect(geodes.map(({ imageUrl }) => imageUrl)).toEqual([stone!.imageUrl]);
  const history = await request.get(`/api/admin/geodes/${geodes[0]!.id}/history`);
  expect(((await history.json()) as HistoryPage).changes.map(({ action }) => action)).toEqual(['imported']);

  // the same file once more
  const again = await openImport(page);
  await again.getByLabel('CSV file').setInputFiles(asFile(edited.join('\r\n')));
  await expect(again.getByText(/This file was imported on .*once more/)).toBeVisible();
});

test(
  'what is wrong with a file is said in words, and the sample is taken as it is',
  { tag: ONLY_DESKTOP },
  async ({ page }) => {
    await openInventory(page);
    const sheet = await openImport(page);
    const choose = (file: Parameters<Locator['setInputFiles']>[0]) => sheet.getByLabel('CSV file').setInputFiles(file);
    await choose(asFile(''));
    await expect(sheet.getByRole('alert')).toHaveText('The file is empty.');
    await choose({ ...asFile(''), buffer: Buffer.from('Title\nG\xE9ode', 'latin1') });
    await expect(sheet.getByRole('alert')).toContainText('CSV UTF-8');
    await choose(asFile('x'.repeat(1024 * 1024 + 1)));
    await expect(sheet.getByRole('alert')).toHaveText('The file must be smaller than 1 MB. Please split it.');
    const download = page.waitForEvent('download');
    await sheet.getByRole('link', { name: 'download a sample file' }).click();
    await choose(asFile(await textOf(await download)));
    await expect(sheet.getByRole('status')).toHaveText('2 geodes can be added. Nothing is changed yet.');
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    await sheet.getByRole('button', { name: 'Choose another file' }).click();
    await expect(sheet.getByRole('heading', { name: 'Choose a file' })).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(sheet).toBeHidden();
  },
);

test.describe('an import after a log-out elsewhere', () => {
  test.use({ provoked: FAILED_REPLY });

  test('stays as it is, and says so', { tag: ONLY_DESKTOP }, async ({ page }) => {
    await openInventory(page);
    const sample = await (await page.request.get('/api/admin/geodes/import/sample.csv')).text();
    const sheet = await openImport(page);
    await sheet.getByLabel('CSV file').setInputFiles(asFile(sample));
    const add = sheet.getByRole('button', { name: 'Add 2 Geodes' });
    await expect(add).toBeVisible();
    await page.request.post('/api/admin/logout', { headers: fromSite });
    await add.click();
    await expect(sheet.getByText('You have been logged out.')).toBeVisible();
    await expect(add).toBeVisible();
    await expect(page).toHaveURL('/admin/panel');
  });
});

test('orders are exported, and search, filter and sort of a tab stay while another one is open', async ({
  page,
  request,
}) => {
  const [stone] = await sell(request, 1, () => ({ title: `Kept ${ownWord()}` }));
  const { orderNumber } = (await (await buy(request, [stone!.id])).json()) as { orderNumber: string };
  const toTab = async (name: string) => {
    if (isPhone()) await page.getByLabel('Tab', { exact: true }).selectOption({ label: name });
    else await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  await openTab(page, 'Orders');
  const text = await textOf(await exported(page));
  expect(text).toContain(`"${orderNumber}"`);
  expect(text).toContain(`1 × ${stone!.title} (100.00)`);
  await page.getByRole('tab', { name: 'Completed Orders' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('paid');
  // left before the typing has settled
  await page.getByLabel('Search orders').fill(orderNumber);
  await toTab('Inventory');
  await page.getByLabel('Search inventory').fill(stone!.title);
  await page.getByLabel('Sort inventory').selectOption('price-desc');
  await page.getByRole('button', { name: /^Currently Unavailable/ }).click();
  await expect(row(page, stone!.title)).toBeVisible();

  await toTab('Orders');
  await expect(page.getByLabel('Search orders')).toHaveValue(orderNumber);
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('paid');
  await expect(page.getByRole('tab', { name: 'Completed Orders' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: `View order ${orderNumber}` })).toBeVisible();
  await toTab('Inventory');
  await expect(page.getByLabel('Search inventory')).toHaveValue(stone!.title);
  await expect(page.getByLabel('Sort inventory')).toHaveValue('price-desc');
  await expect(page.getByRole('button', { name: /^Currently Unavailable/ })).toHaveAttribute('aria-pressed', 'true');

  await page.route('**/api/admin/geodes.csv', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '10' } }),
  );
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page, 'Failed to start the export')).toContainText('An export is still running.');
});

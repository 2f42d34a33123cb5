import { readFile } from 'node:fs/promises';
import { type Download, expect, type Locator, type Page } from '@playwright/test';
import type { Geode, GeodePage, HistoryPage } from '@geodes/contracts';
import { buy, fromSite, signIn } from '../shop/calls.js';
import { pictureFile } from '../shop/small-picture.js';
import { openInventory, row, search } from './inventory-panel.js';
import { dragOf, MISSING_PICTURE, openTab } from './owner-tab.js';
import { putOnSale, stopFaking, test, toast, uniqueWord } from './site.js';
import { expectAccessible } from './expect-accessible.js';

test.use({ expectedErrors: new RegExp(`${MISSING_PICTURE.source}|status of 4(0[01]|15|29)|ERR_FAILED`) });

const sheetOf = (page: Page): Locator => page.getByRole('dialog', { name: 'Import geodes' });
const textOf = async (download: Download): Promise<string> => readFile(await download.path(), 'utf8');
const asFile = (text: string) => ({ name: 'geodes.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });

const openImport = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Import CSV' }).click();
  await expect(sheetOf(page)).toBeVisible();
  return sheetOf(page);
};

test('an exported and edited inventory is imported as new geodes after a preview', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `=Original ${uniqueWord()}`, price: '80.00' }));
  await openInventory(page);
  const started = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page, 'Export started')).toBeVisible();
  const download = await started;
  expect(download.suggestedFilename()).toMatch(/^midwest-geodes-inventory-\d{4}-\d{2}-\d{2}\.csv$/);
  const lines = (await textOf(download)).split('\r\n');
  const own = lines.find((line) => line.includes(geode!.title))!;
  expect(own).toMatch(/^"'=Original /);

  const good = `Copy ${uniqueWord()}`;
  const edited = [lines[0], own.replace(`'${geode!.title}`, good)].join('\r\n');
  const spoilt = `${edited}\r\n${own.replace('"80.00"', '"-1"')}`;
  const sheet = await openImport(page);
  await expectAccessible(page, 'the import', '[role=dialog]');
  await sheet.getByLabel('CSV file').setInputFiles(asFile(spoilt));
  await expect(sheet.getByRole('heading', { name: 'What does not fit' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText('Nothing can be added yet: 1 line does not fit.');
  const problem = sheet.getByRole('table', { name: 'Lines that do not fit' }).getByRole('row').nth(1);
  await expect(problem).toHaveText('3PricePrice must be a valid positive number.');
  await expect(sheet.getByRole('table', { name: 'Lines that fit' }).getByRole('row').nth(1)).toContainText(good);
  await expect(sheet.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  await sheet.getByLabel('CSV file').setInputFiles(asFile(edited));
  await expect(sheet.getByRole('heading', { name: 'What would be added' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText('1 geode can be added. Nothing is changed yet.');
  await expect(sheet.getByRole('table', { name: 'Geodes to add' }).getByRole('row').nth(1)).toContainText(good);
  await expect(sheet.getByText('decides itself are left out: Status, Sold')).toBeVisible();
  expect(await sheet.evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).toBe(true);

  // the response is lost; the retry adds nothing twice
  await page.route('**/api/admin/geodes/import', async (route) => {
    await route.fetch();
    await route.abort();
  });
  await sheet.getByRole('button', { name: 'Add 1 Geode' }).click();
  await expect(sheet.getByRole('alert')).toContainText('nothing is added twice');
  await stopFaking(page, '**/api/admin/geodes/import');
  await sheet.getByRole('button', { name: 'Add 1 Geode' }).dblclick();
  await expect(sheet.getByRole('heading', { name: 'Done' })).toBeFocused();
  await expect(sheet.getByRole('status')).toHaveText('1 geode was added.');
  await sheet.getByRole('button', { name: 'Done' }).click();
  await expect(sheet).toBeHidden();
  await expect(page.getByRole('button', { name: 'Import CSV' })).toBeFocused();
  await search(page, good);
  await expect(row(page, good)).toHaveCount(1);
  await expect(row(page, good)).toContainText('$80.00');

  const { geodes } = (await (await request.get(`/api/geodes?search=${encodeURIComponent(good)}`)).json()) as {
    geodes: { id: string; imageUrl: string }[];
  };
  expect(geodes.map(({ imageUrl }) => imageUrl)).toEqual([geode!.imageUrl]);
  const history = await request.get(`/api/admin/geodes/${geodes[0]!.id}/history`);
  expect(((await history.json()) as HistoryPage).changes.map(({ action }) => action)).toEqual(['imported']);

  // the same file again
  const again = await openImport(page);
  await again.getByLabel('CSV file').setInputFiles(asFile(edited));
  await expect(again.getByText(/This file was imported on .*once more/)).toBeVisible();
});

const red = await pictureFile('Red Front.PNG', [200, 40, 40]);
const green = await pictureFile('green.png', [40, 160, 80]);
const HEADER = 'Title,Description,Price,Quantity,Size,Location,Crystal type,Pictures';
const line = (title: string, pictures: string) => `${title},Round,64.50,1,4 inches,Keokuk,Quartz,"${pictures}"`;
const findGeodes = async (page: Page, word: string): Promise<Geode[]> =>
  ((await (await page.request.get(`/api/geodes?search=${word}`)).json()) as GeodePage).geodes;

test('a CSV and its pictures, dropped together, become geodes in one import, which can be stopped', async ({
  page,
}) => {
  const word = uniqueWord();
  await openInventory(page);
  const sheet = await openImport(page);
  const csv = [HEADER, line(`One ${word}`, 'red front.png, GREEN.png'), line(`Two ${word}`, 'Green.PNG')].join('\n');
  const dataTransfer = await dragOf(page, [asFile(csv), red, green]);
  const zone = sheet.getByText('UTF-8, up to 1,000 geodes');
  await zone.dispatchEvent('dragenter', { dataTransfer });
  await expect(sheet.getByText('Drop them here')).toBeVisible();
  await zone.dispatchEvent('drop', { dataTransfer });
  await expect(sheet.getByRole('status')).toHaveText('2 geodes with 2 pictures can be added. Nothing is changed yet.');

  await test.step('the upload shows its progress and can be stopped', async () => {
    const { promise, resolve } = Promise.withResolvers<void>();
    let held = 0;
    await page.route('**/api/objects/upload', async (route) => {
      if ((held += 1) > 1) await promise;
      await route.continue().catch(() => undefined);
    });
    await sheet.getByRole('button', { name: 'Add 2 Geodes' }).click();
    await expect(sheet.getByText('1 of 2 pictures uploaded')).toBeVisible();
    await expect(sheet.getByRole('progressbar', { name: 'Upload of the pictures' })).toHaveAttribute('value', '1');
    await sheet.getByRole('button', { name: 'Stop' }).click();
    await expect(sheet.getByRole('heading', { name: 'What would be added' })).toBeFocused();
    await expect(sheet.getByRole('alert')).toHaveCount(0);
    resolve();
    expect(await findGeodes(page, word)).toEqual([]);
  });

  await sheet.getByRole('button', { name: 'Add 2 Geodes' }).click();
  await expect(sheet.getByRole('status')).toHaveText('2 geodes were added.');
  const geodes = await findGeodes(page, word);
  expect(geodes.map(({ title, imageUrls }) => [title, imageUrls.length])).toEqual([
    [`One ${word}`, 2],
    [`Two ${word}`, 1],
  ]);
  const [one, two] = geodes;
  expect([one!.imageUrls[1], one!.imageUrl]).toEqual([two!.imageUrl, one!.imageUrls[0]]);
  for (const path of one!.imageUrls) expect((await page.request.get(path)).status()).toBe(200);
});

test('each invalid line and picture is named, and nothing is added until all are valid', async ({ page }) => {
  const word = uniqueWord();
  const picture = (name: string, buffer = green.buffer) => ({ name, mimeType: 'image/png', buffer });
  await openInventory(page);
  const sheet = await openImport(page);
  const input = sheet.getByLabel('CSV file');
  // a phone may let the owner choose pictures and files only separately
  await input.setInputFiles([
    red,
    picture('twice.png'),
    picture('Twice.PNG'),
    picture('unused.png'),
    picture('huge.png', Buffer.alloc(10 * 1024 * 1024)),
  ]);
  await expect(sheet.getByRole('status')).toHaveText(
    '5 pictures are chosen. The CSV file that names them is still missing.',
  );
  const csvOf = (...pictures: string[]) =>
    asFile([`Sold,${HEADER}`, ...pictures.map((names) => `0,${line(`Fits ${word}`, names)}`)].join('\n'));
  await input.setInputFiles([
    csvOf('red front.png', 'missing.png', 'twice.png', 'huge.png'),
    { name: 'notes.pdf', mimeType: 'application/pdf', buffer: Buffer.from('x') },
  ]);
  await expect(sheet.getByRole('status')).toHaveText('Nothing can be added yet: 2 lines and 4 pictures do not fit.');
  const rows = (name: string) => sheet.getByRole('table', { name }).locator('tbody tr');
  await expect(rows('Lines that do not fit')).toHaveText([
    '3PicturesThere is no picture missing.png among the chosen files.',
    '4PicturesTwo of the chosen files are called twice.png.',
  ]);
  await expect(rows('Pictures that do not fit')).toHaveText([
    'huge.pngFile size must be less than 10MB',
    'notes.pdfOnly images can be uploaded.',
    'twice.pngSeveral of the chosen files have this name.',
    'unused.pngNo line of the file names this picture.',
  ]);
  await expect(sheet.getByText('decides itself are left out: Sold')).toBeVisible();
  await expectAccessible(page, 'lines and pictures that do not fit', '[role=dialog]');
  expect(await sheet.evaluate((panel) => panel.scrollWidth <= panel.clientWidth)).toBe(true);
  await expect(sheet.getByRole('button', { name: /^Add/ })).toHaveCount(0);

  await sheet.getByRole('button', { name: 'Leave these pictures out' }).click();
  await expect(sheet.getByRole('status')).toHaveText('Nothing can be added yet: 3 lines do not fit.');
  await input.setInputFiles([csvOf('red front.png', 'twice.png'), picture('twice.png', Buffer.from('no picture'))]);
  await sheet.getByRole('button', { name: 'Add 2 Geodes' }).click();
  // the shop detects files that are not pictures
  await expect(rows('Pictures that do not fit')).toHaveText([/^twice\.pngThis file is not a picture\./]);
  await expect(sheet.getByRole('button', { name: /^Add/ })).toHaveCount(0);
  expect(await findGeodes(page, word)).toEqual([]);

  await input.setInputFiles(picture('twice.png'));
  let uploads = 0;
  await page.route('**/api/objects/upload', (route) => ((uploads += 1), route.abort()));
  await sheet.getByRole('button', { name: 'Add 2 Geodes' }).click();
  await expect(sheet.getByRole('alert')).toContainText('nothing is added twice');
  expect(await findGeodes(page, word)).toEqual([]);
  await stopFaking(page, '**/api/objects/upload');
  await sheet.getByRole('button', { name: 'Add 2 Geodes' }).click();
  await expect(sheet.getByRole('status')).toHaveText('2 geodes were added.');
  // the shop already had the red picture
  expect(uploads).toBe(1);
  expect(await findGeodes(page, word)).toHaveLength(2);
});

test('an invalid file shows a readable message; the sample file is accepted, and stays after a log-out elsewhere', async ({
  page,
}) => {
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

  const add = sheet.getByRole('button', { name: 'Add 2 Geodes' });
  await page.request.post('/api/admin/logout', { headers: fromSite });
  await add.click();
  await expect(sheet.getByText('You have been logged out.')).toBeVisible();
  await expect(add).toBeVisible();
  await expect(page).toHaveURL('/admin/panel');
  await signIn(page.request);
  await sheet.getByRole('button', { name: 'Choose another file' }).click();
  await expect(sheet.getByRole('heading', { name: 'Choose a file' })).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(sheet).toBeHidden();
});

test('each tab keeps its search, filter and sort while another is open; a refused export says why', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Kept ${uniqueWord()}` }));
  const { orderNumber } = (await (await buy(request, [geode!.id])).json()) as { orderNumber: string };
  const toTab = async (name: string) => {
    await page.getByRole('tab', { name, exact: true }).click();
    await expect(page.getByRole('heading', { name, level: 1 })).toBeVisible();
  };
  await openTab(page, 'Orders');
  await page.getByRole('tab', { name: 'Completed Orders' }).click();
  await page.getByLabel('Status', { exact: true }).selectOption('paid');
  // leaves the tab before the search is applied
  await page.getByLabel('Search orders').fill(orderNumber);
  await toTab('Inventory');
  await page.getByLabel('Search inventory').fill(geode!.title);
  await page.getByLabel('Sort inventory').selectOption('price-desc');
  await page.getByRole('button', { name: /^Currently Unavailable/ }).click();
  await expect(row(page, geode!.title)).toBeVisible();

  await toTab('Orders');
  await expect(page.getByLabel('Search orders')).toHaveValue(orderNumber);
  await expect(page.getByLabel('Status', { exact: true })).toHaveValue('paid');
  await expect(page.getByRole('tab', { name: 'Completed Orders' })).toHaveAttribute('aria-selected', 'true');
  await expect(page.getByRole('button', { name: `View order ${orderNumber}` })).toBeVisible();
  await toTab('Inventory');
  await expect(page.getByLabel('Search inventory')).toHaveValue(geode!.title);
  await expect(page.getByLabel('Sort inventory')).toHaveValue('price-desc');
  await expect(page.getByRole('button', { name: /^Currently Unavailable/ })).toHaveAttribute('aria-pressed', 'true');

  await page.route('**/api/admin/geodes.csv', (route) =>
    route.fulfill({ status: 429, headers: { 'Retry-After': '10' } }),
  );
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect(toast(page, 'Failed to start the export')).toContainText('An export is still running.');
});

import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Geode, UpdateGeodeBody } from '@geodes/contracts';
import { saleTimeText } from '@geodes/contracts/sale-time';
import { fromSite } from '../shop/calls.js';
import { pictureFile } from '../shop/small-picture.js';
import { FAILED_RESPONSE, horizontalOverflow, putOnSale, test, toast, uniqueWord, untilLive } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import { chooseFiles, fillForm, openEdit, openInventory, openNew, row, search } from './inventory-panel.js';
import { ON_PHONE } from './on-phone.js';

/** The owner is not where the shop is. */
test.use({ timezoneId: 'Europe/Berlin' });

const MINUTE = '2030-11-30T01:00';
const INSTANT = '2030-11-30T00:00:00.000Z';
const SHOP_TIME = 'Fri, Nov 29, 2030, 6:00 PM CST';

const inventory = async (request: APIRequestContext): Promise<Geode[]> =>
  (await (await request.get('/api/admin/geodes')).json()) as Geode[];
const stored = async (request: APIRequestContext, title: string): Promise<Geode | undefined> =>
  (await inventory(request)).find((geode) => geode.title === title);
const bar = (page: Page): Locator => page.getByRole('group', { name: 'Selected geodes' });
const dialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Set when they go on sale' });
const openDialog = async (page: Page): Promise<Locator> => {
  await bar(page).getByRole('button', { name: 'Set when they go on sale' }).click();
  await expect(dialog(page)).toBeVisible();
  return dialog(page);
};

test("a draft with an instant is added in the owner's time zone, an edit leaves it as it is, and a moment without its time is refused", async ({
  page,
}) => {
  const title = `Planned ${uniqueWord()}`;
  await openInventory(page);
  const sheet = await openNew(page);
  await chooseFiles(sheet, [await pictureFile('front.png')]);
  await fillForm(sheet, title);
  const field = sheet.getByLabel('On sale from');
  await expect(field).toHaveAccessibleDescription('Empty: on sale at once');
  await sheet.getByLabel('Draft').click();
  await field.fill(MINUTE);
  await expect(sheet.getByText('Your time, GMT+1')).toBeVisible();
  await expect(field).toHaveAccessibleDescription(`On sale ${SHOP_TIME}`);
  expect(await horizontalOverflow(page)).toBe(0);
  await sheet.getByRole('button', { name: 'Add Geode' }).click();
  await expect(toast(page, 'Geode added')).toBeVisible();
  expect(await stored(page.request, title)).toMatchObject({ isDraft: true, availableFrom: INSTANT });
  await expect(row(page, title)).toContainText('Draft');
  await expect(row(page, title)).toContainText(`On sale ${SHOP_TIME}`);

  const { id } = (await stored(page.request, title))!;
  const exact = INSTANT.replace(':00.000Z', ':59.999Z');
  await page.request.put(`/api/admin/geodes/${id}`, { headers: fromSite, data: { availableFrom: exact } });
  await page.reload();
  await search(page, title);
  const edit = await openEdit(page, title);
  await expect(
    edit.getByText(`This geode is a draft: only you see it. Once it is no draft, it goes on sale`),
  ).toBeVisible();
  await expect(edit.getByLabel('On sale from')).toHaveValue(MINUTE);
  await edit.getByLabel('Draft').click();
  const put = page.waitForRequest((request) => request.method() === 'PUT');
  await edit.getByRole('button', { name: 'Save' }).click();
  expect((await put).postDataJSON()).toEqual({ isDraft: false } satisfies UpdateGeodeBody);
  await expect(toast(page, 'Geode updated')).toBeVisible();
  expect(await stored(page.request, title)).toMatchObject({ isDraft: false, availableFrom: exact });

  await expect(row(page, title)).not.toContainText('Draft');

  await test.step('a moment without its time is refused, since it would put the geode on sale at once', async () => {
    const upcoming = await openEdit(page, title);
    await expect(upcoming.getByText(`This geode goes on sale ${SHOP_TIME}.`)).toBeVisible();
    await upcoming.getByLabel('On sale from').focus();
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Enter');
    await expect(upcoming.getByText('On sale from needs a date and a time, or neither.')).toBeVisible();
    await expect(upcoming).toBeVisible();
    await upcoming.getByLabel('On sale from').fill(MINUTE);
    await expect(upcoming.getByText('On sale from needs a date and a time')).toHaveCount(0);
    await upcoming.getByLabel('On sale from').fill('');
    await upcoming.getByRole('button', { name: 'Save' }).click();
    await expect(row(page, title)).toContainText('Available');
    expect(await stored(page.request, title)).toMatchObject({ availability: 'available', availableFrom: null });
  });
});

test('many geodes are published for one instant in one go', { tag: ON_PHONE }, async ({ page, request }) => {
  const word = uniqueWord();
  const geodes = (await putOnSale(request, 4, (index) => ({
    title: `${word} ${index}`,
    isDraft: index < 2,
  }))) as [Geode, Geode, Geode, Geode];
  await openInventory(page);
  await search(page, word);
  await expect(bar(page)).toContainText('Select geodes to set when they go on sale.');
  await page.getByLabel('Select all shown').check();
  await page.getByLabel(`Select ${geodes[3].title}`).uncheck();
  await expect(bar(page).getByRole('status')).toHaveText('3 geodes are selected');

  const asked = await openDialog(page);
  await expect(asked).toContainText('3 geodes. 2 of them are drafts: only you see them.');
  await asked.getByRole('button', { name: 'Change 3 Geodes' }).click();
  await expect(asked.getByText('Please choose a date and a time.')).toBeVisible();
  await asked.getByLabel('On sale from').fill('2020-01-02T12:00');
  await expect(asked.getByText('This moment is past: they go on sale at once.')).toBeVisible();
  await asked.getByLabel('On sale from').fill(MINUTE);
  await expect(asked.getByText(`On sale ${SHOP_TIME}`)).toBeVisible();
  await asked.getByLabel('Publish drafts').check();
  await expectAccessible(page, 'the dialog', '[role=dialog]');
  expect(await horizontalOverflow(page)).toBe(0);
  await asked.getByRole('button', { name: 'Change 3 Geodes' }).click();
  await expect(toast(page, 'Inventory updated')).toContainText('3 geodes changed.');
  await expect(dialog(page)).toHaveCount(0);
  await expect(bar(page).getByRole('status')).toBeEmpty();
  for (const { title } of geodes.slice(0, 3)) await expect(row(page, title)).toContainText(`On sale ${SHOP_TIME}`);
  await expect(row(page, geodes[3].title)).toContainText('Available');
  for (const { title } of geodes.slice(0, 3))
    expect(await stored(request, title)).toMatchObject({ availability: 'upcoming', isDraft: false });

  await page.getByLabel(`Select ${geodes[0].title}`).check();
  const again = await openDialog(page);
  await expect(again.getByLabel('Publish drafts')).toHaveCount(0);
  await again.getByLabel('On sale at once').check();
  await again.getByRole('button', { name: 'Change 1 Geode' }).click();
  await expect(toast(page, 'Inventory updated')).toContainText('1 geode changed.');
  await expect(row(page, geodes[0].title)).toContainText('Available');
});

test('only geodes that the search shows are changed, the others stay selected, and drafts are published without a change of their instants', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [one, other] = (await putOnSale(request, 2, (index) => ({
    title: `${word} ${['amber', 'violet'][index]}`,
    isDraft: true,
    availableFrom: INSTANT,
  }))) as [Geode, Geode];
  await openInventory(page);
  await search(page, word);
  await page.getByLabel('Select all shown').check();
  await search(page, one.title);
  await expect(bar(page).getByRole('status')).toHaveText('1 geode is selected');
  const asked = await openDialog(page);
  await asked.getByLabel('Each as it is set now').check();
  await asked.getByRole('button', { name: 'Change 1 Geode' }).click();
  await expect(asked.getByRole('alert')).toHaveText('Please choose what to change.');
  await asked.getByLabel('Publish drafts').check();
  const sent = page.waitForRequest('**/api/admin/geodes/schedule');
  await asked.getByRole('button', { name: 'Change 1 Geode' }).click();
  expect((await sent).postDataJSON()).toEqual({ ids: [one.id], isDraft: false });
  await expect(toast(page, 'Inventory updated')).toContainText('1 geode changed.');
  expect(await stored(request, one.title)).toMatchObject({ isDraft: false, availableFrom: INSTANT });
  await search(page, word);
  await expect(page.getByLabel(`Select ${one.title}`)).not.toBeChecked();
  await expect(page.getByLabel(`Select ${other.title}`)).toBeChecked();
});

test('at its instant an open inventory shows a geode as available', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({
    title: `Soon ${uniqueWord()}`,
    availableFrom: INSTANT,
    quantity: 2,
  }));
  await untilLive(page, () => openInventory(page));
  await expect(row(page, geode!.title)).toContainText(`On sale ${SHOP_TIME}`);
  const availableFrom = new Date(Date.now() + 12_000).toISOString();
  await request.put(`/api/admin/geodes/${geode!.id}`, { headers: fromSite, data: { availableFrom } });
  await expect(row(page, geode!.title)).toContainText(`On sale ${saleTimeText(availableFrom)}`);
  await expect(row(page, geode!.title)).toContainText('Available', { timeout: 30_000 });
});

test.describe('failures', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed change keeps the selection, and says why', async ({ page, request }) => {
    const word = uniqueWord();
    const [kept, deleted] = (await putOnSale(request, 2, (index) => ({ title: `${word} ${index}` }))) as [Geode, Geode];
    // no live event reaches the page
    await page.route('**/api/live**', () => undefined);
    await openInventory(page);
    await search(page, word);
    await page.getByLabel('Select all shown').check();
    const asked = await openDialog(page);
    await asked.getByLabel('On sale from').fill(MINUTE);
    await page.route('**/api/admin/geodes/schedule', (route) => route.abort(), { times: 1 });
    const reread = page.waitForResponse((reply) => reply.url().includes('?ids='));
    await asked.getByRole('button', { name: 'Change 2 Geodes' }).click();
    await expect(asked.getByRole('alert')).toHaveText('No answer came from the shop. Please try again.');
    await reread;
    await request.delete(`/api/admin/geodes/${deleted.id}`, { headers: fromSite });
    await asked.getByRole('button', { name: 'Change 2 Geodes' }).click();
    await expect(asked.getByRole('alert')).toContainText('One of these geodes was deleted meanwhile');
    await asked.getByRole('button', { name: 'Change 1 Geode' }).click();
    await expect(toast(page, 'Inventory updated')).toContainText('1 geode changed.');
    expect(await stored(request, kept.title)).toMatchObject({ availableFrom: INSTANT });
  });
});

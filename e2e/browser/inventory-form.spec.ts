import { expect, type Page } from '@playwright/test';
import type { Geode } from '@geodes/contracts';
import { buy, fromSite, signIn } from '../shop/calls.js';
import { pictureFile } from '../shop/small-picture.js';
import {
  chooseFiles,
  fillForm,
  form,
  openEdit,
  openInventory,
  openNew,
  picture,
  row,
  search,
} from './inventory-panel.js';
import { FAILED_RESPONSE, horizontalOverflow, putOnSale, test, toast, uniqueWord, waitForLayers } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import { ON_PHONE } from './on-phone.js';

const question = (page: Page) => page.getByRole('dialog', { name: 'Discard changes?' });
const isPut = (url: string) => (request: { method: () => string; url: () => string }) =>
  request.method() === 'PUT' && request.url().endsWith(url);
const read = async (page: Page, id: string): Promise<Geode> =>
  (await (await page.request.get(`/api/geodes/${id}`)).json()) as Geode;

test(
  'a form with errors shows a message beside each field and meets WCAG 2.2 AA',
  { tag: ON_PHONE },
  async ({ page }) => {
    await openInventory(page);
    const sheet = await openNew(page);
    await sheet.getByLabel('Quantity').fill('');
    await sheet.getByRole('button', { name: 'Add Geode' }).click();
    await expect(toast(page, 'Validation Error')).toContainText('Please fix the errors in the form before submitting.');
    for (const message of [
      'Please upload an image for the geode.',
      'Title is required.',
      'Description is required.',
      'Price is required and must be a valid positive number.',
      'Quantity is required and must be 1 or more.',
      'Size is required.',
      'Location is required.',
      'Crystal type is required.',
    ])
      await expect(sheet.getByText(message, { exact: true })).toBeVisible();
    await expect(sheet.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
    await expect(sheet.getByLabel('Title')).toHaveAccessibleDescription('Title is required.');

    await chooseFiles(sheet, [await pictureFile('one.png'), await pictureFile('two.png', [20, 120, 90])]);
    await expect(picture(sheet, 1)).toContainText('Main picture');
    await expect(sheet.getByText(/^(Uploading|Waiting|Checking)/)).toHaveCount(0);
    await expect(sheet.getByText('Please wait until every picture is uploaded.')).toBeHidden();
    await sheet.getByLabel('Draft').click();
    await sheet.getByLabel('On sale from').fill('2030-11-30T01:00');
    await expectAccessible(page, 'the form', '[role=dialog]');
    expect(await horizontalOverflow(page)).toBe(0);

    await expect(sheet.getByLabel('Price')).toHaveAttribute('step', '0.01');
    await expect(sheet.getByLabel('Quantity')).toHaveAttribute('min', '1');
    await sheet.getByLabel('Price').fill('1.234');
    await expect(sheet.getByText('Price must have at most 2 decimals.')).toBeVisible();
    await sheet.getByLabel('Price').fill('12.30');
    await sheet.getByLabel('Quantity').fill('2');
    await expect(sheet.getByText(/^(Price|Quantity) (must|is)/)).toHaveCount(0);
    await expect(sheet).toBeVisible();
  },
);

test('editing a sold geode offers its own values, sends only what changed, a new place too, and does not put it back on sale', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1, () => ({
    title: `Gone ${uniqueWord()}`,
    crystalType: 'Pyrite',
    location: 'Warsaw, Illinois',
    tier: '',
  }));
  expect((await buy(page.request, [geode!.id])).status()).toBe(201);
  await openInventory(page);
  await search(page, geode!.title);
  // the sale is recorded after the order was accepted
  await expect(row(page, geode!.title)).toContainText('Currently Unavailable');
  const sheet = await openEdit(page, geode!.title);
  await expect(sheet.getByText('This geode is sold.')).toBeVisible();
  await expect(sheet.getByLabel('Quantity')).toHaveValue('0');
  await expect(sheet.getByLabel('Crystal type')).toHaveValue('Pyrite');
  await expect(sheet.getByLabel('Location')).toHaveValue('Warsaw, Illinois');
  await expect(sheet.getByLabel('Tier')).toHaveValue('none');
  const changes = { description: 'It has found its home.', location: 'Fox River, Missouri' };
  await sheet.getByLabel('Description').fill(changes.description);
  await sheet.getByLabel('Location').selectOption('Another place …');
  await sheet.getByLabel('Name of the place').fill(changes.location);
  const put = page.waitForRequest(isPut(geode!.id));
  await sheet.getByRole('button', { name: 'Save' }).click();
  expect((await put).postDataJSON()).toEqual(changes);
  await expect(toast(page, 'Geode updated')).toBeVisible();
  await expect(row(page, geode!.title)).toContainText('Currently Unavailable');
  expect(await read(page, geode!.id)).toMatchObject({ availability: 'sold', crystalType: 'Pyrite', ...changes });
});

test.describe('refusals', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('the form keeps its values when adding or updating fails', async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1, () => ({ title: `Stays ${uniqueWord()}` }));
    await openInventory(page);
    const away = { statusCode: 503, code: 'UNAVAILABLE', message: 'The catalogue is away for a moment.' };
    const { promise: isAnswered, resolve: answer } = Promise.withResolvers<void>();
    await page.route('**/api/admin/geodes', async (route) => {
      if (route.request().method() !== 'POST') return route.fallback();
      await isAnswered;
      return route.fulfill({ status: 503, json: away });
    });
    const sheet = await openNew(page);
    await chooseFiles(sheet, [await pictureFile('one.png')]);
    await fillForm(sheet, 'Not yet');
    const sent = page.waitForRequest((request) => request.method() === 'POST' && request.url().endsWith('/geodes'));
    await sheet.getByRole('button', { name: 'Add Geode' }).click();
    await sent;
    await page.keyboard.press('Escape');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await expect(question(page)).toHaveCount(0);
    answer();
    await expect(toast(page, 'Failed to add geode')).toContainText('Please try again.');
    await expect(sheet.getByText('The catalogue is away for a moment.')).toBeVisible();
    await expect(sheet.getByLabel('Title')).toHaveValue('Not yet');
    await sheet.getByRole('button', { name: 'Cancel' }).click();
    await question(page).getByRole('button', { name: 'Discard' }).click();

    const refusal = { statusCode: 400, code: 'BAD_REQUEST', message: 'Some of it cannot be taken.' };
    const details = [{ field: 'size', reason: 'size must be shorter' }];
    await page.route(`**/api/admin/geodes/${geode!.id}`, (route) =>
      route.fulfill({ status: 400, json: { ...refusal, details } }),
    );
    await search(page, geode!.title);
    const edit = await openEdit(page, geode!.title);
    await edit.getByLabel('Size').fill('9 inches');
    await edit.getByRole('button', { name: 'Save' }).click();
    await expect(toast(page, 'Failed to update geode')).toBeVisible();
    await expect(edit.getByText('Some of it cannot be taken.')).toBeVisible();
    await expect(edit.getByLabel('Size')).toHaveAccessibleDescription('size must be shorter');
    await expect(edit.getByLabel('Size')).toHaveValue('9 inches');
  });

  test('a session that ends is reported by an upload and by Save; both work again after a log-in elsewhere', async ({
    page,
    request,
  }) => {
    const text = 'A long text that nobody wants to type twice.';
    const [geode] = await putOnSale(request, 1, () => ({ title: `Kept ${uniqueWord()}` }));
    await openInventory(page);
    await search(page, geode!.title);
    const sheet = await openEdit(page, geode!.title);
    await sheet.getByLabel('Description').fill(text);
    const logOut = () => page.request.post('/api/admin/logout', { headers: fromSite });

    await test.step('an upload', async () => {
      await logOut();
      await chooseFiles(sheet, [await pictureFile('red.png', [200, 40, 40])]);
      await expect(sheet.getByText('You have been logged out.')).toBeVisible();
      await expect(sheet.getByRole('link', { name: 'log in again in another tab' })).toHaveAttribute(
        'target',
        '_blank',
      );
      await expect(picture(sheet, 2)).toContainText('Not uploaded');
      await signIn(page.request);
      await sheet.getByRole('button', { name: 'Try again: red.png' }).click();
      await expect(sheet.getByText('You have been logged out.')).toHaveCount(0);
      await expect(sheet.getByRole('status').filter({ hasText: 'red.png is uploaded.' })).toBeAttached();
    });

    await test.step('Save', async () => {
      await logOut();
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Failed to update geode')).toBeVisible();
      await expect(sheet.getByText('You have been logged out.')).toBeVisible();
      await expect(sheet.getByLabel('Description')).toHaveValue(text);
      const reread = page.waitForResponse('**/api/admin/geodes');
      await putOnSale(request, 1);
      expect((await reread).status()).toBe(401);
      await signIn(page.request);
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Geode updated')).toBeVisible();
      await expect(page.getByRole('heading', { name: 'Inventory', level: 1 })).toBeVisible();
      const saved = await read(page, geode!.id);
      expect(saved.description).toBe(text);
      expect(saved.imageUrls).toEqual([geode!.imageUrl, expect.stringMatching(/^\/objects\//)]);
    });
  });
});

test('a form without changes closes at once, and every way to leave a changed form asks for confirmation', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Guarded ${uniqueWord()}` }));
  await page.goto('/gallery');
  await openInventory(page);
  await search(page, geode!.title);
  await test.step('a form without changes closes without a confirmation', async () => {
    for (const close of ['Close', 'Cancel', 'Escape', 'Save'] as const) {
      const unchanged = await openEdit(page, geode!.title);
      if (close === 'Escape') await page.keyboard.press('Escape');
      else await unchanged.getByRole('button', { name: close }).click();
      await expect(unchanged).toHaveCount(0);
      await expect(page.getByRole('button', { name: `Edit ${geode!.title}` })).toBeFocused();
    }
  });

  const sheet = await openEdit(page, geode!.title);
  await sheet.getByLabel('Size').fill('12 inches');
  const keepEditing = async (way: string) => {
    await expect(question(page), way).toBeVisible();
    await question(page).getByRole('button', { name: 'Keep editing' }).click();
    await expect(question(page)).toHaveCount(0);
    await waitForLayers(page, 1);
    await expect(sheet.getByLabel('Size'), way).toHaveValue('12 inches');
  };
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await keepEditing('Cancel');
  await sheet.getByRole('button', { name: 'Close' }).click();
  await keepEditing('Close');
  await sheet.getByLabel('Size').focus();
  await page.keyboard.press('Escape');
  await keepEditing('Escape');
  await page.mouse.click(40, 400);
  await keepEditing('outside');
  await page.evaluate(() => history.back());
  await keepEditing('back');
  await page.evaluate(() => history.back());
  await keepEditing('back again');
  await expect(page).toHaveURL(/\/admin\/panel$/);

  const dialogOpened = page.waitForEvent('dialog');
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await (await dialogOpened).dismiss();
  await expect(sheet.getByLabel('Size')).toHaveValue('12 inches');

  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await question(page).getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toHaveCount(0);
  await expect(page.getByRole('button', { name: `Edit ${geode!.title}`, exact: true })).toBeFocused();
  const again = await openEdit(page, geode!.title);
  await expect(again.getByLabel('Size')).toHaveValue(geode!.size);
  await again.getByRole('button', { name: 'Cancel' }).click();
  await waitForLayers(page, 0);
  await page.goBack();
  await expect(page).toHaveURL(/\/gallery$/);
});

test('the whole form can be filled in by keyboard', async ({ page }) => {
  const title = `Typed ${uniqueWord()}`;
  await openInventory(page);
  const sheet = await openNew(page);
  await chooseFiles(sheet, [await pictureFile('one.png')]);
  await sheet.getByLabel('Title').focus();
  for (const text of [title, 'Typed without a mouse.', '19.99', '2', '3 inches', 'Keokuk', 'Cal']) {
    await page.keyboard.type(text);
    await page.keyboard.press('Tab');
  }
  await sheet.getByLabel('Featured').focus();
  await page.keyboard.press('Space');
  await expect(sheet.getByLabel('Featured')).toBeChecked();
  await sheet.getByLabel('Title').focus();
  await page.keyboard.press('Enter');
  await expect(toast(page, 'Geode added')).toBeVisible();
  const [found] = (
    (await (await page.request.get(`/api/geodes?search=${title.split(' ')[1]}`)).json()) as {
      geodes: Geode[];
    }
  ).geodes;
  expect(found).toMatchObject({ price: '19.99', quantity: 2, location: 'Keokuk, Iowa', crystalType: 'Calcite' });
});

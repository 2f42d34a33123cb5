import { writeFile } from 'node:fs/promises';
import { expect, type Locator } from '@playwright/test';
import type { Upload } from '@geodes/contracts';
import { largePng, pictureFile } from '../shop/small-picture.js';
import { chooseFiles, openEdit, openInventory, openNew, picture, search } from './inventory-panel.js';
import { dragOf } from './owner-tab.js';
import {
  FAILED_RESPONSE,
  holdBack,
  horizontalOverflow,
  putOnSale,
  stopFaking,
  test,
  toast,
  uniqueWord,
} from './site.js';

const MB = 1024 * 1024;
const red = await pictureFile('red.png', [200, 40, 40]);
const green = await pictureFile('green.png', [40, 160, 80]);

const tiles = (sheet: Locator): Locator => sheet.getByRole('listitem', { name: /^Picture \d+ of \d+$/ });
const sources = (sheet: Locator): Promise<string[]> =>
  tiles(sheet)
    .locator('img')
    .evaluateAll((images) => images.map((image) => (image as HTMLImageElement).src));
const endOf = (path: string): string => path.slice(path.lastIndexOf('.') + 1);
const expectUploaded = (sheet: Locator) => expect(sheet.getByText(/^(Uploading|Waiting|Checking)/)).toHaveCount(0);
const problems = (sheet: Locator): Locator => sheet.getByRole('alert').filter({ has: sheet.page().locator('li') });

const UPLOAD = '**/api/objects/upload';

test('chosen pictures are shown at once, saving waits for their uploads, and leaving meanwhile asks for confirmation', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Waits ${uniqueWord()}` }));
  await openInventory(page);
  await search(page, geode!.title);
  const sheet = await openEdit(page, geode!.title);
  const release = await holdBack(page, UPLOAD);
  await chooseFiles(sheet, [red, green]);
  await expect(tiles(sheet)).toHaveCount(3);
  for (const source of (await sources(sheet)).slice(1)) expect(source).toMatch(/^blob:/);
  await expect(sheet.getByText(/^(Uploading|Checking)/).first()).toBeVisible();
  await expect(sheet.getByRole('progressbar')).toHaveCount(2);
  await expect(sheet.getByRole('status').filter({ hasText: 'Uploading 2 pictures' })).toBeAttached();

  await expect(sheet.getByText('Unsaved changes')).toBeVisible();
  const dialogOpened = page.waitForEvent('dialog');
  // browsers ask only after a press or key stroke in the page
  await sheet.getByLabel('Title').click();
  await page.evaluate(() => void setTimeout(() => location.reload()));
  await (await dialogOpened).dismiss();
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Keep editing' }).click();

  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(sheet.getByText('Saving once the pictures are uploaded …')).toBeVisible();
  release();
  await expect(toast(page, 'Geode updated')).toBeVisible();
  await expect(sheet).toHaveCount(0);
});

test('pictures fit a wide screen, can be dropped on the field, are sorted by dragging and by buttons, and removed', async ({
  page,
  request,
}) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Sorted ${uniqueWord()}` }));
  await openInventory(page);
  await search(page, geode!.title);
  const sheet = await openEdit(page, geode!.title);
  await chooseFiles(sheet, [red]);
  await expect(tiles(sheet)).toHaveCount(2);

  await test.step('dropping', async () => {
    const dataTransfer = await dragOf(page, [green]);
    await sheet.getByText('Drop pictures or').dispatchEvent('dragenter', { dataTransfer });
    await expect(sheet.getByText('Drop them here')).toBeVisible();
    await sheet.getByText('Drop them here').dispatchEvent('drop', { dataTransfer });
    await expect(tiles(sheet)).toHaveCount(3);
    await expectUploaded(sheet);
  });
  const [a, b, c] = await sources(sheet);

  await test.step('dragging', async () => {
    const from = await picture(sheet, 3).locator('img').boundingBox();
    const to = await picture(sheet, 1).locator('img').boundingBox();
    expect(to!.width).toBeGreaterThan(120);
    expect(await horizontalOverflow(page)).toBe(0);
    await page.mouse.move(from!.x + 40, from!.y + 60);
    await page.mouse.down();
    await page.mouse.move(from!.x + 20, from!.y + 60, { steps: 4 });
    await page.mouse.move(to!.x + 30, to!.y + 60, { steps: 12 });
    await page.mouse.up();
    await expect.poll(() => sources(sheet)).toEqual([c, a, b]);
    await expect(picture(sheet, 1)).toContainText('Main picture');
    // for 50 ms after a drop dnd-kit swallows every click
    await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 100)));
  });

  await test.step('buttons', async () => {
    const later = sheet.getByRole('button', { name: 'Move picture 1 later' });
    await later.focus();
    await page.keyboard.press('Enter');
    await expect.poll(() => sources(sheet)).toEqual([a, c, b]);
    await expect(sheet.getByRole('button', { name: 'Move picture 2 later' })).toBeFocused();
    await expect(sheet.getByRole('status').filter({ hasText: 'The picture is now number 2.' })).toBeAttached();
    await sheet.getByRole('button', { name: 'Move picture 3 earlier' }).click();
    await sheet.getByRole('button', { name: 'Move picture 2 earlier' }).click();
    await expect.poll(() => sources(sheet)).toEqual([b, a, c]);
    const earlier = sheet.getByRole('button', { name: 'Move picture 1 earlier' });
    await expect(earlier).toHaveAttribute('aria-disabled', 'true');

    await sheet.getByRole('button', { name: 'Remove picture 3' }).click();
    await expect.poll(() => sources(sheet)).toEqual([b, a]);
    await expect(sheet.getByRole('status').filter({ hasText: 'Picture 3 removed.' })).toBeAttached();
    expect(await sheet.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  });

  const put = page.waitForRequest((one) => one.method() === 'PUT');
  await sheet.getByRole('button', { name: 'Save' }).click();
  const body = (await put).postDataJSON() as { imageUrl: string; imageUrls: string[] };
  expect(Object.keys(body).sort()).toEqual(['imageUrl', 'imageUrls']);
  expect(body.imageUrls).toEqual([body.imageUrl, geode!.imageUrl]);
  await expect(toast(page, 'Geode updated')).toBeVisible();
});

test('pictures over 10 MB are made smaller before the upload, and stay see-through', async ({ page }) => {
  test.slow();
  await openInventory(page);
  const sheet = await openNew(page);
  const replies: Promise<Upload>[] = [];
  page.on('response', (reply) => {
    if (reply.url().endsWith('/api/objects/upload')) replies.push(reply.json() as Promise<Upload>);
  });
  const [photo, seeThrough] = [test.info().outputPath('photo.jpg'), test.info().outputPath('see-through.png')];
  await writeFile(photo, await largePng([200, 40, 40]));
  await writeFile(seeThrough, await largePng([200, 40, 40, 128]));
  const release = await holdBack(page, UPLOAD);
  await chooseFiles(sheet, [photo, seeThrough]);
  await expect(sheet.getByRole('status').filter({ hasText: '2 are made smaller first' })).toBeAttached();
  release();
  await expect(picture(sheet, 1)).toContainText('Main picture', { timeout: 60_000 });
  await expect(sheet.getByText(/^(Making|Uploading|Waiting|Checking)/)).toHaveCount(0, { timeout: 60_000 });
  const uploads = await Promise.all(replies);
  const read = (path: string) =>
    page.evaluate(async (source) => {
      const image = Object.assign(new Image(), { src: source });
      await image.decode();
      const context = Object.assign(document.createElement('canvas'), { width: 1, height: 1 }).getContext('2d')!;
      context.drawImage(image, 0, 0);
      const isSeeThrough = context.getImageData(0, 0, 1, 1).data[3]! < 255;
      return { width: image.naturalWidth, height: image.naturalHeight, isSeeThrough };
    }, path);
  const [jpg, webp, ...more] = uploads
    .map(({ objectPath }) => objectPath)
    .sort((a, b) => endOf(a).localeCompare(endOf(b)));
  expect([endOf(jpg!), endOf(webp!), ...more]).toEqual(['jpg', 'webp']);
  expect(await read(jpg!)).toEqual({ width: 6_000, height: 525, isSeeThrough: false });
  expect(await read(webp!)).toEqual({ width: 6_000, height: 525, isSeeThrough: true });
});

test.describe('uploads that fail', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed upload is reported and can be retried or removed; files that are not images, or are over 10 MB and cannot be made smaller, are refused with a message', async ({
    page,
  }) => {
    await openInventory(page);
    const sheet = await openNew(page);
    await test.step('a failed upload', async () => {
      await page.route(UPLOAD, (route) => route.abort());
      await chooseFiles(sheet, [red, green]);
      await expect(toast(page, 'Upload Failed')).toContainText('Failed to upload image. Please try again.');
      await expect(problems(sheet)).toContainText('red.png');
      await expect(picture(sheet, 1)).toContainText('Not uploaded');
      await sheet.getByRole('button', { name: 'Add Geode' }).click();
      await expect(sheet.getByText('Not every picture is uploaded. Try those again or remove them.')).toBeVisible();

      await stopFaking(page, UPLOAD);
      await sheet.getByRole('button', { name: 'Try picture 1 again' }).click();
      await expect(picture(sheet, 1)).toContainText('Main picture');
      await sheet.getByRole('button', { name: 'Remove picture 2' }).click();
      await expect(problems(sheet)).toHaveCount(0);
      await sheet.getByRole('button', { name: 'Remove picture 1' }).click();
    });

    await test.step('files that cannot be uploaded', async () => {
      const [notes, huge] = [test.info().outputPath('notes.txt'), test.info().outputPath('huge.jpg')];
      await writeFile(notes, 'no picture');
      await writeFile(huge, Buffer.alloc(10 * MB));
      await chooseFiles(sheet, [notes, huge]);
      await expect(sheet.getByText('File size must be less than 10MB', { exact: true })).toBeVisible();
      await expect(sheet.getByText('Only images can be uploaded.', { exact: true })).toBeVisible();
      await expect(tiles(sheet)).toHaveCount(1);
      await sheet.getByRole('button', { name: 'Remove picture 1' }).click();
    });

    await test.step('a file that only the shop finds out', async () => {
      const fake = { name: 'fake.png', mimeType: 'image/png', buffer: Buffer.from('<html>not me</html>') };
      await chooseFiles(sheet, [green, fake]);
      await expect(toast(page, 'Upload Failed')).toContainText('Failed to upload image. Please try again.');
      await expect(problems(sheet)).toContainText('fake.png This file is not a picture.');
      await expect(problems(sheet)).not.toContainText('Failed to upload image');
      await expect(sheet.getByText('File size must be less than 10MB')).toHaveCount(0);
      await expect(tiles(sheet)).toHaveCount(2);
      await expect(picture(sheet, 1)).toContainText('Main picture');
    });
  });
});

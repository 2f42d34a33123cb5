import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { ShowcaseItem } from '@geodes/contracts';
import { fromSite, signIn, geodeOnSale } from '../shop/calls.js';
import { FAILED_RESPONSE, uniqueWord, test, toast } from './buyer.js';
import { openTab } from './owner-tab.js';

const FILM = 'https://www.youtube.com/embed/dQw4w9WgXcQ';
const QUESTION = 'Are you sure you want to delete this showcase item?';

const openForm = async (page: Page): Promise<Locator> => {
  await page.getByRole('button', { name: 'Add Showcase Item' }).click();
  return page.getByRole('dialog', { name: 'Add Showcase Item' });
};

const save = (form: Locator) => form.getByRole('button', { name: 'Save' }).click();

const entry = (page: Page, title: string): Locator => page.getByRole('row').filter({ hasText: title });

const addItem = async (request: APIRequestContext, change: Partial<ShowcaseItem> = {}): Promise<ShowcaseItem> => {
  await signIn(request);
  const { imageUrl } = await geodeOnSale(request);
  const body = {
    title: `Piece ${uniqueWord()}`,
    description: 'From the creek.',
    images: [imageUrl],
    tier: 'A',
    ...change,
  };
  const reply = await request.post('/api/admin/showcase', { headers: fromSite, data: body });
  expect(reply.status(), await reply.text()).toBe(201);
  return (await reply.json()) as ShowcaseItem;
};

/** Returns an item as visitors read it. */
const publicItem = async (request: APIRequestContext, id: string): Promise<ShowcaseItem | undefined> => {
  const reply = await request.get('/api/showcase');
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as ShowcaseItem[]).find((item) => item.id === id);
};

/** Draws a picture in the page and wraps it for a file input. */
const drawPicture = async (page: Page, colour: string) => {
  const url = await page.evaluate((fill) => {
    const canvas = document.createElement('canvas');
    canvas.width = 400;
    canvas.height = 500;
    const context = canvas.getContext('2d')!;
    context.fillStyle = fill;
    context.fillRect(0, 0, 400, 500);
    return canvas.toDataURL('image/png');
  }, colour);
  return { name: 'piece.png', mimeType: 'image/png', buffer: Buffer.from(url.split(',')[1]!, 'base64') };
};

test('the owner adds an item with pictures, tier and video, and the showcase page shows it', async ({ page }) => {
  const title = `Grey Rain ${uniqueWord()}`;
  await openTab(page, 'Showcase');
  const form = await openForm(page);
  await form.getByLabel('Title').fill(`  ${title} `);
  await form.getByLabel('Description').fill('Chalcedony that grew in drops.');
  await form.getByLabel('Video URL').fill('https://youtu.be/dQw4w9WgXcQ');
  await form.getByLabel('Tier').selectOption('S');
  await form
    .getByLabel('Images')
    .setInputFiles([await drawPicture(page, '#8090a0'), await drawPicture(page, '#a08090')]);
  await expect(form.getByText('Main picture')).toBeVisible();
  await save(form);
  await expect(toast(page, 'Showcase item added')).toContainText(title);
  await expect(form).toBeHidden();
  const row = entry(page, title);
  await expect(row).toContainText('2 pictures');
  await expect(row).toContainText('With film');
  await expect(row).toContainText('Museum Quality');

  await page.goto('/showcase');
  const article = page.getByRole('listitem').filter({ has: page.getByRole('heading', { name: title }) });
  await expect(article).toContainText('Chalcedony that grew in drops.');
  await expect(article).toContainText('Museum Quality');
  const picture = article.getByRole('img', { name: title });
  await picture.scrollIntoViewIfNeeded();
  await expect(picture).toHaveJSProperty('complete', true);
  await expect(picture).not.toHaveJSProperty('naturalWidth', 0);
  await expect(article.getByRole('button', { name: /^View/ })).toHaveCount(2);
});

test('a title and a description are required, and a video must be from YouTube or Vimeo', async ({ page }) => {
  await openTab(page, 'Showcase');
  const form = await openForm(page);
  await save(form);
  await expect(toast(page, 'Validation Error')).toContainText('Title and description are required.');
  await expect(form.getByLabel('Title')).toBeFocused();
  await expect(form.getByText('Title is required.')).toBeVisible();
  await expect(form.getByText('Description is required.')).toBeVisible();
  await form.getByLabel('Title').fill('   ');
  await form.getByLabel('Description').fill('A description.');
  await save(form);
  await expect(form.getByLabel('Title')).toHaveAttribute('aria-invalid', 'true');
  await expect(form.getByLabel('Title')).toHaveAccessibleDescription('Title is required.');
  await expect(form.getByText('Description is required.')).toHaveCount(0);
  await test.step('a video of another host is refused', async () => {
    await form.getByLabel('Title').fill('A title');
    await form.getByLabel('Video URL').fill('https://youtube.com.example.org/embed/a');
    await save(form);
    await expect(form.getByLabel('Video URL')).toHaveAccessibleDescription(
      'Video URL must be the address of a YouTube or Vimeo video.',
    );
  });
});

test('editing an item sends only the changed fields', async ({ page, request }) => {
  const item = await addItem(request, { videoUrl: FILM });
  await openTab(page, 'Showcase');
  await entry(page, item.title).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit showcase item' });
  await expect(form.getByLabel('Title')).toHaveValue(item.title);
  await expect(form.getByLabel('Description')).toHaveValue(item.description);
  await expect(form.getByLabel('Video URL')).toHaveValue(FILM);
  await expect(form.getByLabel('Tier')).toHaveValue('A');
  await form.getByLabel('Title').fill(`${item.title} anew`);
  await form.getByLabel('Tier').selectOption('None');
  const put = page.waitForRequest((one) => one.method() === 'PUT');
  await save(form);
  expect((await put).postDataJSON()).toEqual({ title: `${item.title} anew`, tier: null });
  await expect(toast(page, 'Showcase item updated')).toContainText(`${item.title} anew`);
  await expect(form).toBeHidden();
  await expect(entry(page, `${item.title} anew`).getByRole('button', { name: 'Edit' })).toBeFocused();
  await expect
    .poll(() => publicItem(request, item.id))
    .toMatchObject({ title: `${item.title} anew`, description: item.description, videoUrl: FILM, tier: null });
});

test('deleting an item asks for confirmation', async ({ page, request }) => {
  const { id, title } = await addItem(request);
  await openTab(page, 'Showcase');
  await entry(page, title).getByRole('button', { name: 'Delete' }).click();
  const question = page.getByRole('dialog', { name: 'Delete showcase item' });
  await expect(question).toContainText(QUESTION);
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(question).toBeHidden();
  await expect(entry(page, title)).toBeVisible();
  await entry(page, title).getByRole('button', { name: 'Delete' }).click();
  await question.getByRole('button', { name: 'Delete' }).click();
  await expect(toast(page, 'Showcase item deleted')).toContainText(title);
  await expect(entry(page, title)).toHaveCount(0);
  await expect.poll(() => publicItem(request, id)).toBeUndefined();
});

test('leaving unsaved changes asks for confirmation', async ({ page }) => {
  await openTab(page, 'Showcase');
  const form = await openForm(page);
  await form.getByRole('button', { name: 'Cancel' }).click();
  await expect(form).toBeHidden();
  await openForm(page);
  await form.getByLabel('Title').fill('Half a thought');
  await expect(form.getByText('Unsaved changes')).toBeVisible();
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  for (const leave of [
    () => form.getByRole('button', { name: 'Cancel' }).click(),
    () => form.getByRole('button', { name: 'Close' }).click(),
    () => page.keyboard.press('Escape'),
    () => page.goBack(),
  ]) {
    await leave();
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: 'Keep editing' }).click();
    await expect(question).toBeHidden();
    await expect(form.getByLabel('Title')).toHaveValue('Half a thought');
  }
  await form.getByRole('button', { name: 'Cancel' }).click();
  await question.getByRole('button', { name: 'Discard' }).click();
  await expect(form).toBeHidden();
  await openForm(page);
  await expect(form.getByLabel('Title')).toHaveValue('');
});

test.describe('failed changes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed change is reported, beside a refused field too, and typed values stay', async ({ page, request }) => {
    const { title } = await addItem(request);
    await page.route('**/api/admin/showcase**', (route) => route.fulfill({ status: 503, json: { statusCode: 503 } }));
    await openTab(page, 'Showcase');
    const form = await openForm(page);
    await form.getByLabel('Title').fill('Kept');
    await form.getByLabel('Description').fill('Kept too.');
    await save(form);
    await expect(toast(page, 'Failed to add showcase item')).toBeVisible();
    await expect(form.getByLabel('Title')).toHaveValue('Kept');
    await form.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(form).toBeHidden();

    await entry(page, title).getByRole('button', { name: 'Edit' }).click();
    const edit = page.getByRole('dialog', { name: 'Edit showcase item' });
    await edit.getByLabel('Title').fill('Kept');
    await save(edit);
    await expect(toast(page, 'Failed to update showcase item')).toBeVisible();
    await test.step('a change refused because of a field shows the reason beside the field', async () => {
      const refusal = { statusCode: 400, code: 'BAD_REQUEST', message: 'Some of it cannot be taken.' };
      const details = [{ field: 'description', reason: 'description must be shorter' }];
      await page.route(
        '**/api/admin/showcase/*',
        (route) => route.fulfill({ status: 400, json: { ...refusal, details } }),
        { times: 1 },
      );
      await edit.getByLabel('Description').fill('Longer.');
      await save(edit);
      await expect(edit.getByText('Some of it cannot be taken.')).toBeVisible();
      await expect(edit.getByLabel('Description')).toHaveAccessibleDescription('description must be shorter');
      await expect(edit.getByLabel('Title')).toHaveValue('Kept');
    });
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(edit).toBeHidden();

    await entry(page, title).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Failed to delete showcase item')).toBeVisible();
    await expect(entry(page, title)).toBeVisible();
  });

  test('a change after a log-out elsewhere is reported, and the form works again after a log-in', async ({
    page,
    request,
  }) => {
    const { title } = await addItem(request);
    await openTab(page, 'Showcase');
    await entry(page, title).getByRole('button', { name: 'Edit' }).click();
    const form = page.getByRole('dialog', { name: 'Edit showcase item' });
    await form.getByLabel('Description').fill('A long text that nobody wants to type twice.');
    await page.request.post('/api/admin/logout', { headers: fromSite });
    await save(form);
    await expect(toast(page, 'Failed to update showcase item')).toBeVisible();
    await expect(form.getByText('You have been logged out.')).toBeVisible();
    await signIn(page.request);
    await save(form);
    await expect(toast(page, 'Showcase item updated')).toBeVisible();
    await expect(form).toBeHidden();
    await expect(page).toHaveURL('/admin/panel');
  });

  test('a showcase that fails to load says so and can be retried; an empty one shows how to begin', async ({
    page,
  }) => {
    let isAway = true;
    await page.route('**/api/showcase', (route) =>
      isAway ? route.fulfill({ status: 503, json: {} }) : route.fulfill({ json: [] }),
    );
    await openTab(page, 'Showcase');
    await expect(page.getByRole('heading', { name: 'Unable to Load the Showcase' })).toBeVisible();
    isAway = false;
    await page.getByRole('button', { name: 'Try Again' }).click();
    await expect(page.getByRole('heading', { name: 'Unable to Load the Showcase' })).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Nothing here yet' })).toBeVisible();
    await expect(page.getByRole('button', { name: 'Add Showcase Item' })).toHaveCount(1);
  });
});

import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { ShowcaseItem } from '@geodes/contracts';
import { fromSite, signIn, geodeOnSale } from '../shop/calls.js';
import { FAILED_RESPONSE, uniqueWord, test, toast } from './site.js';
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
const publicItem = async (request: APIRequestContext, title: string): Promise<ShowcaseItem | undefined> => {
  const reply = await request.get('/api/showcase');
  expect(reply.status()).toBe(200);
  return ((await reply.json()) as ShowcaseItem[]).find((item) => item.title === title);
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

test('the owner adds an item with pictures, tier and video; a title and a description are required', async ({
  page,
}) => {
  const title = `Grey Rain ${uniqueWord()}`;
  await openTab(page, 'Showcase');
  const form = await openForm(page);
  await test.step('a title and a description are required', async () => {
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
  });
  await test.step('a video of another host is refused', async () => {
    await form.getByLabel('Title').fill('A title');
    await form.getByLabel('Video URL').fill('https://youtube.com.example.org/embed/a');
    await save(form);
    await expect(form.getByLabel('Video URL')).toHaveAccessibleDescription(
      'Video URL must be the address of a YouTube or Vimeo video.',
    );
  });
  await test.step('a valid item is added, and visitors get it with its pictures', async () => {
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

    const item = await publicItem(page.request, title);
    expect(item).toMatchObject({ description: 'Chalcedony that grew in drops.', videoUrl: FILM, tier: 'S' });
    expect(item!.images).toHaveLength(2);
    const picture = await page.request.get(item!.images[0]!);
    expect(picture.status()).toBe(200);
    expect(picture.headers()['content-type']).toMatch(/^image\//);
  });
});

test('editing an item sends only the changed fields and is in its history; deleting asks for confirmation', async ({
  page,
  request,
}) => {
  const item = await addItem(request, { videoUrl: FILM });
  const title = `${item.title} anew`;
  const videoUrl = 'https://player.vimeo.com/video/76979871';
  await openTab(page, 'Showcase');
  await entry(page, item.title).getByRole('button', { name: 'Edit' }).click();
  const form = page.getByRole('dialog', { name: 'Edit showcase item' });
  const entries = form.getByRole('group', { name: 'History' }).getByRole('listitem');
  await test.step('only the changed fields are sent', async () => {
    await expect(form.getByLabel('Title')).toHaveValue(item.title);
    await expect(form.getByLabel('Description')).toHaveValue(item.description);
    await expect(form.getByLabel('Video URL')).toHaveValue(FILM);
    await expect(form.getByLabel('Tier')).toHaveValue('A');
    await form.getByRole('button', { name: 'History' }).click();
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText('Added');
    await form.getByLabel('Title').fill(title);
    await form.getByLabel('Tier').selectOption('None');
    await form.getByLabel('Video URL').fill('https://vimeo.com/76979871');
    const put = page.waitForRequest((one) => one.method() === 'PUT');
    await save(form);
    expect((await put).postDataJSON()).toEqual({ title, tier: null, videoUrl });
    await expect(toast(page, 'Showcase item updated')).toContainText(title);
    await expect(form).toBeHidden();
    await expect(entry(page, title).getByRole('button', { name: 'Edit' })).toBeFocused();
    const { id, description } = item;
    await expect.poll(() => publicItem(request, title)).toMatchObject({ id, description, videoUrl, tier: null });
  });
  await test.step('the history shows the change', async () => {
    await entry(page, title).getByRole('button', { name: 'Edit' }).click();
    await form.getByRole('button', { name: 'History' }).click();
    await expect(entries).toHaveCount(2);
    await expect(entries.first()).toContainText(
      /Video\s*https:\/\/www\.youtube.*https:\/\/player\.vimeo\.com\/video\/76979871/,
    );
    await expect(entries.first()).toContainText(/Tier\s*A.*none/);
    await form.getByRole('button', { name: 'Cancel' }).click();
    await expect(form).toBeHidden();
  });
  await test.step('deleting asks for confirmation', async () => {
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
    await expect.poll(() => publicItem(request, title)).toBeUndefined();
  });
});

test.describe('failed changes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed change is reported, and typed values stay', async ({ page, request }) => {
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
    await edit.getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('button', { name: 'Discard' }).click();
    await expect(edit).toBeHidden();

    await entry(page, title).getByRole('button', { name: 'Delete' }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Failed to delete showcase item')).toBeVisible();
    await expect(entry(page, title)).toBeVisible();
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

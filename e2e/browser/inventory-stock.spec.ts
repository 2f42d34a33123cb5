import { type APIRequestContext, expect, type Page } from '@playwright/test';
import type { Geode, Hold, UpdateGeodeBody } from '@geodes/contracts';
import { buy, fromSite, signIn } from '../shop/calls.js';
import { FAILED_RESPONSE, putOnSale, test, toast, uniqueWord, untilLive } from './site.js';
import { form, openEdit, openInventory, row, search } from './inventory-panel.js';

/** Some of these edits are refused because the stock has changed. */
test.use({ expectedErrors: FAILED_RESPONSE });

const read = async (page: Page, id: string): Promise<Geode | undefined> =>
  ((await (await page.request.get('/api/admin/geodes')).json()) as Geode[]).find((geode) => geode.id === id);

test('when the stock of a geode or a draft has changed meanwhile, the form says so and the owner decides again', async ({
  page,
  request,
}) => {
  const geodes = await putOnSale(request, 2, (index) => ({
    title: `Raced ${uniqueWord()}`,
    quantity: 2,
    isDraft: index === 1,
  }));
  await openInventory(page);
  for (const { id, title, isDraft } of geodes)
    await test.step(isDraft ? 'a draft' : 'a geode', async () => {
      await search(page, title);
      const sheet = await openEdit(page, title);
      const data: UpdateGeodeBody = { quantity: 1 };
      expect((await request.put(`/api/admin/geodes/${id}`, { headers: fromSite, data })).status()).toBe(200);
      await sheet.getByLabel('Title').fill(`${title} again`);
      await sheet.getByLabel('Quantity').fill('5');
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Failed to update geode')).toContainText('Please try again.');
      await expect(sheet.getByRole('alert').filter({ hasText: 'changed meanwhile' })).toHaveText(
        'The stock of this geode changed meanwhile. Please look at it again before you set it. 1 is left.',
      );
      await expect(sheet.getByLabel('Title')).toHaveValue(`${title} again`);
      await sheet.getByLabel('Quantity').fill('4');
      await sheet.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Geode updated')).toBeVisible();
      await expect(sheet).toHaveCount(0);
      expect(await read(page, id)).toMatchObject({ quantity: 4, title: `${title} again` });
    });
});

test('a quantity that is set with the stock of a live event in view is saved at once', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Held ${uniqueWord()}` }));
  await untilLive(page, () => openInventory(page));
  await search(page, geode!.title);
  const hold = () => request.post('/api/holds', { data: { items: [{ geodeId: geode!.id, quantity: 1 }] } });
  const { holdId } = (await (await hold()).json()) as Hold;
  await expect(row(page, geode!.title)).toContainText('On hold');
  await expect(row(page, geode!.title)).not.toContainText('Available');
  const sheet = await openEdit(page, geode!.title);
  await expect(sheet.getByLabel('Quantity')).toHaveValue('0');
  // The stock changes, and is as before.
  await request.delete(`/api/holds/${holdId}`);
  await hold();
  await sheet.getByLabel('Quantity').fill('1');
  await sheet.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Geode updated')).toBeVisible();
  await expect(toast(page, 'Failed to update geode')).toHaveCount(0);
  expect(await read(page, geode!.id)).toMatchObject({ quantity: 1, availability: 'available' });
});

test('an open inventory counts each sold unit of a geode, also while others are held', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Counted ${uniqueWord()}`, quantity: 3 }));
  await untilLive(page, () => openInventory(page));
  await search(page, geode!.title);
  const buyOne = async (buyer: APIRequestContext) => expect((await buy(buyer, [geode!.id])).status()).toBe(201);
  await buyOne(request);
  await expect(row(page, geode!.title)).toContainText('1 sold');
  for (const buyer of [request, page.request])
    await buyer.post('/api/holds', { data: { items: [{ geodeId: geode!.id, quantity: 1 }] } });
  await expect(row(page, geode!.title)).toContainText('On hold');
  await expect(row(page, geode!.title)).not.toContainText('Available');
  await buyOne(request);
  await expect(row(page, geode!.title)).toContainText('2 sold');
  await buyOne(page.request);
  await expect(row(page, geode!.title)).toContainText('3 sold');
  await expect(row(page, geode!.title)).toContainText('Currently Unavailable');
});

test('a refusal of an earlier session does not close the panel over the gallery', async ({ page, request }) => {
  const [geode] = await putOnSale(request, 1, () => ({ title: `Reopened ${uniqueWord()}` }));
  await signIn(page.request);
  await page.addInitScript(() => localStorage.setItem('admin_authenticated', 'true'));
  await untilLive(page, () => page.goto('/gallery'));
  const opener = page.getByRole('button', { name: 'Owner’s panel' });
  await opener.click();
  await search(page, geode!.title);
  const sheet = await openEdit(page, geode!.title);
  await sheet.getByLabel('Title').fill('Not saved');
  // what is inert cannot be hit, but covers what is drawn before it
  const isOnTop = await sheet.evaluate((panel) => {
    const { x, y, width, height } = panel.getBoundingClientRect();
    const covered = [...document.querySelectorAll<HTMLElement>('[inert]')];
    for (const layer of covered) layer.inert = false;
    const shown = document.elementFromPoint(x + width / 2, y + height / 2);
    for (const layer of covered) layer.inert = true;
    return panel.contains(shown);
  });
  expect(isOnTop).toBe(true);

  await page.request.post('/api/admin/logout', { headers: fromSite });
  const refused = page.waitForResponse((reply) => reply.url().endsWith('/api/admin/geodes') && reply.status() === 401);
  await putOnSale(request, 1);
  await refused;
  await signIn(page.request);
  await sheet.getByRole('button', { name: 'Cancel' }).click();
  await page.getByRole('button', { name: 'Discard' }).click();
  await expect(form(page)).toHaveCount(0);
  await page.getByRole('dialog', { name: 'Owner’s panel' }).getByRole('button', { name: 'Close' }).click();
  await expect(page.getByRole('dialog', { name: 'Owner’s panel' })).toHaveCount(0);

  const listed = page.waitForResponse('**/api/admin/geodes');
  await opener.click();
  expect((await listed).status()).toBe(200);
  await expect(page.getByRole('button', { name: `Edit ${geode!.title}`, exact: true })).toBeVisible();
  await expect(page).toHaveURL('/gallery');
});

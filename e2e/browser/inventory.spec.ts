import { expect } from '@playwright/test';
import type { Geode, PlacedOrder } from '@geodes/contracts';
import { ADMIN_PIN } from '../shop/settings.js';
import { buy } from '../shop/calls.js';
import { pictureFile } from '../shop/small-picture.js';
import { chooseFiles, fillForm, openInventory, openNew, picture, row, search } from './inventory-panel.js';
import { expectAccessible } from './expect-accessible.js';
import { chooseTab } from './owner-tab.js';
import { FAILED_RESPONSE, horizontalOverflow, putOnSale, stopFaking, test, toast, uniqueWord } from './site.js';
import { ON_PHONE } from './on-phone.js';

test(
  'the owner logs in, adds a geode with pictures that buyers find, and deletes it',
  { tag: ON_PHONE },
  async ({ page }) => {
    const title = `Flood find ${uniqueWord()}`;
    await page.goto('/admin');
    await page.getByLabel(/^PIN/).fill(ADMIN_PIN);
    await page.keyboard.press('Enter');
    await expect(page).toHaveURL(/\/admin\/panel$/);

    const sheet = await openNew(page);
    await chooseFiles(sheet, [await pictureFile('front.png'), await pictureFile('back.png', [200, 160, 60])]);
    await fillForm(sheet, title);
    await sheet.getByLabel('Tier').selectOption('A, Excellent');
    await sheet.getByLabel('Category').selectOption('Gift Box');
    await sheet.getByLabel('Featured').click();
    await expect(picture(sheet, 1)).toContainText('Main picture');
    await sheet.getByRole('button', { name: 'Add Geode' }).click();
    await expect(toast(page, 'Geode added')).toBeVisible();
    await expect(sheet).toHaveCount(0);

    const added = row(page, title);
    await expect(added).toContainText('$64.50');
    await expect(added).toContainText('Available');
    await expect(added.getByRole('switch')).toBeChecked();

    const geodes = (await (await page.request.get(`/api/geodes?search=${encodeURIComponent(title)}`)).json()) as {
      geodes: Geode[];
    };
    expect(geodes.geodes[0]).toMatchObject({
      price: '64.50',
      quantity: 1,
      location: 'Hamilton, Illinois',
      crystalType: 'Amethyst',
      tier: 'A',
      category: 'gift-box',
      isFeatured: true,
    });
    expect(geodes.geodes[0]?.imageUrls).toHaveLength(2);
    expect((await page.request.get(`${geodes.geodes[0]?.imageUrl}`)).headers()['content-type']).toContain('image/');

    await added.getByRole('button', { name: `Delete ${title}` }).click();
    await page.getByRole('dialog', { name: 'Delete geode' }).getByRole('button', { name: 'Delete' }).click();
    await expect(added).toHaveCount(0);
  },
);

test(
  'the inventory shows and filters geodes by availability and meets WCAG 2.2 AA; long words and large prices overflow neither it nor an order',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const word = uniqueWord();
    const availableFrom = '2030-11-30T00:00:00.000Z';
    const long = {
      title: `${word} 2`.padEnd(200, 'x'),
      location: 'L'.repeat(120),
      crystalType: 'C'.repeat(80),
      price: '899999.99',
    };
    const [open, held, gone, upcoming, draft] = await putOnSale(request, 5, (index) => ({
      title: `${word} ${index}`,
      ...(index === 2 && long),
      ...(index >= 3 && { availableFrom }),
      ...(index === 4 && { isDraft: true }),
    }));
    const { orderNumber } = (await (await buy(page.request, [gone!.id])).json()) as PlacedOrder;
    // pretends that a buyer is paying, in rereads too
    await page.route(/\/api\/admin\/geodes(\?|$)/, async (route) => {
      const geodes = (await (await route.fetch()).json()) as Geode[];
      const occupied = { quantity: 0, isAvailable: false, availability: 'held' };
      await route.fulfill({ json: geodes.map((geode) => (geode.id === held!.id ? { ...geode, ...occupied } : geode)) });
    });
    await openInventory(page);
    await search(page, word);
    await expect(row(page, open!.title)).toContainText('Available');
    await expect(row(page, open!.title)).toContainText('Keokuk, Iowa');
    await expect(row(page, open!.title)).toContainText('$100.00');
    await expect(row(page, held!.title)).toContainText('In another checkout');
    await expect(row(page, gone!.title)).toContainText('Currently Unavailable');
    await expect(row(page, gone!.title)).toContainText('1 sold');
    await expect(page.getByText('1 sold')).toHaveCount(1);
    await expect(row(page, upcoming!.title)).toContainText('On sale Fri, Nov 29, 2030, 6:00 PM CST');
    await expect(row(page, draft!.title)).toContainText('Draft');
    await expect(page.getByRole('status').filter({ hasText: 'geodes shown' })).toHaveText(/^5 of \d+ geodes shown$/);

    const availability = page.getByRole('group', { name: 'Availability' });
    const choose = async (name: string) => {
      const filter = availability.getByRole('button', { name: new RegExp(`^${name}`) });
      await filter.click();
      await expect(filter).toHaveAttribute('aria-pressed', 'true');
    };
    for (const [name, title] of [
      ['In another checkout', held!.title],
      ['Currently Unavailable', gone!.title],
      ['Upcoming', upcoming!.title],
      ['Drafts', draft!.title],
      ['Available', open!.title],
    ] as const) {
      await choose(name);
      await expect(row(page, word)).toHaveCount(1);
      await expect(row(page, title)).toBeVisible();
    }
    await choose('All');
    await expect(row(page, word)).toHaveCount(5);
    await expectAccessible(page, 'the inventory');
    expect(await horizontalOverflow(page)).toBe(0);
    const price = row(page, gone!.title).getByText('$899,999.99');
    const lines = await price.evaluate((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      return text.getClientRects().length;
    });
    expect(lines).toBe(1);

    await choose('Available');
    await search(page, `${word} nothing of the kind`);
    await expect(page.getByRole('heading', { name: 'No Geodes Found' })).toBeVisible();
    await page.getByRole('button', { name: 'Show all' }).click();
    await expect(row(page, word)).toHaveCount(5);

    await test.step('long words and a large price do not overflow an order', async () => {
      await chooseTab(page, 'Orders');
      await page.getByLabel('Search orders').fill(word);
      await page.getByRole('button', { name: `View order ${orderNumber}` }).click();
      const detail = page.getByRole('dialog', { name: `Order ${orderNumber}` });
      await expect(detail.getByText('$899,999.99').first()).toBeInViewport();
      expect(await horizontalOverflow(page)).toBe(0);
      const sticksOut = await detail
        .locator('h4, p')
        .evaluateAll((all) => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length);
      expect(sticksOut).toBe(0);
    });
  },
);

test('the featured switch keeps focus while its request is pending, and changes the featured list at once', async ({
  page,
  request,
}) => {
  const title = `Featured ${uniqueWord()}`;
  const [geode] = await putOnSale(request, 1, () => ({ title }));
  await openInventory(page);
  await search(page, title);
  const featured = page.getByRole('switch', { name: `Featured: ${title}` });

  await test.step('the switch keeps focus and sends one request', async () => {
    let switched = 0;
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/admin/geodes/${geode!.id}/featured`, async (route) => {
      switched += 1;
      await released;
      await route.continue();
    });
    await featured.focus();
    await page.keyboard.press('Space');
    await expect(featured).toHaveAttribute('aria-disabled', 'true');
    await page.keyboard.press('Space');
    release();
    await expect(toast(page, 'Featured')).toBeVisible();
    await expect(featured).toBeEnabled();
    await expect(featured).toBeFocused();
    await expect(featured).toBeChecked();
    expect(switched).toBe(1);
  });

  await test.step('the featured list changes at once', async () => {
    const isListed = async (): Promise<boolean> => {
      const geodes = (await (await page.request.get('/api/geodes/featured')).json()) as Geode[];
      return geodes.some(({ id }) => id === geode!.id);
    };
    expect(await isListed()).toBe(true);
    await featured.click();
    await expect(toast(page, 'No longer featured')).toBeVisible();
    expect(await isListed()).toBe(false);
  });
});

test.describe('refused changes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('deleting a geode asks for confirmation and keeps focus in the inventory; one in an order stays, with the reason; a failed deletion or switch is reported', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [free, sold] = await putOnSale(request, 2, (index) => ({ title: `${word} ${index}` }));
    expect((await buy(page.request, [sold!.id])).status()).toBe(201);
    await openInventory(page);
    await search(page, word);
    const question = page.getByRole('dialog', { name: 'Delete geode' });
    const ask = page.getByRole('button', { name: `Delete ${free!.title}` });

    await ask.click();
    await expect(question).toContainText('Are you sure you want to delete this geode?');
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(question).toHaveCount(0);
    await expect(ask).toBeFocused();
    await ask.click();
    await question.getByRole('button', { name: 'Delete' }).click();
    await expect(toast(page, 'Geode deleted')).toBeVisible();
    await expect(row(page, free!.title)).toHaveCount(0);
    // keyboard users stay in the inventory
    const hasFocus = page.locator(':focus');
    await expect(hasFocus.getByRole('heading', { name: 'Inventory' })).toBeVisible();
    expect((await request.get(`/api/geodes/${free!.id}`)).status()).toBe(404);

    await test.step('a geode that is part of an order stays, with the reason', async () => {
      await page.getByRole('button', { name: `Delete ${sold!.title}` }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      const notice = toast(page, 'Cannot Delete Geode');
      await expect(notice).toContainText('This geode is part of an order and cannot be deleted.');
      await expect(row(page, sold!.title)).toContainText('Currently Unavailable');
    });

    await test.step('a deletion without a response and a failed switch are reported', async () => {
      await page.route(`**/api/admin/geodes/${sold!.id}**`, (route) => route.fulfill({ status: 500, body: '' }));
      await page.getByRole('button', { name: `Delete ${sold!.title}` }).click();
      await question.getByRole('button', { name: 'Delete' }).click();
      await expect(toast(page, 'Cannot Delete Geode')).toContainText('Failed to delete geode. Please try again.');
      await page.getByRole('switch', { name: `Featured: ${sold!.title}` }).click();
      await expect(toast(page, 'Failed to update featured status')).toContainText('Please try again.');
      await expect(page.getByRole('switch', { name: `Featured: ${sold!.title}` })).not.toBeChecked();
    });
  });

  test('an inventory that fails to load says so and can be retried, a reopened one is read again, and a failed reread hides nothing', async ({
    page,
    request,
  }) => {
    await page.route('**/api/admin/geodes', (route) => route.fulfill({ status: 503, body: '' }));
    await openInventory(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Unable to Load Geodes' })).toBeVisible();
    await stopFaking(page, '**/api/admin/geodes');
    await page.getByRole('button', { name: 'Try Again' }).click();
    const edit = page.getByRole('button', { name: /^Edit / }).first();
    await expect(edit).toBeVisible();

    await page.getByRole('tab', { name: 'Orders' }).click();
    const [added] = await putOnSale(request, 1);
    await page.getByRole('tab', { name: 'Inventory' }).click();
    await expect(row(page, added!.title)).toBeVisible();

    await page.route('**/api/admin/geodes*', (route) => route.fulfill({ status: 503, body: '' }));
    const refused = page.waitForResponse(
      (reply) => reply.url().endsWith('/api/admin/geodes') && reply.status() === 503,
    );
    await putOnSale(request, 1);
    await refused;
    await expect(edit).toBeVisible();
    await expect(page.getByText('Unable to Load Geodes')).toBeHidden();
  });
});

import { randomUUID } from 'node:crypto';
import { expect, type Locator } from '@playwright/test';
import { buy, fromSite, signIn } from '../shop/calls.js';
import { MISSING_PICTURE, openTab } from './owner-tab.js';
import { putOnSale, test } from './buyer.js';

test.use({ expectedErrors: MISSING_PICTURE });

test.describe('the history', () => {
  /** Opens the history in the dialog and returns its entries. */
  const openHistory = async (dialog: Locator): Promise<Locator> => {
    const toggle = dialog.getByRole('button', { name: 'History', exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    return dialog.getByRole('group', { name: 'History' }).getByRole('listitem');
  };

  test('the form of a geode shows who changed what, newest first, and a long history in parts', async ({
    page,
    request,
  }) => {
    const [geode] = await putOnSale(request, 1, () => ({ title: `Restless ${randomUUID().slice(0, 8)}` }));
    const path = `/api/admin/geodes/${geode!.id}`;
    for (let price = 1; price <= 25; price += 1)
      await request.put(path, { data: { price: `${price}.00` }, headers: fromSite });
    await request.patch(`${path}/featured`, { data: { isFeatured: true }, headers: fromSite });
    await openTab(page, 'Inventory');
    await page.getByLabel('Search inventory').fill(geode!.title);
    await page.getByRole('button', { name: `Edit ${geode!.title}` }).click();
    const entries = await openHistory(page.getByRole('dialog', { name: 'Edit geode' }));
    await expect(entries).toHaveCount(20);
    await expect(entries.nth(0)).toContainText('Changed');
    await expect(entries.nth(0)).toContainText(/Featured\s*no.*yes/);
    await expect(entries.nth(1)).toContainText(/Price\s*\$24\.00.*\$25\.00/);
    await expect(entries.nth(1)).toContainText(/ [0-9a-f]{6}$/);
    await page.getByRole('button', { name: 'Show older' }).click();
    await expect(entries).toHaveCount(27);
    await expect(entries.last()).toContainText('Added');
    await expect(page.getByRole('button', { name: 'Show older' })).toHaveCount(0);
    await expect(page.getByRole('group', { name: 'History' })).toBeFocused();
  });

  test('the history of an order shows each status as soon as it is set', async ({ page, request }) => {
    const [geode] = await putOnSale(request, 1);
    const { orderNumber } = (await (await buy(request, [geode!.id])).json()) as { orderNumber: string };
    await openTab(page, 'Orders');
    await page.getByRole('button', { name: `View order ${orderNumber}` }).click();
    const dialog = page.getByRole('dialog', { name: `Order ${orderNumber}` });
    const entries = await openHistory(dialog);
    await expect(dialog.getByText('Nothing was changed here')).toBeVisible();
    await dialog.getByLabel(`Status of ${orderNumber}`).selectOption('delivered');
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText(/Status\s*Awaiting Shipment.*Delivered/);
  });

  test('the form of a showcase item shows its history', async ({ page, request }) => {
    await signIn(request);
    const title = `Storied piece ${randomUUID().slice(0, 8)}`;
    const data = { title, description: 'Found on the first day.', tier: 'B' };
    await request.post('/api/admin/showcase', { data, headers: fromSite });
    await openTab(page, 'Showcase');
    const edit = page.getByRole('button', { name: `Edit ${title}` });
    await edit.click();
    const dialog = page.getByRole('dialog', { name: 'Edit showcase item' });
    const entries = await openHistory(dialog);
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText('Added');
    await dialog.getByLabel('Tier').selectOption('A');
    await dialog.getByLabel('Video URL').fill('https://vimeo.com/76979871');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toBeHidden();
    await edit.click();
    await expect(await openHistory(dialog)).toHaveCount(2);
    await expect(entries.first()).toContainText(/Video\s*none.*https:\/\/player\.vimeo\.com\/video\/76979871/);
    await expect(entries.first()).toContainText(/Tier\s*B.*A/);
  });
});

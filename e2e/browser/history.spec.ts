import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { fromSite } from '../shop/calls.js';
import { MISSING_PICTURE, openTab } from './owner-tab.js';
import { putOnSale, test } from './site.js';

test.use({ expectedErrors: MISSING_PICTURE });

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
  const dialog = page.getByRole('dialog', { name: 'Edit geode' });
  const toggle = dialog.getByRole('button', { name: 'History', exact: true });
  await expect(toggle).toHaveAttribute('aria-expanded', 'false');
  await toggle.click();
  await expect(toggle).toHaveAttribute('aria-expanded', 'true');
  const entries = dialog.getByRole('group', { name: 'History' }).getByRole('listitem');
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

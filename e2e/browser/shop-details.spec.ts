import { expect, type Page } from '@playwright/test';
import { SHOP_URL } from '../shop/settings.js';
import { fromSite, signIn } from '../shop/calls.js';
import { FAILED_RESPONSE, test, toast, waitForLayers } from './site.js';
import { chooseTab, MISSING_PICTURE, openTab } from './owner-tab.js';

test.use({ expectedErrors: new RegExp(`${MISSING_PICTURE.source}|${FAILED_RESPONSE.source}`) });

test.afterEach(async ({ request }) => {
  await signIn(request);
  const data = { hours: '', legalName: '', postalAddress: '', announcement: '' };
  await request.put('/api/admin/shop-details', { data, headers: fromSite });
});

const details = (page: Page) => page.getByRole('region', { name: 'Shop details', exact: true });

test('the owner writes an announcement and the legal name, and visitors see them with and without script', async ({
  page,
  browser,
}) => {
  await openTab(page, 'Settings');
  const form = details(page);
  await expect(form.getByLabel('Contact email')).toHaveValue(/@/);
  await form.getByLabel('Hours').fill('By appointment');
  await form.getByLabel('Legal name').fill('River Stones LLC');
  await form.getByLabel('Postal address').fill('12 Levee Road\nKeokuk, IA 52632');
  await form.getByLabel('Announcement').fill('Closed for the high water until Monday.');
  await form.getByRole('button', { name: 'Save' }).click();
  await expect(toast(page, 'Shop details saved')).toBeVisible();
  await form.getByRole('button', { name: 'History' }).click();
  await expect(form.getByRole('group', { name: 'History' }).getByRole('listitem').first()).toContainText(
    'River Stones LLC',
  );

  const scriptless = await browser.newContext({ javaScriptEnabled: false, baseURL: SHOP_URL });
  for (const visitor of [page, await scriptless.newPage()]) {
    await visitor.goto('/terms');
    const announcement = visitor.getByRole('region', { name: 'Announcement' });
    await expect(announcement).toHaveText('Closed for the high water until Monday.');
    expect((await announcement.boundingBox())!.y).toBe(0);
    await expect(visitor.getByRole('main')).toContainText(/River Stones LLC\s+12 Levee Road/);
    await expect(visitor.getByRole('contentinfo')).toContainText('By appointment');
  }
  await scriptless.close();
});

test('a refused detail keeps what is typed, which another tab, Back and log-out discard only after a question', async ({
  page,
}) => {
  await page.goto('/terms');
  await openTab(page, 'Settings');
  const form = details(page);
  const name = form.getByLabel('Legal name');
  await test.step('a refused detail is shown beside its field, and nothing typed is lost', async () => {
    const email = form.getByLabel('Contact email');
    await expect(email).toHaveValue(/@/);
    await email.fill('nowhere');
    await name.fill('River Stones LLC');
    await form.getByRole('button', { name: 'Save' }).click();
    await expect(email).toHaveAccessibleDescription('Please enter a valid email address.');
    await expect(email).toBeFocused();
    await expect(name).toHaveValue('River Stones LLC');
  });
  const question = page.getByRole('dialog', { name: 'Discard changes?' });
  const answer = async (text: string) => {
    await expect(question).toBeVisible();
    await question.getByRole('button', { name: text }).click();
    await expect(question).toBeHidden();
    if (text === 'Keep editing') await waitForLayers(page, 1);
  };

  await chooseTab(page, 'Orders');
  await answer('Keep editing');
  await expect(name).toHaveValue('River Stones LLC');
  await page.getByRole('button', { name: 'Log out' }).click();
  await answer('Keep editing');
  await page.goBack();
  await answer('Keep editing');
  await expect(name).toHaveValue('River Stones LLC');
  await page.goBack();
  await answer('Discard');
  await expect(name).toHaveValue('');

  await name.fill('River Stones LLC');
  await chooseTab(page, 'Orders');
  await answer('Discard');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();
  await chooseTab(page, 'Settings');
  await expect(name).toHaveValue('');
  await chooseTab(page, 'Orders');
  await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible();

  await test.step('Back leaves the panel after changes were discarded for another tab', async () => {
    await chooseTab(page, 'Settings');
    await name.fill('River Stones LLC');
    await chooseTab(page, 'Orders');
    await answer('Discard');
    await waitForLayers(page, 0);
    await page.goBack();
    await expect(page).toHaveURL('/terms');
  });
});

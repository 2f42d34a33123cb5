import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN_PIN } from '../shop/settings.js';
import { withRedis } from '../shop/operator.js';
import { MISSING_PICTURE } from './owner-tab.js';
import { cartButton, drawer, FAILED_RESPONSE, holdBack, putOnSale, test, toast, untilFocused } from './site.js';

const WRONG = '000000000';

const pin = (page: Page): Locator => page.getByLabel(/^PIN/);
const submit = (page: Page): Locator => page.getByRole('button', { name: /^(Log in|Verifying\.\.\.)$/ });
const panel = (page: Page): Locator => page.getByRole('heading', { name: 'Inventory', level: 1 });
const flag = (page: Page): Promise<string | null> => page.evaluate(() => localStorage.getItem('admin_authenticated'));

const logIn = async (page: Page, digits: string): Promise<void> => {
  await pin(page).fill(digits);
  await submit(page).click();
};

test.use({ expectedErrors: MISSING_PICTURE });

/** Failed PINs count across the whole run, so each test restores the count. */
const forgetFailures = () =>
  withRedis(async (redis) => {
    const keys = await redis.keys('gateway:pin-failures:*');
    if (keys.length > 0) await redis.del(...keys);
  });
test.beforeEach(forgetFailures);
test.afterAll(forgetFailures);

test('the log-in page has the frame of every page; once the PIN is checked, the panel fills the screen', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Owner’s panel');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo').locator('a[href="/return-policy"]')).toBeVisible();
  await cartButton(page).click();
  await untilFocused(drawer(page));
  await page.keyboard.press('Escape');

  const release = await holdBack(page, '**/api/admin/login');
  await logIn(page, ADMIN_PIN);
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled();
  expect(await flag(page)).toBeNull();
  release();
  await expect(page).toHaveURL(/\/admin\/panel$/);
  await expect(panel(page)).toBeVisible();
  await untilFocused(page.getByRole('main'));
  expect(await flag(page)).toBe('true');
  await expect(cartButton(page)).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test.describe('with refused calls', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a log-in takes exactly 9 digits, hidden at first; a failed one says why until the owner types again', async ({
    page,
  }) => {
    let logIns = 0;
    page.on('request', (request) => (logIns += Number(request.url().endsWith('/api/admin/login'))));
    await page.goto('/admin');
    await test.step('the PIN field accepts only digits, at most 9, and submits with exactly 9', async () => {
      await expect(submit(page)).toBeDisabled();
      await pin(page).pressSequentially('1a2-3 4.5x67');
      await expect(pin(page)).toHaveValue('1234567');
      await expect(submit(page)).toBeDisabled();
      await pin(page).pressSequentially('8');
      await expect(submit(page)).toBeDisabled();
      // Enter bypasses the button, so the form itself must refuse too
      await pin(page).press('Enter');
      await pin(page).pressSequentially('9999');
      await expect(pin(page)).toHaveValue('123456789');
      await expect(submit(page)).toBeEnabled();
      await expect(page.getByRole('alert')).toBeEmpty();
      await expect(page).toHaveURL(/\/admin$/);
    });
    await test.step('the PIN is hidden until the owner shows it', async () => {
      await expect(pin(page)).toHaveAttribute('type', 'password');
      await page.getByRole('button', { name: 'Show PIN' }).click();
      await expect(pin(page)).toHaveAttribute('type', 'text');
      await expect(pin(page)).toHaveValue('123456789');
      await page.getByRole('button', { name: 'Hide PIN' }).click();
      await expect(pin(page)).toHaveAttribute('type', 'password');
    });
    await test.step('a failed log-in says why and clears the PIN; typing clears the message', async () => {
      expect(logIns).toBe(0);
      await logIn(page, WRONG);
      await expect(page.getByRole('alert')).toHaveText('Invalid PIN. Please try again.');
      await expect(pin(page)).toHaveValue('');
      await expect(pin(page)).toBeFocused();
      await expect(pin(page)).toHaveAccessibleDescription('Invalid PIN. Please try again.');
      await expect(page.getByText('Invalid PIN. Please try again.')).toHaveCount(1);
      await expect(submit(page)).toBeDisabled();
      expect(await flag(page)).toBeNull();
      await page.keyboard.type('3');
      await expect(page.getByRole('alert')).toBeEmpty();
      await expect(pin(page)).not.toHaveAttribute('aria-invalid');
      await page.keyboard.type(ADMIN_PIN.slice(1));
      await page.keyboard.press('Enter');
      await expect(panel(page)).toBeVisible();
    });
  });

  test('without a flag that the server confirms, the panel redirects to the log-in', async ({ page }) => {
    let adminCalls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/')) adminCalls += 1;
    });
    await page.goto('/admin/panel');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(pin(page)).toBeVisible();
    expect(adminCalls).toBe(0);

    const openWithFlag = async () => {
      await page.evaluate(() => localStorage.setItem('admin_authenticated', 'true'));
      await page.goto('/admin/panel');
      await expect(page).toHaveURL(/\/admin$/);
      expect(await flag(page)).toBeNull();
    };
    await test.step('an unconfirmed flag is removed: refused', openWithFlag);
    await test.step('an unconfirmed flag is removed: without a response', async () => {
      await page.route('**/api/admin/verify', (route) => route.abort());
      await openWithFlag();
    });
    expect(adminCalls).toBe(2);
  });

  test('a reload keeps the panel at its tab; a log-out or a read without a session leads to the log-in', async ({
    page,
  }) => {
    await page.goto('/admin');
    await logIn(page, ADMIN_PIN);
    await expect(panel(page)).toBeVisible();
    await page.getByRole('tab', { name: 'Showcase' }).click();
    await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
    await test.step('logging out ends the session on the server too', async () => {
      const cookie = (await page.context().cookies()).find(({ name }) => name === 'admin_session');
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/admin$/);
      expect(await flag(page)).toBeNull();
      const reply = await page.request.get('/api/admin/orders', {
        headers: { Cookie: `admin_session=${cookie!.value}` },
      });
      expect(reply.status()).toBe(401);
    });
    await test.step('when a read finds the session ended, the panel returns to the log-in with a message', async () => {
      await logIn(page, ADMIN_PIN);
      await expect(panel(page)).toBeVisible();
      await page.context().clearCookies();
      await page.getByRole('tab', { name: 'Orders', exact: true }).click();
      await expect(page).toHaveURL(/\/admin$/);
      await expect(toast(page, 'Your session has ended')).toBeVisible();
      expect(await flag(page)).toBeNull();
    });
  });

  test.describe('and a log-out without a response', () => {
    test.use({ expectedErrors: /Failed to load resource|could not log out/ });

    test('the panel returns to the log-in when a change finds the session ended, and if the log-out fails', async ({
      page,
      request,
    }) => {
      const [geode] = await putOnSale(request, 1);
      await page.goto('/admin');
      await logIn(page, ADMIN_PIN);
      await page.getByLabel('Search inventory').fill(geode!.title);
      // only the change fails; the lists still load
      await page.route('**/api/admin/geodes/*/featured', (route) =>
        route.fulfill({ status: 401, json: { statusCode: 401, code: 'UNAUTHORIZED', message: 'Please log in.' } }),
      );
      await page.getByRole('switch', { name: `Featured: ${geode!.title}` }).click();
      await expect(page).toHaveURL(/\/admin$/);
      await expect(toast(page, 'Your session has ended')).toBeVisible();
      expect(await flag(page)).toBeNull();

      await logIn(page, ADMIN_PIN);
      await expect(panel(page)).toBeVisible();
      await page.route('**/api/admin/logout', (route) => route.abort());
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/admin$/);
      expect(await flag(page)).toBeNull();
    });
  });
});

import { expect, type Locator, type Page } from '@playwright/test';
import { ADMIN_PIN } from '../shop/address.js';
import { withRedis } from '../shop/operator.js';
import { MISSING_PICTURE } from './owner-tab.js';
import { FAILED_RESPONSE, cartButton, drawer, holdBack, putOnSale, test, toast } from './buyer.js';

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

test('the log-in page has the header, footer and cart of every page, and the panel fills the screen', async ({
  page,
}) => {
  await page.goto('/admin');
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Owner’s panel');
  await expect(page.getByRole('main')).toHaveCount(1);
  await expect(page.getByRole('contentinfo').locator('a[href="/return-policy"]')).toBeVisible();
  await cartButton(page).click();
  await expect(drawer(page)).toBeVisible();
  await page.keyboard.press('Escape');
  await logIn(page, ADMIN_PIN);
  await expect(panel(page)).toBeVisible();
  await expect(cartButton(page)).toHaveCount(0);
  await expect(page.getByRole('contentinfo')).toHaveCount(0);
});

test('the PIN field accepts only digits, at most 9, submits with exactly 9, and shows the PIN only on demand', async ({
  page,
}) => {
  await page.goto('/admin');
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

  await test.step('the PIN is hidden until the owner shows it', async () => {
    await expect(pin(page)).toHaveAttribute('type', 'password');
    await page.getByRole('button', { name: 'Show PIN' }).click();
    await expect(pin(page)).toHaveAttribute('type', 'text');
    await expect(pin(page)).toHaveValue('123456789');
    await page.getByRole('button', { name: 'Hide PIN' }).click();
    await expect(pin(page)).toHaveAttribute('type', 'password');
  });
});

test('while the PIN is checked, the log-in button is disabled and reads Verifying...', async ({ page }) => {
  await page.goto('/admin');
  const release = await holdBack(page, '**/api/admin/login');
  await logIn(page, ADMIN_PIN);
  await expect(page.getByRole('button', { name: 'Verifying...' })).toBeDisabled();
  expect(await flag(page)).toBeNull();
  release();
  await expect(page).toHaveURL(/\/admin\/panel$/);
  await expect(panel(page)).toBeVisible();
  expect(await flag(page)).toBe('true');
});

test.describe('a login that fails', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed log-in says why and clears the PIN; typing clears the message', async ({ page }) => {
    await page.goto('/admin');
    const lockedOut = 'Too many failed attempts. Please try again in 15 minutes.';
    for (const [name, respond, message] of [
      ['no server message', { status: 401, body: '' }, 'Invalid PIN. Please try again.'],
      ['no response', null, 'Connection error. Please try again.'],
      ['a lock-out', { status: 429, json: { message: lockedOut } }, lockedOut],
    ] as const)
      await test.step(name, async () => {
        await page.route('**/api/admin/login', (route) => (respond ? route.fulfill(respond) : route.abort()), {
          times: 1,
        });
        await logIn(page, ADMIN_PIN);
        await expect(page.getByRole('alert')).toHaveText(message);
        await expect(pin(page)).toHaveValue('');
        expect(await flag(page)).toBeNull();
        await expect(page).toHaveURL(/\/admin$/);
      });

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

test.describe('the panel', () => {
  test('without the flag the panel redirects to the log-in without a request', async ({ page }) => {
    let adminCalls = 0;
    page.on('request', (request) => {
      if (request.url().includes('/api/admin/')) adminCalls += 1;
    });
    await page.goto('/admin/panel');
    await expect(page).toHaveURL(/\/admin$/);
    await expect(pin(page)).toBeVisible();
    expect(adminCalls).toBe(0);
  });

  test.describe('with a flag that the server does not confirm', () => {
    test.use({ expectedErrors: FAILED_RESPONSE });

    for (const [name, refuse] of [
      ['refused', undefined],
      ['without a response', 'abort'],
    ] as const) {
      test(`an unconfirmed flag is removed and the panel redirects to the log-in: ${name}`, async ({ page }) => {
        await page.addInitScript(() => localStorage.setItem('admin_authenticated', 'true'));
        if (refuse === 'abort') await page.route('**/api/admin/verify', (route) => route.abort());
        await page.goto('/admin/panel');
        await expect(page).toHaveURL(/\/admin$/);
        expect(await flag(page)).toBeNull();
      });
    }
  });

  test('a reload keeps the panel open at its tab, and logging out ends the session on the server too', async ({
    page,
  }) => {
    await page.goto('/admin');
    await logIn(page, ADMIN_PIN);
    await expect(panel(page)).toBeVisible();
    await page.reload();
    await expect(panel(page)).toBeVisible();
    await page.getByRole('tab', { name: 'Showcase' }).click();
    await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
    await page.reload();
    await expect(page.getByRole('heading', { name: 'Showcase', level: 1 })).toBeVisible();
    const cookie = (await page.context().cookies()).find(({ name }) => name === 'admin_session');
    await page.getByRole('button', { name: 'Log out' }).click();
    await expect(page).toHaveURL(/\/admin$/);
    expect(await flag(page)).toBeNull();
    expect(cookie).toMatchObject({ name: 'admin_session', httpOnly: true, sameSite: 'Strict' });
    const reply = await page.request.get('/api/admin/orders', {
      headers: { Cookie: `admin_session=${cookie?.value ?? ''}` },
    });
    expect(reply.status()).toBe(401);
  });

  test.describe('with a failing server', () => {
    test.use({ expectedErrors: /Failed to load resource|could not log out/ });

    test('logging out leaves the panel even if the request fails', async ({ page }) => {
      await page.goto('/admin');
      await logIn(page, ADMIN_PIN);
      await expect(panel(page)).toBeVisible();
      await page.route('**/api/admin/logout', (route) => route.abort());
      await page.getByRole('button', { name: 'Log out' }).click();
      await expect(page).toHaveURL(/\/admin$/);
      expect(await flag(page)).toBeNull();
    });

    test('when a read finds the session ended, the panel returns to the log-in with a message', async ({ page }) => {
      await page.goto('/admin');
      await logIn(page, ADMIN_PIN);
      await expect(panel(page)).toBeVisible();
      await page.context().clearCookies();
      await page.getByRole('tab', { name: 'Orders', exact: true }).click();
      await expect(page).toHaveURL(/\/admin$/);
      await expect(toast(page, 'Your session has ended')).toBeVisible();
      expect(await flag(page)).toBeNull();
    });

    test('when a change finds the session ended, the panel returns to the log-in with a message', async ({
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
    });
  });
});

import { createHash } from 'node:crypto';
import { type CDPSession, expect, type Locator, type Page, request as playwrightRequest } from '@playwright/test';
import type { ErrorBody, PasskeyView } from '@geodes/contracts';
import { ADMIN_PIN, SHOP_URL } from '../shop/settings.js';
import { fromSite, signIn } from '../shop/calls.js';
import { ops, withRedis } from '../shop/operator.js';
import { chooseTab, MISSING_PICTURE, openTab } from './owner-tab.js';
import { test, toast } from './site.js';
import { expectAccessible } from './expect-accessible.js';

const NEW_PIN = '580273916';

test.use({ expectedErrors: new RegExp(`${MISSING_PICTURE.source}|status of 40[0134]`) });

/** Other tests log in with the configured PIN alone, and count failed PINs themselves. */
const restoreAccess = async (): Promise<void> => {
  await ops(['forget-passkeys']);
  await withRedis(async (redis) => {
    const keys = await redis.keys('gateway:pin-failures:*');
    if (keys.length > 0) await redis.del(...keys);
  });
};
test.afterEach(restoreAccess);

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Makes the session's last PIN 16 minutes old. */
const provenEarlier = async (page: Page): Promise<void> => {
  const cookie = (await page.context().cookies()).find(({ name }) => name === 'admin_session');
  const hash = createHash('sha256').update(cookie!.value).digest('hex');
  await withRedis((redis) => redis.hset(`gateway:session:${hash}`, 'provenAt', Date.now() - 16 * 60_000));
};

const addAuthenticator = async (page: Page): Promise<CDPSession> => {
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  await session.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'internal', automaticPresenceSimulation: true },
  });
  return session;
};

/** Logs in over HTTP from a device that the shop does not know. */
const logInElsewhere = async (pin: string) => {
  const elsewhere = await playwrightRequest.newContext({ baseURL: SHOP_URL });
  const reply = await elsewhere.post('/api/admin/login', { data: { pin }, headers: fromSite });
  return { status: reply.status(), body: (await reply.json()) as ErrorBody };
};

const logIn = async (page: Page, pin: string): Promise<void> => {
  await page.goto('/admin');
  await page.getByLabel(/^PIN/).fill(pin);
  await page.getByRole('button', { name: 'Log in' }).click();
  await expect(page).toHaveURL(/\/admin\/panel/);
};

test('an export of orders asks for the PIN again 15 minutes after the last, and goes on', async ({ page }) => {
  await openTab(page, 'Orders');
  await provenEarlier(page);
  await page.getByRole('button', { name: 'Export CSV' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' });
  await expect(dialog).toBeVisible();
  await expectAccessible(page, 'the dialog', '[role=dialog]');
  await dialog.getByLabel(/^PIN/).fill('580273917');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(dialog.getByRole('alert')).toHaveText('Invalid PIN. Please try again.');
  await dialog.getByLabel(/^PIN/).fill(ADMIN_PIN);
  const download = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Export started')).toBeVisible();
  expect((await download).suggestedFilename()).toMatch(/^midwest-geodes-orders-/);
  await expect(dialog).toHaveCount(0);
});

test('with a passkey, a new device needs it besides the PIN, until the owner or the operator removes it', async ({
  page,
}) => {
  const authenticator = await addAuthenticator(page);
  await openTab(page, 'Settings');
  await provenEarlier(page);
  const passkeys = section(page, 'Passkeys');
  await expect(passkeys.getByRole('status')).toHaveText('There is no passkey: the PIN alone logs in on any device.');
  await passkeys.getByRole('button', { name: 'Add passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Enter your PIN' });
  await dialog.getByLabel(/^PIN/).fill(ADMIN_PIN);
  await dialog.getByRole('button', { name: 'Continue' }).click();
  await expect(toast(page, 'Passkey added')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(1);

  await passkeys.getByRole('button', { name: /^Rename passkey/ }).click();
  const rename = page.getByRole('dialog', { name: 'Rename the passkey' });
  await rename.getByLabel('Name').fill('Blue key');
  await rename.getByRole('button', { name: 'Rename' }).click();
  await expect(passkeys.getByRole('listitem')).toContainText('Blue key');

  expect(await logInElsewhere(ADMIN_PIN)).toMatchObject({ status: 401, body: { code: 'PASSKEY_REQUIRED' } });
  await page.context().clearCookies();
  await logIn(page, ADMIN_PIN);
  const used = (await (await page.request.get('/api/admin/passkeys')).json()) as PasskeyView[];
  expect(used).toMatchObject([{ name: 'Blue key', lastUsedAt: expect.any(String) as unknown as string }]);

  // it can be removed after it was lost
  await authenticator.send('WebAuthn.disable');
  await chooseTab(page, 'Settings');
  await passkeys.getByRole('button', { name: /^Remove passkey/ }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click();
  await expect(toast(page, 'Passkey removed')).toBeVisible();
  await expect(passkeys.getByRole('listitem')).toHaveCount(0);
  await addAuthenticator(page);
  await test.step('the PIN is asked for again if it gets too old before the passkey is confirmed', async () => {
    await page.route('**/api/admin/passkeys/options', async (route) => {
      const response = await route.fetch();
      await provenEarlier(page);
      await route.fulfill({ response });
    });
    await passkeys.getByRole('button', { name: 'Add passkey' }).click();
    await dialog.getByLabel(/^PIN/).fill(ADMIN_PIN);
    await dialog.getByRole('button', { name: 'Continue' }).click();
    await expect(passkeys.getByRole('listitem')).toHaveCount(1);
  });

  expect(await ops(['forget-passkeys'])).toEqual({ forgotten: 1 });
  expect(await logInElsewhere(ADMIN_PIN)).toMatchObject({ status: 200 });
});

test('a new PIN is refused if it is weak, and ends all other sessions', async ({ page }) => {
  const elsewhere = await playwrightRequest.newContext({ baseURL: SHOP_URL });
  await signIn(elsewhere);
  await openTab(page, 'Settings');
  await section(page, 'PIN').getByRole('button', { name: 'Change PIN' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change PIN' });
  const fill = async (pin: string, again = pin) => {
    await dialog.getByLabel(/^New PIN ?9/).fill(pin);
    await dialog.getByLabel(/^New PIN again/).fill(again);
    await dialog.getByRole('button', { name: 'Change PIN' }).click();
  };
  await dialog.getByLabel(/^Present PIN/).fill(ADMIN_PIN);
  await fill('112233445');
  await expect(dialog.getByText(/^This PIN is among the first that people try\./)).toBeVisible();
  await fill(NEW_PIN, '580273917');
  await expect(dialog.getByText('The two new PINs are not the same.')).toBeVisible();
  await expectAccessible(page, 'the dialog', '[role=dialog]');
  await fill(NEW_PIN);
  await expect(toast(page, 'PIN changed')).toBeVisible();
  await expect(dialog).toHaveCount(0);
  expect((await elsewhere.get('/api/admin/sessions')).status()).toBe(401);
  expect((await page.request.get('/api/admin/sessions')).status()).toBe(200);
  expect((await logInElsewhere(ADMIN_PIN)).status).toBe(401);
  expect((await logInElsewhere(NEW_PIN)).status).toBe(200);

  const data = { pin: NEW_PIN, newPin: ADMIN_PIN };
  expect((await page.request.post('/api/admin/pin', { data, headers: fromSite })).status()).toBe(204);
});

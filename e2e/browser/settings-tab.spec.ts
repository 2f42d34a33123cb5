import { randomUUID } from 'node:crypto';
import { expect, type Locator, type Page, request as playwrightRequest } from '@playwright/test';
import type { AdminSession, Letter, LetterList, OrderEventList, OrderEventView, ShopHealth } from '@geodes/contracts';
import { SHOP_URL } from '../shop/settings.js';
import { fromSite, signIn } from '../shop/calls.js';
import { MISSING_PICTURE, openTab } from './owner-tab.js';
import { FAILED_RESPONSE, test, toast } from './site.js';
import { expectAccessible } from './expect-accessible.js';

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1';

test.use({ expectedErrors: MISSING_PICTURE });

const section = (page: Page, name: string): Locator => page.getByRole('region', { name, exact: true });

/** Logs the owner in from a second browser. */
const loggedInElsewhere = async (userAgent = IPHONE) => {
  const elsewhere = await playwrightRequest.newContext({ baseURL: SHOP_URL, userAgent });
  await signIn(elsewhere);
  const sessions = (await (await elsewhere.get('/api/admin/sessions')).json()) as AdminSession[];
  return { elsewhere, label: sessions.find(({ isCurrent }) => isCurrent)!.label };
};

test('the settings show health, events, a reconciliation and the last ten sessions, accessibly and in 320 px', async ({
  page,
}) => {
  const usedAt = (minute: number) => new Date(Date.UTC(2026, 0, 1, 12, 59 - minute)).toISOString();
  await page.route('**/api/admin/sessions', (route) =>
    route.fulfill({
      json: Array.from({ length: 13 }, (_, place): AdminSession => ({
        id: String(place).padStart(16, '0'),
        device: `Device ${place + 1}`,
        label: `Device ${place + 1} abcdef`,
        startedAt: usedAt(60),
        lastUsedAt: usedAt(place),
        isCurrent: place === 12,
      })),
    }),
  );
  await openTab(page, 'Settings');
  await test.step('each component is shown with its version and health, and no event has failed', async () => {
    const health = section(page, 'Health');
    await expect(health.getByRole('status')).toHaveText('Everything runs and is well.');
    await expect(health.getByRole('listitem')).toHaveCount(9);
    for (const name of ['Gateway', 'Catalogue', 'Orders', 'Payments', 'Pictures'])
      await expect(health.getByRole('listitem').filter({ hasText: name }).first()).toContainText(
        /Version \d+\.\d+\.\d+, for /,
      );
    for (const name of ['PostgreSQL', 'Redis', 'NATS', 'Object store'])
      await expect(health.getByRole('listitem').filter({ hasText: name })).toContainText('Well');
    await expect(section(page, 'Events').getByRole('status')).toHaveText(/^No event has failed\./);
    await health.getByRole('button', { name: 'Look again' }).click();
    await expect(health.getByRole('status')).toHaveText('Everything runs and is well.');
  });
  await test.step('the owner starts a reconciliation with Square and sees its result', async () => {
    const payments = section(page, 'Payments and Square');
    await payments.getByRole('button', { name: 'Compare now' }).click();
    await expect(payments.getByRole('status')).toHaveText(/of the last day checked/, { timeout: 30_000 });
    await expect(payments).toContainText('Last compared on');
  });
  await test.step('the last ten sessions are shown, and more on request', async () => {
    const sessions = section(page, 'Sessions');
    await expect(sessions.getByRole('status')).toHaveText('12 other sessions are open.');
    await expect(sessions.getByRole('listitem')).toHaveCount(10);
    // the current session is listed although it was used least recently
    await expect(sessions.getByRole('listitem').filter({ hasText: 'This session' })).toContainText('Device 13');
    await sessions.getByRole('button', { name: 'Show 3 more' }).press('Enter');
    await expect(sessions.getByRole('listitem')).toHaveCount(13);
    const less = sessions.getByRole('button', { name: 'Show the last 10 only' });
    await expect(less).toBeFocused();
    await less.press('Enter');
    await expect(sessions.getByRole('listitem')).toHaveCount(10);
  });
  await expectAccessible(page, 'the settings');
  await page.setViewportSize({ width: 320, height: 700 });
  const width = () => page.evaluate(() => document.documentElement.scrollWidth);
  await expect.poll(width).toBe(320);
});

test('the owner ends one other session, and all others after a confirmation', async ({ page }) => {
  const { elsewhere, label } = await loggedInElsewhere();
  const more = await loggedInElsewhere('Mozilla/5.0 (X11; Linux x86_64; rv:146.0) Gecko/20100101 Firefox/146.0');
  await openTab(page, 'Settings');
  const sessions = section(page, 'Sessions');
  await expect(sessions.getByRole('listitem').filter({ hasText: 'This session' })).toHaveCount(1);
  await expect(sessions.getByRole('listitem').filter({ hasText: 'Safari on iOS' }).first()).toContainText('last used');
  await sessions.getByRole('button', { name: `End session: ${label}` }).click();
  await expect(toast(page, 'Session ended')).toBeVisible();
  await expect(sessions.getByRole('button', { name: `End session: ${label}` })).toHaveCount(0);
  expect((await elsewhere.post('/api/admin/verify', { headers: fromSite })).status()).toBe(401);
  expect((await more.elsewhere.post('/api/admin/verify', { headers: fromSite })).status()).toBe(200);

  await sessions.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).click();
  expect((await more.elsewhere.post('/api/admin/verify', { headers: fromSite })).status()).toBe(200);
  await sessions.getByRole('button', { name: 'End all others' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
  await expect(sessions.getByRole('status')).toHaveText('You are logged in here only.');
  expect((await more.elsewhere.post('/api/admin/verify', { headers: fromSite })).status()).toBe(401);
  await expect(sessions.getByRole('listitem')).toHaveCount(1);
  await Promise.all([elsewhere.dispose(), more.elsewhere.dispose()]);
});

const failedEvent = (change: Partial<OrderEventView> = {}): OrderEventView => ({
  id: randomUUID(),
  type: 'order.paid',
  orderId: randomUUID(),
  orderNumber: 'AB12CD34',
  state: 'failed',
  createdAt: '2026-11-20T10:00:00.000Z',
  enqueued: 10,
  nextTryAt: null,
  failures: 10,
  lastError: 'The reservation of this order is gone.',
  lastFailedAt: '2026-11-20T10:04:00.000Z',
  failedAt: '2026-11-20T10:04:00.000Z',
  doneAt: null,
  droppedAt: null,
  droppedBy: null,
  droppedReason: null,
  ...change,
});
/** Pretends that these events failed; a retry or a drop removes one. Returns the list of requests. */
const pretend = async (page: Page, failed: OrderEventView[]): Promise<{ path: string; body: unknown }[]> => {
  const requests: { path: string; body: unknown }[] = [];
  await page.route('**/api/admin/failed-events', (route) => {
    const list: OrderEventList = { events: failed, counts: { failed: failed.length, waiting: 0 } };
    return route.fulfill({ json: list });
  });
  await page.route('**/api/admin/failed-events/**', (route) => {
    const path = new URL(route.request().url()).pathname;
    requests.push({ path, body: route.request().postDataJSON() as unknown });
    const at = failed.findIndex(({ id }) => path.includes(id));
    const gone = at < 0 ? failed.splice(0) : failed.splice(at, 1);
    return route.fulfill({ json: at < 0 ? { retried: gone.length } : gone[0] });
  });
  return requests;
};

test('a failing component, letter or event is named; a letter can be sent again, an event retried or dropped', async ({
  page,
}) => {
  await page.route('**/api/admin/health', async (route) => {
    const real = (await (await route.fetch()).json()) as ShopHealth;
    const parts = real.parts.map((part) => {
      if (part.name === 'payments') return { ...part, state: 'failing', failing: ['postgres'] };
      return part.name === 'media' ? { ...part, state: 'away', version: null, startedAt: null } : part;
    });
    await route.fulfill({ json: { ...real, parts } });
  });
  const letter: Letter = {
    id: randomUUID(),
    kind: 'order-paid',
    orderId: randomUUID(),
    orderNumber: 'AB12CD34',
    state: 'failed',
    createdAt: '2026-11-21T09:30:00.000Z',
    tries: 29,
    nextTryAt: null,
    lastError: '550 No such user here',
  };
  const letters = [letter];
  await page.route('**/api/admin/letters', (route) => {
    const counts = { waiting: 0, failed: letters.length, off: 0 };
    return route.fulfill({ json: { letters, counts, hasMailServer: true } satisfies LetterList });
  });
  await page.route(`**/api/admin/letters/${letter.id}/retry`, (route) =>
    route.fulfill({ json: { retried: letters.splice(0).length } }),
  );
  const [first, second] = [failedEvent(), failedEvent({ orderNumber: 'EF56AB78', type: 'order.archived' })];
  const requests = await pretend(page, [first, second]);
  await openTab(page, 'Settings');
  await test.step('a failing component is named', async () => {
    const health = section(page, 'Health');
    await expect(health.getByRole('status')).toHaveText('2 parts need attention: Payments, Pictures.');
    await expect(health.getByRole('listitem').filter({ hasText: 'Everything with Square' })).toContainText(
      'Misses PostgreSQL',
    );
    await expect(health.getByRole('listitem').filter({ hasText: 'Uploads' })).toContainText('Away');
  });
  await test.step('failed letters show the words of the mail server and can be sent again', async () => {
    const list = section(page, 'Letters');
    await expect(list.getByRole('status')).toHaveText('1 letter failed and waits for you.');
    await expect(list.getByRole('listitem')).toContainText('550 No such user here');
    await list.getByRole('button', { name: 'Try again: Confirmation to the buyer, order AB12CD34' }).click();
    await expect(list.getByRole('status')).toHaveText('All letters are sent.');
  });
  const events = section(page, 'Events');
  await test.step('a failed event shows the reason and can be retried', async () => {
    await expect(events.getByRole('status')).toHaveText('2 events failed and wait for you.');
    await expect(events.getByRole('listitem').first()).toContainText('The reservation of this order is gone.');
    await events.getByRole('button', { name: 'Retry: order AB12CD34' }).click();
    await expect(events.getByRole('status')).toHaveText('1 event failed and waits for you.');
    expect(requests.splice(0)).toEqual([{ path: `/api/admin/failed-events/${first.id}/retry`, body: null }]);
  });
  await test.step('a failed event can be dropped only with a reason', async () => {
    const opener = events.getByRole('button', { name: 'Give up: order EF56AB78' });
    await opener.click();
    const dialog = page.getByRole('dialog', { name: 'Give up the event' });
    await dialog.getByRole('button', { name: 'Give up', exact: true }).click();
    await expect(dialog.getByText('Please say why it need not be applied.')).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(dialog).toBeHidden();
    await expect(opener).toBeFocused();
    expect(requests).toEqual([]);
    await opener.click();
    await dialog.getByLabel('Why it need not be applied').fill('Counted by hand');
    await page.keyboard.press('Enter');
    await expect(events.getByRole('status')).toHaveText('No event has failed.');
    await expect(toast(page, 'Event given up')).toBeVisible();
    expect(requests).toMatchObject([
      { path: expect.stringContaining(second.id) as unknown as string, body: { reason: 'Counted by hand' } },
    ]);
  });
});

test.describe('a section that fails to load', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('when one section of the settings fails to load, the others are still shown', async ({ page }) => {
    for (const part of ['health', 'failed-events', 'sessions'])
      await page.route(`**/api/admin/${part}`, (route) =>
        route.fulfill({
          status: 503,
          json: { statusCode: 503, code: 'UNAVAILABLE', message: 'Catching its breath.' },
        }),
      );
    await openTab(page, 'Settings');
    for (const name of ['Health', 'Events', 'Sessions'])
      await expect(section(page, name).getByRole('status')).toHaveText('Catching its breath.');
    await expect(section(page, 'Shop details').getByLabel('Contact email')).toHaveValue(/@/);
  });
});

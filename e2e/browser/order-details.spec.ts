import { expect } from '@playwright/test';
import { fromSite, signIn } from '../shop/calls.js';
import { FAILED_RESPONSE, overrideSquareConfig, stopFaking, test, toast, uniqueWord } from './site.js';
import {
  archive,
  type Bought,
  detail,
  openDetail,
  openOrders,
  openView,
  orders,
  row,
  setStatus,
  statusOf,
} from './orders-panel.js';

test('the order details show items, address, buyer and payment, with a link to Square; status and archive can be changed there', async ({
  page,
  request,
  context,
}) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1, 2)) as [Bought];
  await overrideSquareConfig(page, { environment: 'production' });
  await openOrders(page, word);
  const dialog = await openDetail(page, order);
  await expect(dialog).toContainText('AWAITING SHIPMENT');
  for (const geode of order.geodes) {
    const item = dialog.getByRole('listitem').filter({ hasText: geode.title });
    await expect(item.getByRole('img', { name: geode.title })).toBeVisible();
    await expect(item).toContainText('$80.00');
    await expect(item).toContainText('Keokuk, Iowa');
    await expect(item).toContainText('Quartz · 3.5 inches');
    await expect(item).toContainText('Quantity 1');
  }
  for (const [term, amount] of [
    ['Subtotal', '$160.00'],
    ['First-time customer, 10% off', '−$16.00'],
    ['Shipping', 'Free'],
    ['Total', '$144.00'],
  ] as const)
    await expect(dialog.locator('dl > div').filter({ hasText: term }).filter({ hasText: amount })).toBeVisible();
  await expect(dialog.getByRole('link', { name: order.email })).toHaveAttribute('href', `mailto:${order.email}`);
  for (const line of ['1 Main Street', 'Keokuk, IA 52632']) await expect(dialog.getByText(line)).toBeVisible();
  await test.step('the payment links to Square’s dashboard', async () => {
    await expect(dialog.getByText('(Square)')).toBeVisible();
    const link = dialog.getByRole('link', { name: /Square’s dashboard/ });
    await expect(link).toHaveAttribute('href', /^https:\/\/app\.squareup\.com\/dashboard\/sales\/transactions\/.{6,}/);
    await expect(link).toHaveAttribute('target', '_blank');
  });
  await test.step('the address can be copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await expect(toast(page, 'Address copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Demo Buyer\n1 Main Street\nKeokuk, IA 52632\nUS',
    );
  });
  await test.step('nothing is in the history yet', async () => {
    const toggle = dialog.getByRole('button', { name: 'History', exact: true });
    await expect(toggle).toHaveAttribute('aria-expanded', 'false');
    await toggle.click();
    await expect(toggle).toHaveAttribute('aria-expanded', 'true');
    await expect(dialog.getByText('Nothing was changed here')).toBeVisible();
  });
  await test.step('the status can be changed here too; its selector keeps the focus and accepts no further change meanwhile', async () => {
    const sent: unknown[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/admin/orders/${order.id}/status`, async (route) => {
      sent.push(route.request().postDataJSON());
      await released;
      await route.continue();
    });
    const status = statusOf(dialog, order);
    await status.focus();
    await page.keyboard.type('Deli');
    await expect(status).toHaveAttribute('aria-disabled', 'true');
    await expect(status).toBeFocused();
    await page.keyboard.type('Comp');
    release();
    await expect(toast(page, 'Order status updated')).toBeVisible();
    await expect(status).toBeEnabled();
    await expect(status).toBeFocused();
    await expect(status).toHaveValue('delivered');
    expect(sent).toEqual([{ status: 'delivered' }]);
    await expect(dialog.getByText('Delivered', { exact: true }).first()).toBeVisible();
    await expect(dialog.getByRole('button', { name: /Archive/ })).toHaveCount(0);
  });
  await test.step('the history shows the status as soon as it is set', async () => {
    const entries = dialog.getByRole('group', { name: 'History' }).getByRole('listitem');
    await expect(entries).toHaveCount(1);
    await expect(entries.first()).toContainText(/Status\s*Awaiting Shipment.*Delivered/);
  });
  await page.keyboard.press('Escape');
  await expect(dialog).toBeHidden();
  await openView(page, 'Completed Orders');
  await openDetail(page, order);
  await dialog.getByRole('button', { name: /Archive/ }).click();
  await expect(toast(page, 'Order archived')).toBeVisible();
  await expect(dialog.getByText(/^Archived /)).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(row(page, order)).toHaveCount(0);
});

test('a packing slip is one page with address and items, without prices', async ({ page, request }) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1, 16)) as [Bought];
  await page.addInitScript(() => {
    window.print = () => undefined;
  });
  await openOrders(page, word);
  const dialog = await openDetail(page, order);
  await dialog.getByRole('button', { name: 'Print packing slip' }).click();
  const slip = page.getByRole('region', { name: `Packing slip ${order.number}`, includeHidden: true });
  await expect(slip).toBeAttached();
  await expect(slip).toBeHidden();
  await expect(page).toHaveTitle(`Packing slip ${order.number}`);
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  await expect(slip).toBeVisible();
  await expect(dialog).toBeHidden();
  await expect(page.locator('#root')).toBeHidden();
  for (const text of [
    'Demo Buyer',
    '1 Main Street',
    'Keokuk, IA 52632',
    '16 pieces',
    ...order.geodes.map(({ title }) => title),
  ])
    await expect(slip.getByText(text, { exact: true })).toBeVisible();
  await expect(slip).not.toContainText('$');
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  const pdf = (await page.pdf({ format: 'Letter' })).toString('latin1');
  expect(pdf.match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  await test.step('after printing the slip is removed', async () => {
    await expect(slip).toHaveCount(0);
    await page.emulateMedia({ media: 'screen' });
    await expect(dialog).toBeVisible();
    await expect(page).not.toHaveTitle(/Packing slip/);
  });
  await test.step('the simulator has no dashboard', async () => {
    await expect(dialog.getByRole('link', { name: /dashboard/ })).toHaveCount(0);
  });
});

test.describe('failed changes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed list can be retried; a failed change shows the specified message, and the row stays unchanged', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await test.step('an order list that fails to load can be retried', async () => {
      const message = 'A part of the shop is away. Please try again in a moment.';
      const broken = (url: URL) => url.pathname === '/api/admin/orders';
      await page.route(broken, (route) =>
        route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message } }),
      );
      await openOrders(page);
      const alert = page.getByRole('alert').filter({ hasText: 'Unable to Load Orders' });
      await expect(alert).toContainText(message);
      await stopFaking(page, broken);
      await page.getByRole('button', { name: 'Try Again' }).click();
      await expect(alert).toHaveCount(0);
      await page.getByLabel('Search orders').fill(word);
      await expect(row(page, order)).toBeVisible();
    });
    await setStatus(request, order, 'delivered');
    await openView(page, 'Completed Orders');
    await page.route(`**/api/admin/orders/${order.id}/*`, (route) =>
      route.fulfill({ status: 500, json: { statusCode: 500, code: 'INTERNAL', message: 'Something went wrong.' } }),
    );
    await statusOf(page, order).selectOption('shipped');
    await expect(toast(page, 'Failed to update order status')).toContainText('Please try again.');
    await expect(statusOf(page, order)).toHaveValue('delivered');
    await page.getByRole('button', { name: `Archive order ${order.number}` }).click();
    await expect(toast(page, 'Failed to archive order')).toContainText('Please try again.');
    await expect(row(page, order)).toContainText('Delivered');
  });

  test('a change to an order that has changed meanwhile shows the server’s message, and the order is read again; a refused tracking number can be saved after that', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [order, other] = (await orders(request, word, 2)) as [Bought, Bought];
    for (const one of [order, other]) await setStatus(request, one, 'shipped');
    await openOrders(page, word);
    const isFound = (url: string) => url.includes('view=completed') && url.includes(word);
    const found = page.waitForResponse((reply) => isFound(reply.url()));
    await openView(page, 'Completed Orders');
    await found;
    await expect(row(page, order)).toBeVisible();
    await archive(request, order);
    await statusOf(page, order).selectOption('delivered');
    await expect(toast(page, 'Failed to update order status')).toContainText(
      'This order is in the archive; its status can no longer be changed.',
    );
    await expect(row(page, order)).toHaveCount(0);

    const dialog = await openDetail(page, other);
    await test.step('a tracking number is refused once, so that the owner sees the order before they save it', async () => {
      await setStatus(request, other, 'delivered');
      await dialog.getByRole('button', { name: 'Add tracking' }).click();
      const tracking = page.getByRole('dialog', { name: 'Tracking', exact: true });
      await tracking.getByLabel('Tracking number').fill('9400');
      await tracking.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Failed to update order status')).toContainText('This order is delivered by now.');
      await expect(statusOf(dialog, other)).toHaveValue('delivered');
      await expect(tracking.getByLabel('Tracking number')).toHaveValue('9400');
      await tracking.getByRole('button', { name: 'Save' }).click();
      await expect(toast(page, 'Tracking updated')).toContainText(other.number);
      await expect(statusOf(dialog, other)).toHaveValue('delivered');
    });
    await setStatus(request, other, 'paid');
    await dialog.getByRole('button', { name: /Archive/ }).click();
    await expect(toast(page, 'Failed to archive order')).toContainText(
      'Only shipped, delivered and completed orders can be archived.',
    );
    await expect(dialog.getByText('AWAITING SHIPMENT', { exact: true })).toBeVisible();
  });

  test('a typed tracking number stays when the session ends, and is saved after a log-in elsewhere', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await openOrders(page, word);
    const dialog = await openDetail(page, order);
    await statusOf(dialog, order).selectOption('shipped');
    const asked = page.getByRole('dialog', { name: 'Mark as shipped' });
    await asked.getByLabel('Tracking number').fill('9400');
    await page.request.post('/api/admin/logout', { headers: fromSite });
    const save = asked.getByRole('button', { name: 'Mark as Shipped' });
    await save.click();
    await expect(asked.getByRole('alert')).toContainText('You have been logged out.');
    await expect(asked.getByLabel('Tracking number')).toHaveValue('9400');
    await signIn(page.request);
    await save.click();
    await expect(toast(page, 'Order status updated')).toContainText(order.number);
  });

  test('a change that fails or succeeds late does not affect the order that is open by then', async ({
    page,
    request,
  }) => {
    const word = uniqueWord();
    const [first, second] = (await orders(request, word, 2)) as [Bought, Bought];
    await openOrders(page, word);
    const waiting: (() => void)[] = [];
    await page.route(`**/api/admin/orders/${first.id}/status`, async (route) => {
      const isRefused = waiting.length === 0;
      await new Promise<void>((resolve) => waiting.push(resolve));
      const message = 'The order changed meanwhile.';
      if (isRefused) await route.fulfill({ status: 409, json: { statusCode: 409, code: 'CHANGED', message } });
      else await route.continue();
    });
    for (const [round, title, read] of [
      [1, 'Failed to update order status', first.id],
      [2, 'Order status updated', word],
    ] as const) {
      const dialog = await openDetail(page, first);
      await statusOf(dialog, first).selectOption('pending');
      await page.keyboard.press('Escape');
      await expect(dialog).toBeHidden();
      await openDetail(page, second);
      await expect(statusOf(detail(page, second), second)).toBeEnabled();
      const isRead = page.waitForResponse((reply) => reply.url().includes(`search=${read}`));
      await expect.poll(() => waiting.length).toBe(round);
      waiting.at(-1)?.();
      await expect(toast(page, title)).toBeVisible();
      await (await isRead).finished();
      await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
      await expect(detail(page, first)).toHaveCount(0);
      await expect(detail(page, second)).toBeVisible();
      await page.keyboard.press('Escape');
      await expect(detail(page, second)).toBeHidden();
    }
  });
});

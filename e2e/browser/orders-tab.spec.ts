import { randomUUID } from 'node:crypto';
import { AxeBuilder } from '@axe-core/playwright';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Geode, RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { ADMIN_PIN } from '../shop/address.js';
import { buy, fromSite } from '../shop/calls.js';
import { ONLY_DESKTOP } from './only-desktop.js';
import { FAILED_RESPONSE, isPhone, uniqueWord, putOnSale, test, toast, overrideSquareConfig } from './buyer.js';

interface Bought {
  id: string;
  number: string;
  email: string;
  geodes: Geode[];
}

/** Places orders for one test, for geodes with its word in their titles. */
const orders = async (request: APIRequestContext, word: string, count: number, geodesEach = 1): Promise<Bought[]> => {
  const geodes = await putOnSale(request, count * geodesEach, (index) => ({
    title: `Stone ${word} ${index + 1}`,
    price: '80.00',
  }));
  const bought: Bought[] = [];
  for (let index = 0; index < count; index += 1) {
    const own = geodes.slice(index * geodesEach, (index + 1) * geodesEach);
    const email = `demo-${randomUUID()}@example.com`;
    const reply = await buy(
      request,
      own.map(({ id }) => id),
      { email },
    );
    expect(reply.status(), await reply.text()).toBe(201);
    const { orderId: id } = (await reply.json()) as { orderId: string };
    bought.push({ id, number: id.slice(-8).toUpperCase(), email, geodes: own });
  }
  return bought;
};

const setStatus = async (request: APIRequestContext, { id }: Bought, status: string) => {
  const reply = await request.put(`/api/admin/orders/${id}/status`, { data: { status }, headers: fromSite });
  expect(reply.status()).toBe(200);
};
const archive = async (request: APIRequestContext, { id }: Bought) =>
  expect((await request.put(`/api/admin/orders/${id}/archive`, { headers: fromSite })).status()).toBe(200);

const openPanel = async (page: Page) => {
  await page.goto('/admin');
  await page.getByLabel(/^PIN/).fill(ADMIN_PIN);
  await page.keyboard.press('Enter');
  await page.waitForURL('**/admin/panel');
};
const openTab = async (page: Page, name: string) =>
  isPhone()
    ? page.getByLabel('Tab', { exact: true }).selectOption({ label: name })
    : page.getByRole('tab', { name, exact: true }).click();
/** Opens the Orders tab with the orders of a test. */
const openOrders = async (page: Page, word = '') => {
  await openPanel(page);
  await openTab(page, 'Orders');
  await expect(page.getByRole('heading', { name: 'Orders', exact: true })).toBeVisible();
  if (word) await page.getByLabel('Search orders').fill(word);
};
const openView = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
const row = (page: Page, { number }: Bought): Locator =>
  page.getByRole(isPhone() ? 'listitem' : 'row').filter({ hasText: number });
const rows = (page: Page, word: string): Locator =>
  page.getByRole(isPhone() ? 'listitem' : 'row').filter({ hasText: word });
const statusOf = (place: Page | Locator, { number }: Bought) => place.getByLabel(`Status of ${number}`);
const detail = (page: Page, { number }: Bought) => page.getByRole('dialog', { name: `Order ${number}` });
const openDetail = async (page: Page, order: Bought): Promise<Locator> => {
  await page.getByRole('button', { name: `View order ${order.number}` }).click();
  const dialog = detail(page, order);
  await expect(dialog).toBeVisible();
  return dialog;
};

test('an order moves from Awaiting Shipment to Completed Orders and into the Order Archive', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [first, second] = (await orders(request, word, 2)) as [Bought, Bought];
  await openOrders(page, word);
  await expect(page.getByRole('status').filter({ hasText: '2 orders' })).toBeVisible();
  await expect(row(page, first)).toContainText('AWAITING SHIPMENT');
  await expect(row(page, first)).toContainText('Demo Buyer');
  await expect(row(page, first)).toContainText('$72.00');
  await expect(page.getByRole('button', { name: /^Archive/ })).toHaveCount(0);

  await statusOf(page, first).selectOption('shipped');
  await expect(toast(page, 'Order status updated')).toContainText(`${first.number}: Shipped`);
  await expect(row(page, first)).toHaveCount(0);
  await expect(row(page, second)).toBeVisible();

  await openView(page, 'Completed Orders');
  await expect(row(page, first)).toContainText('Shipped');
  await expect(row(page, second)).toHaveCount(0);
  await page.getByRole('button', { name: `Archive order ${first.number}` }).click();
  await expect(toast(page, 'Order archived')).toContainText(first.number);
  await expect(row(page, first)).toHaveCount(0);

  await openView(page, 'Order Archive');
  await expect(row(page, first)).toContainText('Shipped');
  await expect(statusOf(page, first)).toHaveCount(0);
  const dialog = await openDetail(page, first);
  await expect(dialog.getByText(/^Archived /)).toBeVisible();
  await expect(dialog.getByRole('combobox')).toHaveCount(0);
  await expect(dialog.getByRole('button', { name: /Archive/ })).toHaveCount(0);
});

test('orders are fetched when their tab opens, archived orders when their view opens', async ({ page, request }) => {
  await orders(request, uniqueWord(), 1);
  const paths: string[] = [];
  page.on('request', (one) => paths.push(new URL(one.url()).pathname));
  const calls = (path: string) => paths.filter((one) => one === path).length;
  await openPanel(page);
  await expect(page.getByRole('heading', { name: 'Inventory' })).toBeVisible();
  expect([calls('/api/admin/orders'), calls('/api/admin/orders/archived')]).toEqual([0, 0]);
  await openTab(page, 'Orders');
  await expect(page.getByRole('button', { name: /^View order/ }).first()).toBeVisible();
  await openView(page, 'Completed Orders');
  await expect(page.getByRole('status').filter({ hasText: /order/ })).toBeVisible();
  expect(calls('/api/admin/orders')).toBeGreaterThan(0);
  expect(calls('/api/admin/orders/archived')).toBe(0);
  await openView(page, 'Order Archive');
  await expect.poll(() => calls('/api/admin/orders/archived')).toBe(1);
});

test('a search finds orders by name, email, number and title in the view, and applies to the other views too', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [paid, sent] = (await orders(request, word, 2)) as [Bought, Bought];
  await setStatus(request, sent, 'delivered');
  await openOrders(page);
  const field = page.getByLabel('Search orders');
  for (const text of [paid.number, paid.number.slice(0, 6).toLowerCase(), paid.id, paid.email, `buyer ${word}`]) {
    await field.fill(text);
    await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
    await expect(row(page, paid)).toBeVisible();
  }
  await field.fill(`${word} nobody`);
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible();
  await field.fill(word);
  await expect(row(page, paid)).toBeVisible();
  await openView(page, 'Completed Orders');
  await expect(field).toHaveValue(word);
  await expect(row(page, sent)).toContainText('Delivered');
  await expect(row(page, paid)).toHaveCount(0);
});

test('typing a search sends one request, after a pause', { tag: ONLY_DESKTOP }, async ({ page, request }) => {
  const [order] = (await orders(request, uniqueWord(), 1)) as [Bought];
  await openOrders(page);
  await expect(page.getByRole('button', { name: /^View order/ }).first()).toBeVisible();
  const searches: string[] = [];
  page.on('request', (one) => {
    const search = new URL(one.url()).searchParams.get('search');
    if (search !== null) searches.push(search);
  });
  await page.getByLabel('Search orders').pressSequentially(order.number, { delay: 20 });
  await expect(page.getByRole('status').filter({ hasText: /^1 order$/ })).toBeVisible();
  expect(searches).toEqual([order.number]);
});

test('a chosen status overrides the view and finds orders of all views', async ({ page, request }) => {
  const word = uniqueWord();
  const [waiting, sent, old] = (await orders(request, word, 3)) as [Bought, Bought, Bought];
  await setStatus(request, waiting, 'pending');
  await setStatus(request, sent, 'delivered');
  await setStatus(request, old, 'shipped');
  await archive(request, old);
  await openOrders(page, word);
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible();
  const filter = page.getByLabel('Status', { exact: true });
  await expect(filter.getByRole('option')).toHaveText([
    'All statuses',
    'Pending',
    'Awaiting Shipment',
    'Shipped',
    'Delivered',
    'Completed',
    'Cancelled',
  ]);
  await filter.selectOption('pending');
  await expect(row(page, waiting)).toContainText('Pending');
  await expect(page.getByText('Orders of every view with the status Pending.')).toBeVisible();
  await filter.selectOption('delivered');
  await expect(row(page, sent)).toContainText('Delivered');
  await expect(row(page, waiting)).toHaveCount(0);
  await filter.selectOption('cancelled');
  await expect(page.getByText('No order with the status Cancelled matches your search.')).toBeVisible();
  await openView(page, 'Order Archive');
  await filter.selectOption('shipped');
  await expect(row(page, old)).toBeVisible();
  await page.getByRole('button', { name: 'Show all statuses' }).click();
  await expect(filter).toHaveValue('all');
});

test('a long list loads page by page, newest first', async ({ page, request }) => {
  await orders(request, uniqueWord(), 1);
  const { orders: real } = (await (
    await request.get('/api/admin/orders?page=1&limit=1')
  ).json()) as RefundableOrderPage;
  const requestedPages: string[] = [];
  const TOTAL = 45;
  await page.route(/\/api\/admin\/orders\?/, async (route) => {
    const query = new URL(route.request().url()).searchParams;
    const [number, limit] = [Number(query.get('page')), Number(query.get('limit'))];
    requestedPages.push(`${number}/${limit}`);
    const first = (number - 1) * limit;
    const orders = Array.from({ length: Math.min(limit, TOTAL - first) }, (_, index) => ({
      ...(real[0] as RefundableOrder),
      id: `00000000-0000-4000-8000-0000000000${first + index + 10}`,
    }));
    const pages = { page: number, limit, total: TOTAL, totalPages: Math.ceil(TOTAL / limit) };
    await route.fulfill({ json: { orders, ...pages } satisfies RefundableOrderPage });
  });
  await openOrders(page);
  await expect(page.getByRole('status').filter({ hasText: '1–20 of 45 orders' })).toBeVisible();
  await page.getByRole('button', { name: 'Page 3' }).click();
  await expect(page.getByRole('status').filter({ hasText: '41–45 of 45 orders' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Page 3' })).toHaveAttribute('aria-current', 'page');
  await expect(page.getByRole('button', { name: 'Next page' })).toBeDisabled();
  await page.getByRole('button', { name: 'Previous page' }).click();
  await expect(page.getByRole('status').filter({ hasText: '21–40 of 45 orders' })).toBeVisible();
  await test.step('another view starts at its first page', async () => {
    await openView(page, 'Completed Orders');
    await expect(page.getByRole('status').filter({ hasText: '1–20 of 45 orders' })).toBeVisible();
    expect(requestedPages.at(-1)).toBe('1/20');
  });
});

test('the order details show items, address, buyer and payment', async ({ page, request, context }) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1, 2)) as [Bought];
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
  await test.step('the simulator has no dashboard', async () => {
    await expect(dialog.getByText('(Square)')).toBeVisible();
    await expect(dialog.getByRole('link', { name: /dashboard/ })).toHaveCount(0);
  });
  await test.step('the address can be copied', async () => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await dialog.getByRole('button', { name: 'Copy address' }).click();
    await expect(toast(page, 'Address copied')).toBeVisible();
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
      'Demo Buyer\n1 Main Street\nKeokuk, IA 52632\nUS',
    );
  });
  await test.step('the status can be changed here too', async () => {
    await statusOf(dialog, order).selectOption('shipped');
    await expect(toast(page, 'Order status updated')).toBeVisible();
    await expect(dialog.getByText('Shipped', { exact: true }).first()).toBeVisible();
    await expect(statusOf(dialog, order)).toHaveValue('shipped');
    await expect(dialog.getByRole('button', { name: /Archive/ })).toHaveCount(0);
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

for (const [environment, address] of [
  ['sandbox', 'https://app.squareupsandbox.com/dashboard/sales/transactions/'],
  ['production', 'https://app.squareup.com/dashboard/sales/transactions/'],
] as const)
  test(`the payment links to Square’s dashboard: ${environment}`, { tag: ONLY_DESKTOP }, async ({ page, request }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await overrideSquareConfig(page, { environment });
    await openOrders(page, word);
    const dialog = await openDetail(page, order);
    const link = dialog.getByRole('link', { name: /Square’s dashboard/ });
    const href = await link.getAttribute('href');
    expect(href?.startsWith(address)).toBe(true);
    expect(href?.length).toBeGreaterThan(address.length + 5);
    await expect(link).toHaveAttribute('target', '_blank');
  });

test(
  'a packing slip is one page with address and items, without prices',
  { tag: ONLY_DESKTOP },
  async ({ page, request }) => {
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
  },
);

test(
  'a status selector keeps focus and accepts no further change while its request is pending',
  { tag: ONLY_DESKTOP },
  async ({ page, request }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await openOrders(page, word);
    const dialog = await openDetail(page, order);
    const sent: unknown[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/admin/orders/${order.id}/status`, async (route) => {
      sent.push(route.request().postDataJSON());
      await released;
      await route.continue();
    });
    const status = statusOf(dialog, order);
    await status.focus();
    await page.keyboard.type('Ship');
    await expect(status).toHaveAttribute('aria-disabled', 'true');
    await expect(status).toBeFocused();
    await page.keyboard.type('Deli');
    release();
    await expect(toast(page, 'Order status updated')).toBeVisible();
    await expect(status).toBeEnabled();
    await expect(status).toBeFocused();
    await expect(status).toHaveValue('shipped');
    expect(sent).toEqual([{ status: 'shipped' }]);
  },
);

test.describe('failed changes', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a failed change shows the specified message, and the row stays unchanged', async ({ page, request }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await setStatus(request, order, 'delivered');
    await openOrders(page, word);
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

  test('a change to an order that has changed meanwhile shows the server’s message, and the row is read again', async ({
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
    await setStatus(request, other, 'paid');
    await dialog.getByRole('button', { name: /Archive/ }).click();
    await expect(toast(page, 'Failed to archive order')).toContainText(
      'Only shipped, delivered and completed orders can be archived.',
    );
    await expect(dialog.getByText('AWAITING SHIPMENT', { exact: true })).toBeVisible();
  });

  test(
    'a change that fails or succeeds late does not affect the order that is open by then',
    { tag: ONLY_DESKTOP },
    async ({ page, request }) => {
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
      for (const [title, read] of [
        ['Failed to update order status', first.id],
        ['Order status updated', word],
      ] as const) {
        const dialog = await openDetail(page, first);
        await statusOf(dialog, first).selectOption('pending');
        await page.keyboard.press('Escape');
        await expect(dialog).toBeHidden();
        await openDetail(page, second);
        await expect(statusOf(detail(page, second), second)).toBeEnabled();
        const isRead = page.waitForResponse((reply) => reply.url().includes(`search=${read}`));
        waiting.at(-1)?.();
        await expect(toast(page, title)).toBeVisible();
        await (await isRead).finished();
        await page.evaluate(() => new Promise((resolve) => setTimeout(resolve, 200)));
        await expect(detail(page, first)).toHaveCount(0);
        await expect(detail(page, second)).toBeVisible();
        await page.keyboard.press('Escape');
        await expect(detail(page, second)).toBeHidden();
      }
    },
  );

  test('an order list that fails to load can be retried', async ({ page, request }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    const message = 'A part of the shop is away. Please try again in a moment.';
    const broken = (url: URL) => url.pathname === '/api/admin/orders';
    await page.route(broken, (route) =>
      route.fulfill({ status: 503, json: { statusCode: 503, code: 'UNAVAILABLE', message } }),
    );
    await openOrders(page);
    await expect(page.getByRole('alert').filter({ hasText: 'Unable to Load Orders' })).toContainText(message);
    await page.unroute(broken);
    await page.getByRole('button', { name: 'Try Again' }).click();
    await page.getByLabel('Search orders').fill(word);
    await expect(row(page, order)).toBeVisible();
  });
});

test('the keyboard opens and closes an order, and focus returns', { tag: ONLY_DESKTOP }, async ({ page, request }) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1)) as [Bought];
  await openOrders(page, word);
  const view = page.getByRole('button', { name: `View order ${order.number}` });
  await view.focus();
  await page.keyboard.press('Enter');
  await expect(detail(page, order)).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(detail(page, order)).toBeHidden();
  await expect(view).toBeFocused();
  await expect(rows(page, word)).toHaveCount(1);
});

test('arrow keys choose tabs and views; axe finds no violation in the list and the details, light and dark', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1)) as [Bought];
  await openOrders(page, word);
  await expect(row(page, order)).toBeVisible();
  if (!isPhone()) {
    const tab = (name: string) => page.getByRole('tab', { name, exact: true });
    await tab('Orders').press('ArrowRight');
    await expect(tab('Showcase')).toBeFocused();
    await expect(page.getByRole('tabpanel', { name: 'Showcase' })).toBeVisible();
    await tab('Showcase').press('ArrowLeft');
  }
  await page.getByRole('tab', { name: /^Awaiting Shipment/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Completed Orders' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, order)).toBeVisible();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  const faults = async () =>
    (await new AxeBuilder({ page }).analyze()).violations.map(({ id, nodes }) => [id, nodes[0]?.html]);
  expect(await faults()).toEqual([]);
  const dialog = await openDetail(page, order);
  expect(await faults()).toEqual([]);
  await page.emulateMedia({ reducedMotion: 'reduce', colorScheme: 'dark' });
  expect(await faults()).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await expect(dialog).toBeHidden();
  expect(await faults()).toEqual([]);
});

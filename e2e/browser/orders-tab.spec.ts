import { expect, type Page } from '@playwright/test';
import type { RefundableOrder, RefundableOrderPage } from '@geodes/contracts';
import { isPhone, stopClock, test, toast, uniqueWord } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import {
  type Bought,
  orders,
  setStatus,
  openOrders,
  openView,
  row,
  rows,
  statusOf,
  detail,
  openDetail,
} from './orders-panel.js';
import { ON_PHONE } from './on-phone.js';
import { chooseTab, openTab } from './owner-tab.js';

const expectAccessibleList = async (page: Page) => {
  // the list is dimmed while it is read again
  await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
  await expectAccessible(page, 'the list');
};

test(
  'an order moves from Awaiting Shipment to Completed Orders and into the Order Archive',
  { tag: ON_PHONE },
  async ({ page, request }) => {
    const word = uniqueWord();
    const [first, second] = (await orders(request, word, 2)) as [Bought, Bought];
    const found = page.waitForResponse((response) => response.url().includes(word));
    await openOrders(page, word);
    await found;
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: /^2 orders/ })).toBeVisible();
    await expect(row(page, first)).toContainText('AWAITING SHIPMENT');
    await expect(row(page, first)).toContainText('Demo Buyer');
    await expect(row(page, first)).toContainText('$72.00');
    await expect(page.getByRole('button', { name: /^Archive/ })).toHaveCount(0);
    if (isPhone()) {
      await expectAccessibleList(page);
      const other = await openDetail(page, second);
      await expectAccessible(page, 'an order', '[role=dialog]');
      await page.keyboard.press('Escape');
      await expect(other).toBeHidden();
    }

    for (const order of [first, second]) await page.getByLabel(`Select order ${order.number}`).check();
    await statusOf(page, first).selectOption('shipped');
    await expect(toast(page, 'Order status updated')).toContainText(`${first.number}: Shipped`);
    await expect(row(page, first)).toHaveCount(0);
    await expect(page.getByRole('status').filter({ hasText: '1 order is selected' })).toBeVisible();
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
  },
);

test('orders are fetched when their tab opens, archived orders when their view opens', async ({ page, request }) => {
  await orders(request, uniqueWord(), 1);
  const paths: string[] = [];
  page.on('request', (one) => paths.push(new URL(one.url()).pathname));
  const calls = (path: string) => paths.filter((one) => one === path).length;
  await openTab(page, 'Inventory');
  expect([calls('/api/admin/orders'), calls('/api/admin/orders/archived')]).toEqual([0, 0]);
  await chooseTab(page, 'Orders');
  await expect(page.getByRole('button', { name: /^View order/ }).first()).toBeVisible();
  await openView(page, 'Completed Orders');
  await expect(page.getByRole('status').filter({ hasText: /order/ })).toBeVisible();
  expect(calls('/api/admin/orders')).toBeGreaterThan(0);
  expect(calls('/api/admin/orders/archived')).toBe(0);
  await openView(page, 'Order Archive');
  await expect.poll(() => calls('/api/admin/orders/archived')).toBe(1);
});

test('typing a search sends one request; it finds orders of the view, or of every view with a chosen status, and applies to the other views too', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [paid, sent] = (await orders(request, word, 2)) as [Bought, Bought];
  await setStatus(request, sent, 'delivered');
  await page.clock.install();
  await openOrders(page);
  const field = page.getByLabel('Search orders');
  const found = page.getByRole('status').filter({ hasText: /^1 order$/ });
  await test.step('typing sends one request, after a pause', async () => {
    await expect(page.getByRole('button', { name: /^View order/ }).first()).toBeVisible();
    const searches: string[] = [];
    page.on('request', (one) => {
      const search = new URL(one.url()).searchParams.get('search');
      if (search !== null) searches.push(search);
    });
    await stopClock(page);
    await field.pressSequentially(paid.number);
    await page.clock.runFor(300);
    await page.clock.resume();
    await expect(found).toBeVisible();
    await expect(row(page, paid)).toBeVisible();
    expect(searches).toEqual([paid.number]);
  });
  await field.fill(`buyer ${word}`);
  await expect(found).toBeVisible();
  await expect(row(page, paid)).toBeVisible();
  await field.fill(`${word} nobody`);
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible();
  await field.fill(word);
  await expect(row(page, paid)).toBeVisible();
  await test.step('a chosen status overrides the view', async () => {
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
    await filter.selectOption('delivered');
    await expect(row(page, sent)).toBeVisible();
    await expect(row(page, paid)).toHaveCount(0);
    await expect(page.getByText('Orders of every view with the status Delivered.')).toBeVisible();
    await page.getByRole('button', { name: 'Show all statuses' }).click();
    await expect(row(page, paid)).toBeVisible();
    await expect(filter).toHaveValue('all');
  });
  await openView(page, 'Completed Orders');
  await expect(field).toHaveValue(word);
  await expect(row(page, sent)).toContainText('Delivered');
  await expect(row(page, paid)).toHaveCount(0);
  await test.step('in the archive view an order that is not archived can be changed', async () => {
    await openView(page, 'Order Archive');
    await page.getByLabel('Status', { exact: true }).selectOption('Awaiting Shipment');
    await expect(page.getByText('Orders of every view with the status Awaiting Shipment.')).toBeVisible();
    await statusOf(page, paid).selectOption('Shipped');
    await expect(row(page, paid)).toHaveCount(0);
  });
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

test('the keyboard chooses tabs and views, opens and closes an order; axe finds no violation in the list and the order', async ({
  page,
  request,
}) => {
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1)) as [Bought];
  await openOrders(page, word);
  await expect(row(page, order)).toBeVisible();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  await tab('Orders').press('ArrowRight');
  await expect(tab('Showcase')).toBeFocused();
  await expect(page.getByRole('tabpanel', { name: 'Showcase' })).toBeVisible();
  await tab('Showcase').press('ArrowLeft');
  await page.getByRole('tab', { name: /^Awaiting Shipment/ }).focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.getByRole('tab', { name: 'Completed Orders' })).toBeFocused();
  await expect(page.getByRole('heading', { name: 'No Orders Found' })).toBeVisible();
  await page.keyboard.press('ArrowLeft');
  await expect(row(page, order)).toBeVisible();
  await expectAccessibleList(page);
  await test.step('the keyboard opens and closes an order, and focus returns', async () => {
    const view = page.getByRole('button', { name: `View order ${order.number}` });
    await view.focus();
    await page.keyboard.press('Enter');
    await expect(detail(page, order)).toBeVisible();
    await expectAccessible(page, 'an order', '[role=dialog]');
    await page.keyboard.press('Escape');
    await expect(detail(page, order)).toBeHidden();
    await expect(view).toBeFocused();
    await expect(rows(page, word)).toHaveCount(1);
  });
});

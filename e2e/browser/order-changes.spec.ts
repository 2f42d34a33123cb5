import { expect } from '@playwright/test';
import { FAILED_RESPONSE, uniqueWord, test, toast } from './buyer.js';
import {
  type Bought,
  orders,
  setStatus,
  archive,
  openOrders,
  openView,
  row,
  statusOf,
  detail,
  openDetail,
} from './orders-panel.js';

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
      await page.unroute(broken);
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
  });
});

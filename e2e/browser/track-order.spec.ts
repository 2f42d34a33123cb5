import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { buy, signIn } from '../shop/calls.js';
import { FAILED_RESPONSE, putOnSale, test } from './site.js';
import { expectAccessible } from './expect-accessible.js';

const DAY = '2026-03-01T12:00:00.000Z';
const order = (index: number, status: string) => ({
  id: `00000000-0000-4000-8000-0000abcdef0${index}`,
  status,
  createdAt: DAY,
  total: '164.50',
  ...(status === 'cancelled' && { refunded: '164.50' }),
  items: [{ id: randomUUID(), quantity: 1, priceAtPurchase: 16_450, geode: { title: 'A stone', imageUrls: [] } }],
});

test('an order is found by email alone and shown with number, status, day, total, discount and items', async ({
  page,
  request,
}) => {
  const email = `demo-${randomUUID()}@example.com`;
  const geodes = await putOnSale(request, 2, (index) => ({ price: index === 0 ? '19.99' : '80.00' }));
  const reply = await buy(
    request,
    geodes.map(({ id }) => id),
    { email },
  );
  expect(reply.status()).toBe(201);
  const { orderId } = (await reply.json()) as { orderId: string };
  await page.addInitScript(
    (value) => localStorage.setItem('lastOrder', value),
    JSON.stringify({ email, date: new Date().toISOString() }),
  );
  let calls = 0;
  page.on('request', (one) => {
    if (one.url().includes('/orders/lookup')) calls += 1;
  });
  await page.goto('/track-order');
  const field = page.getByLabel('Email');
  await expect(field).toHaveValue(email);
  await expect(field).toHaveAttribute('type', 'email');

  await test.step('nothing is looked up unasked, and an invalid email shows a message until it is changed', async () => {
    const error = page.getByText('Please enter a valid email address.');
    for (const wrong of ['', '   ', 'alex@example', 'a..b@example.com']) {
      await field.fill(wrong);
      await page.getByRole('main').getByRole('button', { name: 'Track Order' }).click();
      await expect(error).toBeVisible();
      await field.press('x');
      await expect(error).toBeHidden();
    }
    expect(calls).toBe(0);
  });
  await field.fill(email);
  await page.getByRole('main').getByRole('button', { name: 'Track Order' }).click();
  await expect(page.getByText('Found 1 order(s)')).toBeVisible();
  expect(calls).toBe(1);
  const found = page.getByRole('article');
  await expect(found).toContainText(orderId.slice(-8).toUpperCase());
  await expect(found).toContainText('Awaiting Shipment');
  await expect(found).toContainText('$89.99');
  await expect(found.locator('time')).toBeVisible();
  for (const [index, price] of ['$19.99', '$80.00'].entries()) {
    const item = found.getByRole('listitem').filter({ hasText: geodes[index]!.title });
    await expect(item).toContainText(price);
    await expect(item).toContainText('Quantity 1');
    await expect(item.getByRole('img')).toBeVisible();
  }
  await expect(found.getByText('First-time customer, 10% off')).toBeVisible();
  await expect(found).toContainText('−$10.00');
  await test.step('a status set by the owner is shown', async () => {
    await signIn(request);
    const set = await request.put(`/api/admin/orders/${orderId}/status`, {
      headers: { Origin: new URL(page.url()).origin },
      data: { status: 'shipped' },
    });
    expect(set.status()).toBe(200);
    await page.getByRole('main').getByRole('button', { name: 'Track Order' }).click();
    await expect(found).toContainText('Shipped');
  });
});

test.describe('look-ups without a match, of every status, and that fail', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });
  test('a look-up without a match, or that fails, says No orders found; each status has its own label and colour, and an unknown one is shown as pending', async ({
    page,
    browserErrors,
  }) => {
    await page.goto('/track-order');
    await page.getByLabel('Email').fill(`nobody-${randomUUID()}@example.com`);
    await page.keyboard.press('Enter');
    await expect(page.getByText('No orders found')).toBeVisible();
    await expectAccessible(page, 'no orders');
    await expect(page.getByText('Please check your email address and try again.')).toBeVisible();

    const statuses = ['completed', 'delivered', 'paid', 'shipped', 'cancelled', 'pending', 'mislaid'];
    await page.route('**/api/orders/lookup*', (route) =>
      route.fulfill({ json: statuses.map((status, index) => order(index, status)) }),
    );
    await page.getByLabel('Email').fill('alex@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByText('Found 7 order(s)')).toBeVisible();
    await expect(page.getByRole('article').first()).toContainText('$164.50');
    await expect(page.getByRole('article').nth(4)).toContainText(/Refunded\s*\$164\.50/);
    const labels = ['Completed', 'Delivered', 'Awaiting Shipment', 'Shipped', 'Cancelled', 'Pending', 'Pending'];
    const colours: string[] = [];
    for (const [index, word] of labels.entries()) {
      const badge = page.getByRole('article').nth(index).getByText(word, { exact: true });
      colours.push(await badge.evaluate((element) => getComputedStyle(element).backgroundColor));
    }
    const [completed, delivered, paid, shipped, cancelled, pending, unknown] = colours;
    expect(delivered).toBe(completed);
    expect(unknown).toBe(pending);
    expect(new Set([completed, paid, shipped, cancelled, pending]).size).toBe(5);

    expect(browserErrors).toEqual([]);
    await page.route('**/api/orders/lookup*', (route) => route.fulfill({ status: 500, body: 'broken' }));
    await page.getByLabel('Email').fill('other@example.com');
    await page.keyboard.press('Enter');
    await expect(page.getByText('No orders found')).toBeVisible();
    await expect(page.getByText('broken')).toHaveCount(0);
  });
});

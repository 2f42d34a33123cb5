import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, type Locator, type Page } from '@playwright/test';
import type { Geode } from '@geodes/contracts';
import { buy, fromSite } from '../shop/calls.js';
import { isPhone, putOnSale } from './site.js';
import { openTab } from './owner-tab.js';

export interface Bought {
  id: string;
  number: string;
  email: string;
  geodes: Geode[];
}

/** Places orders for one test, for geodes with its word in their titles. */
export const orders = async (
  request: APIRequestContext,
  word: string,
  count: number,
  geodesEach = 1,
): Promise<Bought[]> => {
  const geodes = await putOnSale(request, count * geodesEach, (index) => ({
    title: `Stone ${word} ${index + 1}`,
    price: '80.00',
  }));
  const bought: Bought[] = [];
  for (let index = 0; index < count; index += 1) {
    const own = geodes.slice(index * geodesEach, (index + 1) * geodesEach);
    const email = `demo-${randomUUID()}@example.com`;
    // An order takes at most ten geodes that are not on hold.
    if (own.length > 10) await hold(request, own.slice(0, 10));
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

export const setStatus = async (request: APIRequestContext, { id }: Bought, status: string) => {
  const reply = await request.put(`/api/admin/orders/${id}/status`, { data: { status }, headers: fromSite });
  expect(reply.status()).toBe(200);
};
export const archive = async (request: APIRequestContext, { id }: Bought) =>
  expect((await request.put(`/api/admin/orders/${id}/archive`, { headers: fromSite })).status()).toBe(200);

/** Opens the Orders tab with the orders of a test. */
export const openOrders = async (page: Page, word = '') => {
  await openTab(page, 'Orders');
  if (word) await page.getByLabel('Search orders').fill(word);
};
export const openView = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click();
export const row = (page: Page, { number }: Bought): Locator =>
  page.getByRole(isPhone() ? 'listitem' : 'row').filter({ hasText: number });
export const rows = (page: Page, word: string): Locator =>
  page.getByRole(isPhone() ? 'listitem' : 'row').filter({ hasText: word });
export const statusOf = (place: Page | Locator, { number }: Bought) => place.getByLabel(`Status of ${number}`);
export const detail = (page: Page, { number }: Bought) => page.getByRole('dialog', { name: `Order ${number}` });
export const openDetail = async (page: Page, order: Bought): Promise<Locator> => {
  await page.getByRole('button', { name: `View order ${order.number}` }).click();
  const dialog = detail(page, order);
  await expect(dialog).toBeVisible();
  return dialog;
};

const hold = async (request: APIRequestContext, geodes: Geode[]): Promise<void> => {
  const items = geodes.map(({ id }) => ({ geodeId: id, quantity: 1 }));
  expect((await request.post('/api/holds', { data: { items } })).status()).toBe(201);
};

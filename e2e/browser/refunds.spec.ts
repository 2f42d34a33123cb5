import { randomUUID } from 'node:crypto';
import { expect, type APIRequestContext, type Locator, type Page } from '@playwright/test';
import type { Geode, RefundableOrderPage } from '@geodes/contracts';
import type { LedgerRefund } from '@geodes/testing';
import { fromSite } from '../shop/calls.js';
import { square } from '../shop/settings.js';
import { FAILED_RESPONSE, test, toast, uniqueWord } from './site.js';
import { expectAccessible } from './expect-accessible.js';
import { type Bought, openDetail, openOrders, orders, row } from './orders-panel.js';

/** Orders read the outcome of a pending refund after seconds; a loaded machine takes longer. */
const SETTLED = { timeout: 30_000 };

const openForm = async (page: Page, dialog: Locator): Promise<Locator> => {
  await dialog.getByRole('button', { name: 'Give money back' }).click();
  const form = page.getByRole('dialog', { name: 'Give money back' });
  await expect(form).toBeVisible();
  return form;
};

/** Reads the refunds that Square has of an order. */
const refundsAtSquare = async (request: APIRequestContext, { id }: Bought): Promise<LedgerRefund[]> => {
  const reply = await request.get(`/api/admin/orders?search=${id}&page=1&limit=1`);
  const { orders: found } = (await reply.json()) as RefundableOrderPage;
  const { refunds } = await square.ledger();
  return refunds.filter(({ payment_id }) => payment_id === found[0]?.squarePaymentId);
};

test.afterEach(() => square.clearFaults());

test('money goes back in part, then the rest, which cancels the order and puts its geode on sale again', async ({
  page,
  request,
}) => {
  test.slow();
  const word = uniqueWord();
  const [order] = (await orders(request, word, 1)) as [Bought];
  const title = order.geodes[0]!.title;
  await openOrders(page, word);
  const dialog = await openDetail(page, order);

  await test.step('a part, once although the button is pressed twice', async () => {
    const form = await openForm(page, dialog);
    await expect(form.getByLabel('Amount in dollars')).toHaveValue('72.00');
    await expect(form.getByLabel(title)).not.toBeChecked();
    await expectAccessible(page, 'the form', '[role=dialog]');
    await expect(form.getByRole('status')).toContainText('The order is cancelled, because it was not shipped.');
    await form.getByLabel('Amount in dollars').fill('10');
    await expect(form.getByRole('status')).toHaveText(
      '$10.00 goes back to the card. The buyer gets a letter. The order stays as it is.',
    );
    await form.getByRole('button', { name: 'Give back $10.00' }).dblclick();
    await expect(form).toBeHidden();
    await expect(toast(page, 'of order')).toContainText('$10.00');
    await expect(dialog.getByText('Refunded $10.00')).toBeVisible(SETTLED);
    await expect(dialog).toContainText('AWAITING SHIPMENT');
    expect((await refundsAtSquare(request, order)).map(({ amount_money: { amount } }) => amount)).toEqual([1_000]);
  });

  await test.step('the rest', async () => {
    const form = await openForm(page, dialog);
    await expect(form.getByText('Given back so far$10.00')).toBeVisible();
    await expect(form.getByLabel('Amount in dollars')).toHaveValue('62.00');
    await form.getByLabel(title).check();
    await expect(form.getByRole('status')).toContainText(`${title} is on sale again once Square has made the refund.`);
    await form.getByRole('button', { name: 'Give back $62.00' }).click();
    await expect(form).toBeHidden();
    await expect(dialog.getByText('Cancelled', { exact: true }).first()).toBeVisible(SETTLED);
    await expect(dialog.getByText('Refunded $72.00')).toBeVisible();
    await expect(dialog.getByText('Taken back')).toBeVisible();
    await expect(dialog.getByRole('button', { name: 'Give money back' })).toHaveCount(0);
    await expect(row(page, order)).toHaveCount(0);
  });

  await test.step('the history has both', async () => {
    await dialog.getByRole('button', { name: 'History', exact: true }).click();
    const entries = dialog.getByRole('group', { name: 'History' }).getByRole('listitem');
    await expect(entries.nth(0)).toContainText(/Refund\s*\$62\.00/);
    await expect(entries.nth(1)).toContainText(/Refund\s*\$10\.00/);
  });

  await test.step('the buyer sees it, and the geode is on sale', async () => {
    const found = await request.get(`/api/orders/lookup?email=${order.email}`);
    expect(await found.json()).toMatchObject([{ status: 'cancelled', refunded: '72.00' }]);
    const availability = async () =>
      ((await (await request.get(`/api/geodes/${order.geodes[0]!.id}`)).json()) as Geode).availability;
    await expect.poll(availability, SETTLED).toBe('available');
  });
});

test.describe('a refund that was not made at once', () => {
  test.use({ expectedErrors: FAILED_RESPONSE });

  test('a refund can be sent again, also after a reload, and is made once', async ({ page, request }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    const keys: (string | undefined)[] = [];
    const { promise: released, resolve: release } = Promise.withResolvers<void>();
    await page.route(`**/api/admin/orders/${order.id}/refunds`, async (route) => {
      keys.push(route.request().headers()['idempotency-key']);
      if (keys.length === 3) return route.continue();
      await route.fetch();
      await released;
      await route.abort();
    });
    const unknown = 'It is not known yet whether the refund was made. Trying again is safe: it is made only once.';
    await openOrders(page, word);
    let form = await openForm(page, await openDetail(page, order));
    await form.getByLabel('Amount in dollars').fill('12.50');
    await form.getByLabel('Reason').fill('A chipped edge');
    await form.getByRole('button', { name: 'Give back $12.50' }).click();
    await test.step('the form cannot be closed before its outcome', async () => {
      await expect(form.getByText('Square is asked to give the money back …')).toBeVisible();
      await expect(form.getByRole('button', { name: 'Cancel' })).toBeDisabled();
      await page.keyboard.press('Escape');
      release();
    });
    await expect(form.getByText(unknown)).toBeVisible();
    await expect(form.getByLabel('Amount in dollars')).not.toBeEditable();
    await form.getByRole('button', { name: 'Try again' }).click();
    await expect.poll(() => keys.length).toBe(2);

    await page.reload();
    await page.getByRole('tab', { name: 'Orders', exact: true }).click();
    await page.getByLabel('Search orders').fill(word);
    form = await openForm(page, await openDetail(page, order));
    await expect(form.getByText(unknown)).toBeVisible();
    await expect(form.getByLabel('Amount in dollars')).toHaveValue('12.50');
    await form.getByRole('button', { name: 'Try again' }).click();
    await expect(form).toBeHidden();
    expect(new Set(keys).size).toBe(1);
    expect((await refundsAtSquare(request, order)).map(({ amount_money: { amount } }) => amount)).toEqual([1_250]);
  });

  test('a refusal is shown in place: by the shop, by Square in its words', async ({ page, request }) => {
    const word = uniqueWord();
    const [order] = (await orders(request, word, 1)) as [Bought];
    await openOrders(page, word);
    const dialog = await openDetail(page, order);
    const form = await openForm(page, dialog);
    const elsewhere = await request.post(`/api/admin/orders/${order.id}/refunds`, {
      data: { amount: '70' },
      headers: { ...fromSite, 'Idempotency-Key': randomUUID() },
    });
    expect(elsewhere.status()).toBe(201);
    await form.getByRole('button', { name: 'Give back $72.00' }).click();
    await expect(form.getByRole('alert').getByText('Only $2.00 of this order can still be given back.')).toBeVisible();
    await expect(form.getByText('Left$2.00')).toBeVisible();

    const detail = 'The account has no funds for it.';
    await square.fault({ operation: 'refund', status: 400, category: 'REFUND_ERROR', code: 'REFUND_DECLINED', detail });
    await form.getByLabel('Amount in dollars').fill('2');
    await form.getByRole('button', { name: 'Give back $2.00' }).click();
    const words = `REFUND_DECLINED: ${detail}`;
    await expect(form.getByRole('alert').getByText(`Square refused the refund: ${words}`)).toBeVisible();
    await expect(dialog).toContainText(/\$2\.00 on .*, Square refused it: REFUND_DECLINED/);
    await form.getByRole('button', { name: 'Give back $2.00' }).click();
    await expect(form).toBeHidden();
    expect(await refundsAtSquare(request, order)).toHaveLength(2);
  });
});

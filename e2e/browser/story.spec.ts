import { randomUUID } from 'node:crypto';
import { expect } from '@playwright/test';
import { OWNER_EMAIL } from '../shop/address.js';
import { mail } from '../shop/mail.js';
import { card, fillCard, FAILED_RESPONSE, goToPayment, putOnSale, test, toast, uniqueWord } from './buyer.js';
import { openDetail, openOrders, statusOf } from './orders-panel.js';

test.use({ expectedErrors: FAILED_RESPONSE });

test('a geode is bought, sent and refunded in part, and buyer and owner get each letter once', async ({
  page,
  request,
}) => {
  test.slow();
  const word = uniqueWord();
  const title = `Story ${word}`;
  const email = `demo-${randomUUID()}@example.com`;
  await putOnSale(request, 1, () => ({ title, price: '80.00' }));

  await page.goto(`/gallery?search=${word}`);
  await card(page, title).getByRole('button', { name: 'Add to Cart' }).click();
  await expect(toast(page, 'Added to cart')).toBeVisible();
  const steps = await goToPayment(page, email);
  await fillCard(page);
  await steps.getByRole('button', { name: /^Pay \$/ }).click();
  const receipt = page.getByRole('dialog', { name: 'Thank you for your order' });
  await expect(receipt).toBeVisible({ timeout: 30_000 });
  const number = /\b[0-9A-F]{8}\b/.exec(await receipt.innerText())?.[0] ?? '';
  const order = { id: '', number, email, geodes: [] };

  await openOrders(page, word);
  const dialog = await openDetail(page, order);
  await statusOf(dialog, order).selectOption('shipped');
  const parcel = page.getByRole('dialog', { name: 'Mark as shipped' });
  await parcel.getByLabel('Carrier').selectOption('USPS');
  await parcel.getByLabel('Tracking number').fill('9400111899223197428490');
  await parcel.getByRole('button', { name: 'Mark as Shipped' }).click();
  await expect(parcel).toBeHidden();
  await dialog.getByRole('button', { name: 'Give money back' }).click();
  const form = page.getByRole('dialog', { name: 'Give money back' });
  await form.getByLabel('Amount in dollars').fill('12.50');
  await form.getByRole('button', { name: 'Give back $12.50' }).click();
  await expect(dialog.getByText('Refunded $12.50')).toBeVisible({ timeout: 30_000 });

  expect((await mail.letter(email, new RegExp(`^Your order ${number}$`))).text).toContain(title);
  expect((await mail.letter(email, /on its way/)).text).toContain('9400111899223197428490');
  expect((await mail.letter(email, /^Refund/)).text).toContain('$12.50');
  await mail.letter(OWNER_EMAIL, new RegExp(number));
  expect((await mail.letters(email)).map(({ kind }) => kind).toSorted()).toEqual([
    'order-paid',
    'order-shipped',
    'refund',
  ]);
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { PlacedOrder } from '@geodes/contracts';
import { mail, OWNER_EMAIL } from '../shop/address.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';

test('a geode is bought, sent and refunded in part, and buyer and owner get each letter once', async ({ request }) => {
  await signIn(request);
  const email = `demo-${randomUUID()}@example.com`;
  const { id, title } = await newGeode(request, { title: `Story ${randomUUID()}`, price: '80.00' });
  const bought = await buy(request, [id], { email });
  expect(bought.status(), await bought.text()).toBe(201);
  const { orderId, orderNumber: number } = (await bought.json()) as PlacedOrder;
  const parcel = { status: 'shipped', carrier: 'usps', trackingNumber: '9400111899223197428490' };
  const shipped = await request.put(`/api/admin/orders/${orderId}/status`, { data: parcel, headers: fromSite });
  expect(shipped.status(), await shipped.text()).toBe(200);
  const refund = await request.post(`/api/admin/orders/${orderId}/refunds`, {
    data: { amount: '12.50' },
    headers: { ...fromSite, 'Idempotency-Key': randomUUID() },
  });
  expect(refund.status(), await refund.text()).toBe(201);

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

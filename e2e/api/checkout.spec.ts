import { randomUUID } from 'node:crypto';
import type { Geode, LookupOrder, PaymentDifferences, PlacedOrder } from '@geodes/contracts';
import { expect, test } from '@playwright/test';
import { mail, OWNER_EMAIL, square } from '../shop/settings.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';

test.beforeEach(({ request }) => signIn(request));

test('a bought geode is found by email and leaves the gallery', async ({ request }) => {
  const geode = await newGeode(request, { price: '129.05' });
  const email = `demo-${randomUUID()}@example.com`;
  const reply = await buy(request, [geode.id], { email });
  expect(reply.status(), await reply.text()).toBe(201);
  const order = (await reply.json()) as { orderId: string };
  expect(order).toEqual({
    orderId: expect.any(String),
    orderNumber: order.orderId.slice(-8).toUpperCase(),
    total: '116.14',
    discount: '12.91',
    status: 'paid',
  });
  const [found] = (await (
    await request.get(`/api/orders/lookup?email=${encodeURIComponent(email)}`)
  ).json()) as LookupOrder[];
  expect(found).toMatchObject({
    id: order.orderId,
    status: 'paid',
    total: '116.14',
    items: [{ priceAtPurchase: 12905 }],
  });
  await expect(async () => {
    const now = (await (await request.get(`/api/geodes/${geode.id}`)).json()) as Geode;
    expect(now).toMatchObject({ availability: 'sold', isAvailable: false, quantity: 0 });
  }).toPass({ timeout: 30_000 });
  const paid = (await square.payments()).filter(
    ({ amount_money, status }) => status === 'COMPLETED' && amount_money.amount === 11_614,
  );
  expect(paid.length).toBeGreaterThan(0);
});

test('the shop responds 503 without a charge while Square refuses its account; the same key pays afterwards', async ({
  request,
}) => {
  const geode = await newGeode(request);
  const key = randomUUID();
  const detail = 'The merchant may not take payments at this location.';
  await square.fault({
    operation: 'create',
    status: 403,
    category: 'AUTHENTICATION_ERROR',
    code: 'FORBIDDEN',
    detail,
  });
  const refused = await buy(request, [geode.id], { key });
  expect([refused.status(), await refused.json()]).toEqual([
    503,
    { statusCode: 503, code: 'UNAVAILABLE', message: 'We could not take the payment. Nothing was charged.' },
  ]);
  const { availability } = (await (await request.get(`/api/geodes/${geode.id}`)).json()) as { availability: string };
  expect(availability).toBe('available');
  const { differences } = (await (await request.get('/api/admin/reconciliation')).json()) as PaymentDifferences;
  expect(differences).toContainEqual(
    expect.objectContaining({
      kind: 'account-refused',
      state: 'open',
      text: expect.stringContaining(detail) as unknown as string,
    }),
  );
  expect((await buy(request, [geode.id], { key })).status()).toBe(201);
});

test('a geode is bought, sent and refunded in part, and buyer and owner get each letter once', async ({ request }) => {
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

import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Geode, LookupOrder, PaymentDifferences } from '@geodes/contracts';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { square } from '../shop/address.js';

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
  }).toPass({ timeout: 10_000 });
  const paid = (await square.payments()).filter(
    ({ amount_money, status }) => status === 'COMPLETED' && amount_money.amount === 11_614,
  );
  expect(paid.length).toBeGreaterThan(0);
});

test('a declined card gets a readable message, and the geode is back on sale', async ({ request }) => {
  const geode = await newGeode(request);
  const reply = await buy(request, [geode.id], { token: 'cnon:card-nonce-declined' });
  expect(reply.status()).toBe(402);
  expect(await reply.json()).toMatchObject({
    statusCode: 402,
    code: 'PAYMENT_DECLINED',
    message: expect.stringMatching(/^The card was declined/),
  });
  expect((await buy(request, [geode.id])).status()).toBe(201);
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

test('if Square never responds, the buyer learns the true outcome: paid or not charged', async ({ request }) => {
  const geode = await newGeode(request, { price: '321.00' });
  const attempt = { key: randomUUID(), email: `demo-${randomUUID()}@example.com`, token: 'cnon:simulator-hang' };
  const first = await buy(request, [geode.id], attempt);
  expect([201, 202, 402]).toContain(first.status());
  await expect(async () => {
    const outcome = (await buy(request, [geode.id], attempt)).status();
    expect([201, 402]).toContain(outcome);
    const payments = (await square.payments()).filter(({ amount_money }) => amount_money.amount === 28_890);
    expect(payments.map(({ status }) => status)).toEqual([outcome === 201 ? 'COMPLETED' : 'CANCELED']);
  }).toPass({ timeout: 50_000 });
});

import { randomUUID } from 'node:crypto';
import { expect, test } from '@playwright/test';
import type { Geode, LookupOrder, PaymentDifferences } from '@geodes/contracts';
import { demoBuyer } from '@geodes/testing';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { square } from '../shop/square.js';

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

test('of twenty concurrent buyers one gets the geode, nineteen are refused and one payment is captured', async ({
  request,
}) => {
  const geode = await newGeode(request, { price: '777.77' });
  const replies = await Promise.all(Array.from({ length: 20 }, () => buy(request, [geode.id])));
  expect(replies.map((reply) => reply.status()).sort()).toEqual([201, ...Array<number>(19).fill(409)]);
  const refused = replies.find((reply) => reply.status() === 409);
  expect(await refused?.json()).toMatchObject({ statusCode: 409, code: 'OUT_OF_STOCK', message: expect.any(String) });
  const payments = (await square.payments()).filter(({ amount_money }) => amount_money.amount === 69_999);
  expect(payments.map(({ status }) => status)).toEqual(['COMPLETED']);
});

for (const token of ['declined', 'rejected-cvv', 'rejected-postalcode', 'rejected-expiration', 'already-used']) {
  test(`a card refused with cnon:card-nonce-${token} gets a readable message, and the geode is back on sale`, async ({
    request,
  }) => {
    const geode = await newGeode(request);
    const reply = await buy(request, [geode.id], { token: `cnon:card-nonce-${token}` });
    expect(reply.status()).toBe(402);
    expect(await reply.json()).toMatchObject({
      statusCode: 402,
      code: 'PAYMENT_DECLINED',
      message: expect.stringMatching(/^The |^This /),
    });
    expect((await buy(request, [geode.id])).status()).toBe(201);
  });
}

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

test('repeating a key and body returns the same order; another body under that key is refused', async ({ request }) => {
  const [first, second] = [await newGeode(request), await newGeode(request)];
  const email = `demo-${randomUUID()}@example.com`;
  const key = randomUUID();
  const replies = await Promise.all([1, 2, 3].map(() => buy(request, [first.id], { key, email })));
  const bodies = await Promise.all(replies.map((reply) => reply.text()));
  expect(replies.map((reply) => reply.status())).toEqual([201, 201, 201]);
  expect(new Set(bodies).size).toBe(1);
  const other = await buy(request, [second.id], { key, email });
  expect(other.status()).toBe(409);
  expect(await other.json()).toMatchObject({ code: 'KEY_REUSED' });
});

test('an order whose total differs from the expected one charges nothing', async ({ request }) => {
  const geode = await newGeode(request, { price: '55.00' });
  const reply = await buy(request, [geode.id], { expectedTotal: '55.00' });
  expect(reply.status()).toBe(409);
  expect(await reply.json()).toMatchObject({ code: 'TOTAL_CHANGED' });
  expect((await buy(request, [geode.id], { expectedTotal: '49.50' })).status()).toBe(201);
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

const bad: [string, (body: Record<string, unknown>) => unknown][] = [
  ['no items', (body) => ({ ...body, items: [] })],
  ['a quantity of two', (body) => ({ ...body, items: [{ geodeId: randomUUID(), quantity: 2 }] })],
  ['an id that is none', (body) => ({ ...body, items: [{ geodeId: 'x', quantity: 1 }] })],
  ['the same geode twice', (body) => ({ ...body, items: Array(2).fill((body.items as unknown[])[0]) })],
  ['no payment token', (body) => ({ ...body, paymentToken: '' })],
  ['no buyer', ({ buyerDetails: _, ...body }) => body],
  ['a malformed e-mail', (body) => ({ ...body, buyerDetails: demoBuyer('nobody') })],
  ['a blank name', (body) => ({ ...body, buyerDetails: { ...demoBuyer(), firstName: '  ' } })],
  ['a malformed expected total', (body) => ({ ...body, expectedTotal: 12 })],
];
for (const [what, change] of bad) {
  test(`an order with ${what} is refused with the name of the field`, async ({ request }) => {
    const data = change({
      items: [{ geodeId: randomUUID(), quantity: 1 }],
      paymentToken: 'cnon:card-nonce-ok',
      buyerDetails: demoBuyer(),
    });
    const reply = await request.post('/api/orders/square', { data });
    expect(reply.status()).toBe(400);
    expect(((await reply.json()) as { details: unknown[] }).details.length).toBeGreaterThan(0);
  });
}

test('an order for an unknown geode is refused as out of stock', async ({ request }) => {
  const reply = await buy(request, [randomUUID()]);
  expect([404, 409]).toContain(reply.status());
});

test('an order body over 100 KB is refused', async ({ request }) => {
  const reply = await request.post('/api/orders/square', { data: { filler: 'x'.repeat(110 * 1024) } });
  expect(reply.status()).toBe(413);
});

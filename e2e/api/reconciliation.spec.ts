import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import type { FirstTime, LookupOrder, PaymentDifferences, Reconciliation, RefundableOrder } from '@geodes/contracts';
import { SHOP_URL, square } from '../shop/address.js';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { auditFindings } from '../shop/operator.js';

test.beforeEach(({ request }) => signIn(request));
test.afterEach(() => square.clearFaults());

const PATH = '/api/admin/reconciliation';
const reconcile = async (request: APIRequestContext, data?: object): Promise<Reconciliation> => {
  const reply = await request.post(PATH, { headers: fromSite, timeout: 35_000, ...(data ? { data } : {}) });
  expect(reply.status(), await reply.text()).toBe(200);
  return (await reply.json()) as Reconciliation;
};
const listDifferences = async (request: APIRequestContext): Promise<PaymentDifferences> =>
  (await (await request.get(PATH)).json()) as PaymentDifferences;
const orderOf = async (request: APIRequestContext, id: string): Promise<RefundableOrder | undefined> =>
  ((await (await request.get('/api/admin/orders')).json()) as RefundableOrder[]).find((order) => order.id === id);

test('partial refunds made in Square appear on the order and leave its status to the owner', async ({ request }) => {
  test.setTimeout(110_000);
  const geode = await newGeode(request, { price: '222.00' });
  const { orderId } = (await (await buy(request, [geode.id])).json()) as { orderId: string };
  const bought = await orderOf(request, orderId);
  expect(bought).toMatchObject({ status: 'paid', refundedTotal: '0.00', refunds: [] });

  const paymentId = bought?.squarePaymentId ?? '';
  const first = await square.refund(paymentId, 500);
  const second = await square.refund(paymentId, 700);
  await reconcile(request, { minutes: 5 });
  await expect(async () => {
    expect(await orderOf(request, orderId)).toMatchObject({
      status: 'paid',
      squarePaymentId: paymentId,
      refundedTotal: '12.00',
      refunds: [
        { squareRefundId: first, amount: '5.00', status: 'COMPLETED', createdAt: expect.any(String) },
        { squareRefundId: second, amount: '7.00', status: 'COMPLETED', createdAt: expect.any(String) },
      ],
    });
  }).toPass({ timeout: 45_000 });
  const reply = await request.put(`/api/admin/orders/${orderId}/status`, {
    headers: fromSite,
    data: { status: 'shipped' },
  });
  expect(await reply.json()).toMatchObject({ status: 'shipped', refundedTotal: '12.00' });
  // orders copy the refunds from payments within half a minute
  await expect(async () => {
    expect((await auditFindings()).join()).not.toContain(orderId);
  }).toPass({ timeout: 45_000, intervals: [5_000] });
});

test('an unknown payment with a shop reference is reported to the owner, can be acknowledged and is not refunded', async ({
  request,
}) => {
  const paymentId = await square.charge(4_321, randomUUID());
  const till = await square.charge(1_234, 'table 7');
  const reports = await reconcile(request, { minutes: 5 });
  expect(reports.reported).toBeGreaterThan(0);
  const { checkedAt, differences } = await listDifferences(request);
  expect(Date.now() - Date.parse(checkedAt ?? '')).toBeLessThan(30_000);
  const [difference, ...others] = differences.filter(({ squarePaymentId }) => squarePaymentId === paymentId);
  expect(others).toEqual([]);
  expect(difference).toMatchObject({ kind: 'unknown-attempt', state: 'open', amountCents: 4_321, orderId: null });
  expect(difference?.text).toContain('$43.21');
  expect(differences.filter(({ squarePaymentId }) => squarePaymentId === till)).toEqual([]);

  const seen = await request.post(`${PATH}/${difference?.id}/seen`, { headers: fromSite });
  expect([seen.status(), await seen.json()]).toEqual([200, { ...difference, state: 'seen' }]);
  expect((await reconcile(request, { minutes: 5 })).reported).toBe(reports.reported - 1);
  const found = (await square.payments()).find(({ id }) => id === paymentId);
  expect([found?.status, found?.refunded_money]).toEqual(['COMPLETED', undefined]);
  // the owner refunds it in Square
  await square.refund(paymentId, 4_321);
});

test('a payment captured by the owner before the shop learns of it ends as a paid order or is refunded in full', async ({
  request,
}) => {
  test.setTimeout(90_000);
  const geode = await newGeode(request, { price: '543.00' });
  const email = `demo-${randomUUID()}@example.com`;
  // without webhooks the shop cancels the payment, unless reconciliation finds it first
  await square.fault({ operation: 'any', kind: 'drop-webhook', count: 20 });
  await square.fault({ operation: 'create', kind: 'hang', count: 4 });
  const start = Date.now();
  const buying = buy(request, [geode.id], { key: randomUUID(), email });
  const own = async () => (await square.payments()).filter(({ amount_money }) => amount_money.amount === 48_870);
  await expect(async () => expect(await own()).toHaveLength(1)).toPass({ timeout: 10_000 });
  await square.capture((await own())[0]?.id ?? '');

  const reply = await buying;
  expect(Date.now() - start).toBeLessThan(34_000);
  const isPaid = reply.status() === 201;
  if (!isPaid) {
    expect(reply.status(), await reply.text()).toBe(402);
    expect(await reply.json()).toMatchObject({
      code: 'PAYMENT_NOT_COMPLETED',
      message: expect.stringContaining('refunded in full'),
    });
  }
  await square.clearFaults();
  await expect(async () => {
    const payments = await own();
    expect(payments.map((payment) => [payment.status, payment.refunded_money?.amount])).toEqual([
      ['COMPLETED', isPaid ? undefined : 48_870],
    ]);
  }).toPass({ timeout: 10_000 });
  const again = await request.get(`/api/orders/check-first-time?email=${encodeURIComponent(email)}`);
  expect((await again.json()) as FirstTime).toEqual({ isFirstTime: !isPaid });
  expect((await buy(request, [geode.id], { email })).status()).toBe(isPaid ? 409 : 201);
  const orders = (await (
    await request.get(`/api/orders/lookup?email=${encodeURIComponent(email)}`)
  ).json()) as LookupOrder[];
  expect(orders.filter(({ status }) => status === 'paid')).toMatchObject([{ total: '488.70' }]);
});

test('reconciliation requires the owner’s session and the shop’s own origin', async ({ request, playwright }) => {
  const stranger = await playwright.request.newContext({ baseURL: SHOP_URL });
  expect((await stranger.get(PATH)).status()).toBe(401);
  expect((await stranger.post(PATH, { headers: fromSite })).status()).toBe(401);
  await stranger.dispose();
  expect((await request.post(PATH, { headers: { Origin: 'https://elsewhere.example' } })).status()).toBe(403);
  expect((await request.post(PATH, { headers: fromSite, data: { minutes: 0 } })).status()).toBe(400);
});

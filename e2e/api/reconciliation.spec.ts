import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import type { FirstTime, LookupOrder, Reconciliation, RefundableOrder } from '@geodes/contracts';
import { square } from '../shop/settings.js';
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
  await expect(async () => expect(await own()).toHaveLength(1)).toPass({ timeout: 30_000 });
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
  }).toPass({ timeout: 30_000 });
  const again = await request.get(`/api/orders/check-first-time?email=${encodeURIComponent(email)}`);
  expect((await again.json()) as FirstTime).toEqual({ isFirstTime: !isPaid });
  expect((await buy(request, [geode.id], { email })).status()).toBe(isPaid ? 409 : 201);
  const orders = (await (
    await request.get(`/api/orders/lookup?email=${encodeURIComponent(email)}`)
  ).json()) as LookupOrder[];
  expect(orders.filter(({ status }) => status === 'paid')).toMatchObject([{ total: '488.70' }]);
});

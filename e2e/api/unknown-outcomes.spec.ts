import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import type { FirstTime, LookupOrder, PlacedOrder } from '@geodes/contracts';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { square } from '../shop/settings.js';

test.beforeEach(({ request }) => signIn(request));
test.afterEach(() => square.clearFaults());

/** Each buyer has a unique price, which identifies the payment in Square's ledger. */
let price = 41_000 + Math.floor(Math.random() * 1_000) * 10;

/** Creates a geode and its buyer, who polls for the outcome as the site does. */
const newBuyer = async (request: APIRequestContext) => {
  price += 10;
  const totalCents = price - price / 10;
  const geode = await newGeode(request, { price: (price / 100).toFixed(2) });
  const attempt = { key: randomUUID(), email: `demo-${randomUUID()}@example.com` };
  const lookup = async () =>
    (await (
      await request.get(`/api/orders/lookup?email=${encodeURIComponent(attempt.email)}`)
    ).json()) as LookupOrder[];
  return {
    buy: async () => {
      const start = Date.now();
      const reply = await buy(request, [geode.id], attempt);
      return {
        status: reply.status(),
        body: (await reply.json()) as PlacedOrder & { code?: string },
        ms: Date.now() - start,
      };
    },
    lookup,
    /** Polls until the outcome is known, then checks that Square, the order and the discount agree. */
    waitForOutcome: async (): Promise<void> => {
      let status = 0;
      let body = '';
      await expect(async () => {
        const reply = await buy(request, [geode.id], attempt);
        status = reply.status();
        body = await reply.text();
        expect([201, 402]).toContain(status);
      }).toPass({ timeout: 100_000 });
      const isPaid = status === 201;
      if (!isPaid) expect(body).toContain('your card was not charged');
      const blockedOrCharged = (await square.payments()).filter(
        (one) => one.amount_money.amount === totalCents && ['APPROVED', 'COMPLETED'].includes(one.status),
      );
      expect(blockedOrCharged.map((payment) => payment.status)).toEqual(isPaid ? ['COMPLETED'] : []);
      const orders = await lookup();
      expect(orders.every((order) => order.status === (isPaid ? 'paid' : 'cancelled'))).toBe(true);
      const first = await request.get(`/api/orders/check-first-time?email=${encodeURIComponent(attempt.email)}`);
      expect((await first.json()) as FirstTime).toEqual({ isFirstTime: !isPaid });
    },
  };
};

test('while Square is unavailable each buyer gets a pending order within 30 s and the true outcome later', async ({
  request,
}) => {
  test.setTimeout(240_000);
  const buyers = await Promise.all(Array.from({ length: 6 }, () => newBuyer(request)));
  const kinds = ['error-503', 'reset', 'error-429', 'hang', 'error-500', 'hang-before'];
  for (let round = 0; round < 15; round += 1)
    for (const kind of kinds) await square.fault({ operation: 'any', kind, count: 1, recorded: round % 2 === 0 });
  await square.fault({ operation: 'any', kind: 'error-503', count: 10_000 });
  const responses = await Promise.all(buyers.map((buyer) => buyer.buy()));
  for (const [index, { status, body, ms }] of responses.entries()) {
    expect(ms).toBeLessThan(34_000);
    expect([201, 202, 402]).toContain(status);
    if (status !== 202) continue;
    expect(body).toMatchObject({ status: 'pending', orderNumber: body.orderId.slice(-8).toUpperCase() });
    expect((await buyers[index]?.lookup())?.map(({ id }) => id)).toEqual([body.orderId]);
  }
  expect(responses.some(({ status }) => status === 202)).toBe(true);
  await square.clearFaults();
  for (const buyer of buyers) await buyer.waitForOutcome();
});

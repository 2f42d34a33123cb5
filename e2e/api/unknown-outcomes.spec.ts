import { randomUUID } from 'node:crypto';
import { type APIRequestContext, expect, test } from '@playwright/test';
import type { FirstTime, LookupOrder, PlacedOrder } from '@geodes/contracts';
import type { SquareFault } from '@geodes/testing';
import { buy, newGeode, signIn } from '../shop/calls.js';
import { square } from '../shop/address.js';

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
    payments: async () => (await square.payments()).filter(({ amount_money }) => amount_money.amount === totalCents),
    /** Polls until the outcome is known, then checks that Square, the order and the discount agree. Returns the status. */
    waitForOutcome: async (): Promise<number> => {
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
      return status;
    },
  };
};

const singleFaults: SquareFault[] = [
  ...['error-500', 'error-503', 'error-429', 'reset'].flatMap((kind) =>
    [true, false].map((recorded) => ({ operation: 'create', kind, recorded }) as const),
  ),
  ...['error-500', 'error-503', 'error-429', 'reset'].flatMap((kind) =>
    [true, false].map((recorded) => ({ operation: 'complete', kind, recorded }) as const),
  ),
];

test('the buyer does not notice a single failure of Square, of any kind, carried out or not', async ({ request }) => {
  test.setTimeout(180_000);
  for (const fault of singleFaults) {
    const buyer = await newBuyer(request);
    await square.fault(fault);
    const { status, ms } = await buyer.buy();
    expect([JSON.stringify(fault), status]).toEqual([JSON.stringify(fault), 201]);
    expect(ms).toBeLessThan(15_000);
    expect((await buyer.payments()).map((payment) => payment.status)).toEqual(['COMPLETED']);
  }
});

test('a capture without a response, carried out or not, ends paid and charged once', async ({ request }) => {
  test.setTimeout(150_000);
  for (const kind of ['hang', 'hang-before']) {
    const buyer = await newBuyer(request);
    await square.fault({ operation: 'complete', kind });
    const { ms } = await buyer.buy();
    expect(ms).toBeLessThan(34_000);
    expect(await buyer.waitForOutcome()).toBe(201);
  }
});

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

test('duplicate and lost webhooks of Square change nothing', async ({ request }) => {
  for (const kind of ['duplicate-webhook', 'drop-webhook']) {
    await square.fault({ operation: 'any', kind, count: 4 });
    const buyer = await newBuyer(request);
    expect((await buyer.buy()).status).toBe(201);
    expect(await buyer.waitForOutcome()).toBe(201);
    await square.clearFaults();
  }
});

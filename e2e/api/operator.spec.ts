import { expect, test } from '@playwright/test';
import { buy, fromSite, newGeode, signIn } from '../shop/calls.js';
import { findingsAfter, namesOf, ops } from '../shop/operator.js';
import { mail } from '../shop/settings.js';

/** The operator's commands, run against the whole shop. */

interface Status {
  parts: { part: string; verdict: string; says: string }[];
}

test('ops status names every process and server of a healthy shop', async () => {
  await expect(async () => {
    const { parts } = await ops<Status>(['status']);
    const names = ['gateway', 'catalog', 'orders', 'payments', 'media'].flatMap(namesOf);
    for (const name of [...names, 'nats', 'postgres', 'redis', 'object-store', 'square', 'checkouts', 'outbox'])
      expect(parts.find(({ part }) => part === name)).toMatchObject({ verdict: 'well' });
    // the audit runs every minute
    expect(parts.find(({ part }) => part === 'audit')?.verdict).not.toBe('wrong');
  }).toPass({ timeout: 60_000, intervals: [1_000] });
});

test('after ops sessions end, the owner must enter the PIN again', async ({ request }) => {
  await signIn(request);
  expect((await request.get('/api/admin/health')).status()).toBe(200);
  const { ended } = await ops<{ ended: number }>(['sessions', 'end']);
  expect(ended).toBeGreaterThan(0);
  expect((await request.get('/api/admin/health')).status()).toBe(401);
  await signIn(request);
});

test('the operator exports and erases a buyer’s data: the audit stays clean and the panel says Erased', async ({
  request,
}) => {
  await signIn(request);
  const email = `sam-${Date.now()}@example.com`;
  const bought = await buy(request, [(await newGeode(request)).id], { email });
  const { orderId, orderNumber } = (await bought.json()) as { orderId: string; orderNumber: string };
  await expect(ops(['privacy', 'erase', '--email', email])).rejects.toThrow(
    `Order ${orderNumber} is awaiting shipment`,
  );
  await request.put(`/api/admin/orders/${orderId}/status`, { data: { status: 'shipped' }, headers: fromSite });
  const stored = await ops<{ orders: { orders: unknown[] }; payments: { payments: unknown[] } }>([
    'privacy',
    'export',
    '--email',
    email,
  ]);
  expect(stored.orders.orders).toHaveLength(1);
  expect(stored.payments.payments).toHaveLength(1);
  for (const subject of [/^Your order \w+$/, /on its way/]) await mail.letter(email, subject);
  expect(await ops(['privacy', 'erase', '--email', email])).toMatchObject({
    orderNumbers: [orderNumber],
    checkouts: 0,
    caughtLetters: 2,
  });
  expect(await mail.letters(email)).toEqual([]);
  expect(await (await request.get(`/api/orders/lookup?email=${email}`)).json()).toEqual([]);
  const { orders } = (await (await request.get(`/api/admin/orders?page=1&limit=5&search=${orderNumber}`)).json()) as {
    orders: { customerName: string }[];
  };
  expect(orders).toEqual([expect.objectContaining({ customerName: 'Erased' })]);
  expect(await (await request.get('/api/admin/orders.csv')).text()).not.toContain(email);
  expect(await findingsAfter(30_000)).toEqual([]);
});

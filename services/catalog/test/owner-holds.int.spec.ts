import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Hold } from '@geodes/contracts';
import { AppError, metrics, requestContext } from '@geodes/kit';
import { OrderEvents } from '../src/events/order-events.js';
import { HoldExpiry } from '../src/holds/hold-expiry.js';
import { OwnerHolds } from '../src/holds/owner-holds.js';
import { type CatalogUnderTest, codeOf, createGeode, line, refusal, startCatalog } from './catalog-under-test.js';

const SESSION = 'Chrome on Windows 3fa9c1';
let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const take = (browserId: string, geodeIds: string[]): Promise<Hold> =>
  catalog.bus.call('catalog.take-hold', { browserId, items: geodeIds.map(line), addressKey: null });
const current = async (browserId: string) => (await catalog.bus.call('catalog.current-hold', { browserId })).hold;
const list = () => catalog.bus.call('catalog.list-holds', {});
const seen = async (holdId: string) => (await list()).holds.find((hold) => hold.holdId === holdId);
const endAsOwner = (holdId: string) =>
  requestContext.run({ requestId: randomUUID(), session: SESSION }, () =>
    catalog.bus.call('catalog.end-hold-for-owner', { holdId }),
  );
const reserve = (geodeIds: string[], browserId: string, orderId = randomUUID()) =>
  catalog.bus.call('catalog.reserve-geodes', { orderId, items: geodeIds.map(line), browserId });
const availabilityOf = async (id: string) => (await catalog.bus.call('catalog.get-geode', { id })).availability;
const stones = async (count: number) => {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push((await createGeode(catalog)).id);
  return made as [string, ...string[]];
};
const position = async () => (await catalog.bus.call('catalog.live-events', { after: null })).last;
const metric = async (name: string, what?: string): Promise<number> => {
  const { values } = await metrics.registry.getSingleMetric(name)!.get();
  return values.find(({ labels }) => labels.what === what)?.value ?? 0;
};

describe('the owner', () => {
  it('sees every hold: since when, until when, which stones, whether it is being paid', async () => {
    const [a, b, c] = await stones(3);
    const [first, second] = [randomUUID(), randomUUID()];
    const before = await list();
    const held = await take(first, [a, b!]);
    const paying = await take(second, [c!]);
    await reserve([c!], second);
    const after = await list();
    expect(after.count - before.count).toBe(2);
    expect(after.geodes - before.geodes).toBe(3);
    expect(after.underPayment - before.underPayment).toBe(1);
    expect(await seen(held.holdId)).toEqual({
      holdId: held.holdId,
      startedAt: expect.stringMatching(/Z$/) as string,
      endsAt: held.expiresAt,
      isUnderPayment: false,
      geodeIds: [a, b!].sort(),
    });
    expect(await seen(paying.holdId)).toMatchObject({ isUnderPayment: true, geodeIds: [c] });
    expect(Date.parse(after.lastEndsAt!)).toBeGreaterThanOrEqual(Date.parse(held.expiresAt));
    expect(Date.parse(after.oldestStartedAt!)).toBeLessThanOrEqual(Date.now());
    await catalog.bus.call('catalog.end-hold', { browserId: first, holdId: held.holdId, afterSeconds: 30 });
    expect(Date.parse((await seen(held.holdId))!.endsAt) - Date.now()).toBeLessThan(31_000);
  });

  it('ends a hold: its stones are on sale for everybody, pages are told, and their histories say who did it', async () => {
    const [a, b] = await stones(2);
    const browser = randomUUID();
    const { holdId, expiresAt } = await take(browser, [a, b!]);
    const from = await position();
    catalog.changes.forget();
    await endAsOwner(holdId);
    expect(await Promise.all([a, b!].map(availabilityOf))).toEqual(['available', 'available']);
    const { events } = await catalog.bus.call('catalog.live-events', { after: from });
    expect(events.map(({ data }) => data)).toEqual([a, b!].sort().map((id) => ({ id, availability: 'available' })));
    expect(await catalog.changes.settled()).toEqual([a, b!].sort());
    expect(await current(browser)).toBeNull();
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: b!, page: 1, limit: 5 });
    expect(changes[0]).toMatchObject({
      action: 'hold-ended',
      session: SESSION,
      fields: [{ field: 'heldUntil', before: expiresAt, after: null }],
    });
    expect((await take(randomUUID(), [a])).items).toEqual([line(a)]);
    expect((await take(browser, [b!])).items).toEqual([line(b!)]);
  });

  it('is told where a hold has ended already', async () => {
    const [a] = await stones(1);
    const { holdId } = await take(randomUUID(), [a]);
    await endAsOwner(holdId);
    expect(await codeOf(endAsOwner(holdId))).toBe('NOT_FOUND');
    expect(await codeOf(endAsOwner(randomUUID()))).toBe('NOT_FOUND');
  });

  it('does not end a hold of which an order has a stone, until that order is declined', async () => {
    const [a, b] = await stones(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a, b!]);
    const orderId = randomUUID();
    await reserve([a], browser, orderId);
    expect(await refusal(endAsOwner(holdId))).toMatchObject({
      code: 'GEODE_IN_ORDER',
      message: expect.stringContaining('paying for this hold right now') as string,
    });
    expect(await Promise.all([a, b!].map(availabilityOf))).toEqual(['held', 'held']);
    const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: b!, page: 1, limit: 5 });
    expect(changes.map(({ action }) => action)).toEqual(['created']);
    await catalog.bus.call('catalog.release-geodes', { orderId });
    await endAsOwner(holdId);
    expect(await availabilityOf(b!)).toBe('available');
  });

  it('who ends a hold at the moment its buyer pays: the order has the stone, or it was free for a moment', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const [a] = await stones(1);
      const browser = randomUUID();
      const { holdId } = await take(browser, [a]);
      const orderId = randomUUID();
      const [ended, reserved] = await Promise.allSettled([endAsOwner(holdId), reserve([a], browser, orderId)]);
      expect(reserved.status).toBe('fulfilled');
      const told = ended.status === 'fulfilled' ? 'ended' : (ended.reason as AppError).code;
      expect(['ended', 'GEODE_IN_ORDER']).toContain(told);
      outcomes.add(told);
      expect(await availabilityOf(a)).toBe('held');
      await catalog.app
        .get(OrderEvents)
        .apply({ eventId: randomUUID(), orderId, type: 'order.paid' })
        .catch(() => undefined);
      expect(await availabilityOf(a)).toBe('sold');
      expect(await codeOf(endAsOwner(holdId))).toBe('NOT_FOUND');
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

it('the metrics say how many holds there are and what became of them', async () => {
  const [a, b, c] = await stones(3);
  const events = async () => ({
    taken: await metric('shop_holds_total', 'taken'),
    ended: await metric('shop_holds_total', 'ended'),
    expired: await metric('shop_holds_total', 'expired'),
    byOwner: await metric('shop_holds_total', 'ended-by-owner'),
  });
  const before = await events();
  const browser = randomUUID();
  const kept = await take(browser, [a]);
  const gone = await take(randomUUID(), [b!]);
  await endAsOwner(gone.holdId);
  await catalog.bus.call('catalog.end-hold', { browserId: browser, holdId: kept.holdId });
  const late = await take(randomUUID(), [c!]);
  await catalog.database.query('UPDATE hold SET expires_at = now() WHERE id = $1', [late.holdId]);
  await catalog.app.get(HoldExpiry).endOverdue(50);
  const limit = Date.now() + 5_000;
  while ((await events()).expired === before.expired && Date.now() < limit) await sleep(50);
  expect(await events()).toEqual({
    taken: before.taken + 3,
    ended: before.ended + 1,
    expired: before.expired + 1,
    byOwner: before.byOwner + 1,
  });
  await catalog.app.get(OwnerHolds).count();
  const { count, geodes: held } = await list();
  expect([await metric('shop_holds_open'), await metric('shop_holds_stones')]).toEqual([count, held]);
});

import { randomUUID } from 'node:crypto';
import { AppError, metrics } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { HoldExpiry } from '../src/holds/hold-expiry.js';
import { OwnerHolds } from '../src/holds/owner-holds.js';
import { lockBrowser } from '../src/units/locks.js';
import { asOwner, commandsOf, SESSION } from './catalog-commands.js';
import { catalogForTests, codeOf, line, refusal } from './catalog-under-test.js';

const catalog = catalogForTests();

const { availabilityOf, createGeodes, current, end, eventsAfter, historyOf, lastEvent, release, reserve, sell, take } =
  commandsOf(catalog);
const list = () => catalog.bus.call('catalog.list-holds', {});
const listed = async (holdId: string) => (await list()).holds.find((hold) => hold.holdId === holdId);
const endAsOwner = (holdId: string) => asOwner(() => catalog.bus.call('catalog.end-hold-for-owner', { holdId }));
const waitingForLocks = async (): Promise<number> => {
  const [{ count }] = (await catalog.database.query(
    `SELECT count(*)::int AS count FROM pg_locks JOIN pg_database ON pg_database.oid = database
      WHERE datname = current_database() AND locktype = 'advisory' AND NOT granted`,
  )) as [{ count: number }];
  return count;
};
const metric = async (name: string, what?: string): Promise<number> => {
  const { values } = await metrics.registry.getSingleMetric(name)!.get();
  return values.find(({ labels }) => labels.what === what)?.value ?? 0;
};

describe('the owner', () => {
  it('sees of every hold its start, end, geodes and whether its buyer is paying', async () => {
    const [a, b, c] = await createGeodes(3);
    const [first, second] = [randomUUID(), randomUUID()];
    const before = await list();
    const held = await take(first, [a, b!]);
    const paying = await take(second, [c!]);
    await reserve([c!], { browserId: second });
    const after = await list();
    expect(after.count - before.count).toBe(2);
    expect(after.geodes - before.geodes).toBe(3);
    expect(after.underPayment - before.underPayment).toBe(1);
    expect(await listed(held.holdId)).toEqual({
      holdId: held.holdId,
      startedAt: expect.stringMatching(/Z$/) as string,
      endsAt: held.expiresAt,
      isUnderPayment: false,
      geodeIds: [a, b!].sort(),
    });
    expect(await listed(paying.holdId)).toMatchObject({ isUnderPayment: true, geodeIds: [c] });
    expect(Date.parse(after.lastEndsAt!)).toBeGreaterThanOrEqual(Date.parse(held.expiresAt));
    expect(Date.parse(after.oldestStartedAt!)).toBeLessThanOrEqual(Date.now());
    await end(first, held.holdId, 30);
    expect(Date.parse((await listed(held.holdId))!.endsAt) - Date.now()).toBeLessThan(31_000);
    // by itself it would end during a later test that counts the holds that expire
    await end(first, held.holdId);
  });

  it('returns geodes to sale by ending their hold, which live events and histories show', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    const { holdId, expiresAt } = await take(browser, [a, b!]);
    const from = await lastEvent();
    catalog.changes.clear();
    await endAsOwner(holdId);
    expect(await Promise.all([a, b!].map(availabilityOf))).toEqual(['available', 'available']);
    const events = await eventsAfter(from);
    expect(events.map(({ data }) => data)).toEqual([a, b!].sort().map((id) => ({ id, availability: 'available' })));
    expect(await catalog.changes.settled()).toEqual([a, b!].sort());
    expect(await current(browser)).toBeNull();
    const changes = await historyOf(b!);
    expect(changes[0]).toMatchObject({
      action: 'hold-ended',
      session: SESSION,
      fields: [{ field: 'heldUntil', before: expiresAt, after: null }],
    });
    expect((await take(randomUUID(), [a])).items).toEqual([line(a)]);
    expect((await take(browser, [b!])).items).toEqual([line(b!)]);
  });

  it('gets NOT_FOUND for a hold that has ended', async () => {
    const [a] = await createGeodes(1);
    const { holdId } = await take(randomUUID(), [a]);
    await endAsOwner(holdId);
    expect(await codeOf(endAsOwner(holdId))).toBe('NOT_FOUND');
    expect(await codeOf(endAsOwner(randomUUID()))).toBe('NOT_FOUND');
  });

  it('ends only the named hold, even if its browser replaces it at that moment', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    // PostgreSQL grants a lock in the order of the requests: the replacement runs first.
    const [replacement, ended] = await catalog.database.transaction(async (manager) => {
      await lockBrowser(manager, browser);
      const taken = take(browser, [a, b!]);
      await eventually('the replacement waits', async () => (await waitingForLocks()) === 1);
      const code = codeOf(endAsOwner(holdId)).catch(String);
      await eventually('the end waits', async () => (await waitingForLocks()) === 2);
      return [taken, code] as const;
    });
    expect(await ended).toBe('NOT_FOUND');
    expect(await current(browser)).toMatchObject({ holdId: (await replacement).holdId });
    expect(await Promise.all([a, b!].map(availabilityOf))).toEqual(['held', 'held']);
  });

  it('cannot end a hold while an order has a geode of it, until the order is declined', async () => {
    const [a, b] = await createGeodes(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a, b!]);
    const orderId = randomUUID();
    await reserve([a], { browserId: browser }, orderId);
    expect(await refusal(endAsOwner(holdId))).toMatchObject({
      code: 'GEODE_IN_ORDER',
      message: expect.stringContaining('paying for this hold right now') as string,
    });
    expect(await Promise.all([a, b!].map(availabilityOf))).toEqual(['held', 'held']);
    const changes = await historyOf(b!);
    expect(changes.map(({ action }) => action)).toEqual(['created']);
    await release(orderId);
    await endAsOwner(holdId);
    expect(await availabilityOf(b!)).toBe('available');
  });

  it('never takes a geode from an order by ending its hold at the moment of payment', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 10; round += 1) {
      const [a] = await createGeodes(1);
      const browser = randomUUID();
      const { holdId } = await take(browser, [a]);
      const orderId = randomUUID();
      const [ended, reserved] = await Promise.allSettled([
        endAsOwner(holdId),
        reserve([a], { browserId: browser }, orderId),
      ]);
      expect(reserved.status).toBe('fulfilled');
      const outcome = ended.status === 'fulfilled' ? 'ended' : (ended.reason as AppError).code;
      expect(['ended', 'GEODE_IN_ORDER']).toContain(outcome);
      outcomes.add(outcome);
      expect(await availabilityOf(a)).toBe('held');
      await sell(orderId);
      expect(await availabilityOf(a)).toBe('sold');
      expect(await codeOf(endAsOwner(holdId))).toBe('NOT_FOUND');
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

it('the metrics count open holds and how holds ended', async () => {
  const [a, b, c] = await createGeodes(3);
  const events = async () => ({
    taken: await metric('shop_holds_total', 'taken'),
    ended: await metric('shop_holds_total', 'ended'),
    expired: await metric('shop_holds_total', 'expired'),
    byOwner: await metric('shop_holds_total', 'ended-by-owner'),
  });
  const before = await events();
  const browser = randomUUID();
  const ended = await take(browser, [a]);
  const endedByOwner = await take(randomUUID(), [b!]);
  await endAsOwner(endedByOwner.holdId);
  await end(browser, ended.holdId);
  const expired = await take(randomUUID(), [c!]);
  await catalog.database.query('UPDATE hold SET expires_at = now() WHERE id = $1', [expired.holdId]);
  await catalog.app.get(HoldExpiry).endOverdue();
  await eventually('the end of the hold', async () => (await events()).expired > before.expired, 5_000, 50);
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

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AppError, metrics, Pruning, requestContext } from '@geodes/kit';
import { eventually } from '@geodes/testing';
import { OrderEvents } from '../src/events/order-events.js';
import { HoldExpiry } from '../src/holds/hold-expiry.js';
import { OwnerHolds } from '../src/holds/owner-holds.js';
import { lockBrowser } from '../src/units/locks.js';
import { type CatalogUnderTest, codeOf, line, refusal, startCatalog } from './catalog-under-test.js';
import { holdCommands } from './hold-commands.js';

describe('holds', () => {
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const { age, availabilityOf, createGeodes, current, end, reserve, take, untilOnSale } = holdCommands(() => catalog);

  describe('a hold', () => {
    it('accepts ids in any letter case', async () => {
      const [a, b] = await createGeodes(2);
      const browser = randomUUID();
      const first = await take(browser, [a]);
      const second = await take(browser.toUpperCase(), [a.toUpperCase(), b!]);
      expect(second.items).toEqual([line(a), line(b!)]);
      expect(await current(browser.toUpperCase())).toEqual(await current(browser));
      await end(browser.toUpperCase(), first.holdId.toUpperCase());
      expect(await availabilityOf(a)).toBe('held');
      const { items } = await reserve([a.toUpperCase()], { browserId: browser.toUpperCase() });
      expect(items.map(({ geodeId }) => geodeId)).toEqual([a]);
      await end(browser, second.holdId.toUpperCase());
      expect(await availabilityOf(b!)).toBe('available');
    });

    it('keeps all of the cart off sale for ten minutes, or nothing', async () => {
      const [a, b, c] = await createGeodes(3);
      const browser = randomUUID();
      const hold = await take(browser, [a, b!]);
      expect(hold.items).toEqual([line(a), line(b!)]);
      expect(Date.parse(hold.expiresAt) - Date.now()).toBeGreaterThan(9.9 * 60_000);
      expect(Date.parse(hold.expiresAt) - Date.now()).toBeLessThan(10.1 * 60_000);
      expect(await availabilityOf(a)).toBe('held');
      const refused = await refusal(take(randomUUID(), [c!, b!]));
      expect(refused).toMatchObject({ code: 'OUT_OF_STOCK', details: { geodeIds: [b] } });
      expect(await availabilityOf(c!)).toBe('available');
    });

    it('is found by its browser only, with its geodes in the order they were asked for', async () => {
      const ids = (await createGeodes(3)).toSorted().toReversed();
      const browser = randomUUID();
      const hold = await take(browser, ids);
      expect(hold.items.map(({ geodeId }) => geodeId)).toEqual(ids);
      expect(await current(browser)).toEqual(hold);
      expect(await current(randomUUID())).toBeNull();
    });

    it('is replaced by the next hold of its browser, unless that one is refused', async () => {
      const [a, b, c, d] = await createGeodes(4);
      const browser = randomUUID();
      const first = await take(browser, [a, b!]);
      const second = await take(browser, [b!, c!]);
      expect(second.holdId).not.toBe(first.holdId);
      expect(await Promise.all([a, b!, c!].map(availabilityOf))).toEqual(['available', 'held', 'held']);
      await take(randomUUID(), [d!]);
      expect(await codeOf(take(browser, [a, d!]))).toBe('OUT_OF_STOCK');
      expect(await current(browser)).toEqual(second);
      expect(await availabilityOf(a)).toBe('available');
    });

    it('goes to one of twenty browsers that request it concurrently', async () => {
      const [a] = await createGeodes(1);
      const requests = await Promise.allSettled(Array.from({ length: 20 }, () => take(randomUUID(), [a])));
      expect(requests.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
      for (const one of requests)
        if (one.status === 'rejected') expect((one.reason as AppError).code).toBe('OUT_OF_STOCK');
    });

    it('is one hold if a browser requests it in twenty tabs at once', async () => {
      const [a] = await createGeodes(1);
      const browser = randomUUID();
      const holds = await Promise.all(Array.from({ length: 20 }, () => take(browser, [a])));
      const last = await current(browser);
      expect(holds.map(({ holdId }) => holdId)).toContain(last?.holdId);
      const [{ held }] = await catalog.database.query(
        'SELECT count(*)::int AS held FROM reservation WHERE geode_id = $1',
        [a],
      );
      expect(held).toBe(1);
    });

    it('is ended by its own browser only', async () => {
      const [a] = await createGeodes(1);
      const browser = randomUUID();
      const { holdId } = await take(browser, [a]);
      await end(randomUUID(), holdId);
      expect(await availabilityOf(a)).toBe('held');
      await end(browser, holdId);
      await end(browser, holdId);
      expect(await availabilityOf(a)).toBe('available');
      expect(await current(browser)).toBeNull();
    });

    it('expires within a second after its time', async () => {
      const [a] = await createGeodes(1);
      const browser = randomUUID();
      const { holdId } = await take(browser, [a]);
      await age(holdId, 600);
      catalog.changes.clear();
      await untilOnSale(a);
      expect(await current(browser)).toBeNull();
      expect(await catalog.changes.settled()).toEqual([a]);
    });

    it('ends ten seconds after its page was left, unless the browser asks for it again', async () => {
      const [a, b] = await createGeodes(2);
      const [gone, back] = [randomUUID(), randomUUID()];
      const left = await take(gone, [a]);
      const reloaded = await take(back, [b!]);
      await end(gone, left.holdId, 10);
      await end(back, reloaded.holdId, 10);
      expect(await current(back)).toEqual(reloaded);
      await catalog.database.query(
        `UPDATE hold SET leaving_at = leaving_at - interval '10 seconds' WHERE leaving_at IS NOT NULL`,
      );
      await untilOnSale(a);
      expect(await availabilityOf(b!)).toBe('held');
    });
  });

  describe('a hold that ended 90 days ago', () => {
    it('is deleted, but its reservations stay', async () => {
      const [a] = await createGeodes(1);
      const browser = randomUUID();
      const { holdId } = await take(browser, [a]);
      const orderId = randomUUID();
      await reserve([a], { browserId: browser }, orderId);
      await catalog.database.query(`UPDATE hold SET ended_at = now() - interval '91 days' WHERE id = $1`, [holdId]);
      expect(await catalog.app.get(Pruning).run()).toMatchObject({ hold: 1 });
      const reservations = 'SELECT state, hold_id FROM reservation WHERE order_id = $1';
      expect(await catalog.database.query(reservations, [orderId])).toEqual([{ state: 'reserved', hold_id: null }]);
    });

    it('is removed from its reservations through an index', async () => {
      const plan = await catalog.database.transaction(async (manager) => {
        await manager.query('SET LOCAL enable_seqscan = off');
        await manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
        // The statement of the foreign key's ON DELETE SET NULL.
        await manager.query(
          'PREPARE remove_hold (uuid) AS UPDATE ONLY reservation SET hold_id = NULL WHERE $1 = hold_id',
        );
        const lines: unknown = await manager.query(`EXPLAIN EXECUTE remove_hold ('${randomUUID()}')`);
        await manager.query('DEALLOCATE remove_hold');
        return JSON.stringify(lines);
      });
      expect(plan).toContain('reservation_by_hold');
    });
  });
});

describe('the owner and holds', () => {
  const SESSION = 'Chrome on Windows 3fa9c1';
  let catalog: CatalogUnderTest;
  beforeAll(async () => {
    catalog = await startCatalog();
  });
  afterAll(() => catalog.stop());

  const { availabilityOf, createGeodes, current, release, reserve, take } = holdCommands(() => catalog);
  const list = () => catalog.bus.call('catalog.list-holds', {});
  const listed = async (holdId: string) => (await list()).holds.find((hold) => hold.holdId === holdId);
  const endAsOwner = (holdId: string) =>
    requestContext.run({ requestId: randomUUID(), session: SESSION }, () =>
      catalog.bus.call('catalog.end-hold-for-owner', { holdId }),
    );
  const position = async () => (await catalog.bus.call('catalog.live-events', { after: null })).last;
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
      await catalog.bus.call('catalog.end-hold', { browserId: first, holdId: held.holdId, afterSeconds: 30 });
      expect(Date.parse((await listed(held.holdId))!.endsAt) - Date.now()).toBeLessThan(31_000);
    });

    it('returns geodes to sale by ending their hold, which live events and histories show', async () => {
      const [a, b] = await createGeodes(2);
      const browser = randomUUID();
      const { holdId, expiresAt } = await take(browser, [a, b!]);
      const from = await position();
      catalog.changes.clear();
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
      const { changes } = await catalog.bus.call('catalog.list-geode-changes', { id: b!, page: 1, limit: 5 });
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
    await catalog.bus.call('catalog.end-hold', { browserId: browser, holdId: ended.holdId });
    const expired = await take(randomUUID(), [c!]);
    await catalog.database.query('UPDATE hold SET expires_at = now() WHERE id = $1', [expired.holdId]);
    await catalog.app.get(HoldExpiry).endOverdue(50);
    const deadline = Date.now() + 5_000;
    while ((await events()).expired === before.expired && Date.now() < deadline) await sleep(50);
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
});

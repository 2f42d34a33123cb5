import { randomUUID } from 'node:crypto';
import { AppError, Pruning } from '@geodes/kit';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, line, refusal } from './catalog-under-test.js';

const catalog = catalogForTests();

const { age, availabilityOf, createGeodes, current, end, reserve, take, untilOnSale } = commandsOf(catalog);

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
    expect(await catalog.database.query('SELECT FROM reservation WHERE geode_id = $1', [a])).toHaveLength(1);
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

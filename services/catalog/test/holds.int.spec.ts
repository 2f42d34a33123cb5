import { randomUUID } from 'node:crypto';
import { AppError, Pruning } from '@geodes/kit';
import type { Hold } from '@geodes/contracts';
import { HoldExpiry } from '../src/holds/hold-expiry.js';
import { type CatalogUnderTest, codeOf, createGeode, line, refusal, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
beforeAll(async () => {
  catalog = await startCatalog();
});
afterAll(() => catalog.stop());

const take = (browserId: string, geodeIds: string[], addressKey: string | null = null): Promise<Hold> =>
  catalog.bus.call('catalog.take-hold', { browserId, items: geodeIds.map(line), addressKey });
const current = async (browserId: string) => (await catalog.bus.call('catalog.current-hold', { browserId })).hold;
const end = (browserId: string, holdId: string, afterSeconds?: number) =>
  catalog.bus.call('catalog.end-hold', { browserId, holdId, ...(afterSeconds === undefined ? {} : { afterSeconds }) });
const reserve = (geodeIds: string[], holder: { holdId?: string; browserId?: string } = {}, orderId = randomUUID()) =>
  catalog.bus.call('catalog.reserve-geodes', { orderId, items: geodeIds.map(line), ...holder });
const availabilityOf = async (id: string) => (await catalog.bus.call('catalog.get-geode', { id })).availability;
const stones = async (count: number) => {
  const made = [];
  for (let index = 0; index < count; index += 1) made.push((await createGeode(catalog)).id);
  return made as [string, ...string[]];
};
/** As if so many seconds had passed for this hold. */
const age = (holdId: string, seconds: number) =>
  catalog.database.query(
    `UPDATE hold SET created_at = created_at - $2 * interval '1 second', expires_at = expires_at - $2 * interval '1 second',
            leaving_at = leaving_at - $2 * interval '1 second', ended_at = ended_at - $2 * interval '1 second' WHERE id = $1`,
    [holdId, seconds],
  );
const untilOnSale = async (id: string) => {
  const limit = Date.now() + 5_000;
  while ((await availabilityOf(id)) !== 'available') {
    if (Date.now() > limit) throw new Error('the geode did not come back on sale');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
};
/** Until some transaction waits for the lock of a row. */
const untilWaiting = async () => {
  const limit = Date.now() + 5_000;
  for (;;) {
    const [{ waiting }] = await catalog.database.query(
      `SELECT count(*)::int AS waiting FROM pg_stat_activity
        WHERE datname = current_database() AND wait_event_type = 'Lock' AND query LIKE '%geode%'`,
    );
    if (waiting > 0) return;
    if (Date.now() > limit) throw new Error('nobody waited');
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
};

describe('a hold', () => {
  it('is the same in whatever letter case its ids are sent', async () => {
    const [a, b] = await stones(2);
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

  it('keeps the cart off sale for ten minutes, all of it or nothing', async () => {
    const [a, b, c] = await stones(3);
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

  it('is found again by its browser, and by no other', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const hold = await take(browser, [a]);
    expect(await current(browser)).toEqual(hold);
    expect(await current(randomUUID())).toBeNull();
  });

  it('is replaced by the next one of its browser; a refused one leaves it', async () => {
    const [a, b, c, d] = await stones(4);
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

  it('is had by one of twenty browsers that ask at the same moment', async () => {
    const [a] = await stones(1);
    const asked = await Promise.allSettled(Array.from({ length: 20 }, () => take(randomUUID(), [a])));
    expect(asked.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    for (const one of asked) if (one.status === 'rejected') expect((one.reason as AppError).code).toBe('OUT_OF_STOCK');
  });

  it('of one browser that asks in twenty tabs at once is one hold', async () => {
    const [a] = await stones(1);
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

  it('ends for its own browser only', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await end(randomUUID(), holdId);
    expect(await availabilityOf(a)).toBe('held');
    await end(browser, holdId);
    await end(browser, holdId);
    expect(await availabilityOf(a)).toBe('available');
    expect(await current(browser)).toBeNull();
  });

  it('ends by itself within a second of its time', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await age(holdId, 600);
    catalog.changes.forget();
    await untilOnSale(a);
    expect(await current(browser)).toBeNull();
    expect(await catalog.changes.settled()).toEqual([a]);
  });

  it('of a page that was left ends ten seconds later, unless the browser asks for it again', async () => {
    const [a, b] = await stones(2);
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

describe('an order', () => {
  it('is never refused by the hold of its own browser, with or without the hold’s id, and refused by that of another', async () => {
    const [a, b] = await stones(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a, b!]);
    expect(await codeOf(reserve([a]))).toBe('OUT_OF_STOCK');
    expect(await codeOf(reserve([a], { browserId: randomUUID() }))).toBe('OUT_OF_STOCK');
    expect((await reserve([a], { browserId: browser })).items).toHaveLength(1);
    expect((await reserve([b!], { holdId })).items).toHaveLength(1);
  });

  it('whose hold has ended reserves by itself', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await end(browser, holdId);
    expect((await reserve([a], { holdId, browserId: browser })).items).toHaveLength(1);
  });

  it('may want more than its hold has, all or nothing', async () => {
    const [a, b, c] = await stones(3);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await take(randomUUID(), [c!]);
    expect(await codeOf(reserve([a, b!, c!], { holdId }))).toBe('OUT_OF_STOCK');
    expect(await availabilityOf(b!)).toBe('available');
    expect((await reserve([a, b!], { holdId })).items.map(({ geodeId }) => geodeId)).toEqual([a, b]);
  });

  it('has its stones out of the hold’s reach: they do not expire, nothing ends or replaces them, and nobody else gets them', async () => {
    const [a, b] = await stones(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await reserve([a], { browserId: browser });
    expect(await codeOf(take(browser, [a]))).toBe('OUT_OF_STOCK');
    expect(await codeOf(reserve([a], { browserId: browser, holdId }))).toBe('OUT_OF_STOCK');
    await age(holdId, 3_000);
    await catalog.app.get(HoldExpiry).endOverdue(10);
    expect(await availabilityOf(a)).toBe('held');
    await take(browser, [b!]);
    await end(browser, holdId);
    expect(await availabilityOf(a)).toBe('held');
  });

  it('refuses the same browser a second hold or order in words that do not name another buyer', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    await reserve([a], { browserId: browser });
    await end(browser, holdId);
    const refused = {
      message: expect.stringContaining('an order of yours'),
      details: { geodeIds: [a], orderedIds: [a] },
    };
    await expect(take(browser, [a])).rejects.toMatchObject(refused);
    await expect(reserve([a], { browserId: browser })).rejects.toMatchObject(refused);
    const other = { message: expect.stringContaining('another buyer'), details: { geodeIds: [a] } };
    await expect(take(randomUUID(), [a])).rejects.toMatchObject(other);
  });

  it('that is declined gives its stones back to the hold, with at least two minutes', async () => {
    const [a, b] = await stones(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a, b!], { holdId }, orderId);
    await age(holdId, 3_000);
    await catalog.bus.call('catalog.release-geodes', { orderId });
    const hold = await current(browser);
    expect(hold).toMatchObject({ holdId, items: [line(a)] });
    expect(Date.parse(hold!.expiresAt) - Date.now()).toBeGreaterThan(115_000);
    expect(await availabilityOf(a)).toBe('held');
    expect(await availabilityOf(b!)).toBe('available');
  });

  it('that is declined again and again gives its hold two more minutes five times, not without end', async () => {
    const [a, b] = await stones(2);
    const { holdId } = await take(randomUUID(), [a, b!]);
    const declinedAfter = async (seconds: number) => {
      const orderId = randomUUID();
      await age(holdId, seconds);
      await reserve([a], { holdId }, orderId);
      await catalog.bus.call('catalog.release-geodes', { orderId });
    };
    await declinedAfter(590);
    for (let time = 2; time <= 5; time += 1) await declinedAfter(110);
    await age(holdId, 110);
    expect(await availabilityOf(b!)).toBe('held');
    await declinedAfter(8);
    await Promise.all([a, b!].map(untilOnSale));
  });

  it('that is declined while its browser replaces the hold leaves no stone behind', async () => {
    const [a, x] = await stones(2);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a], { holdId }, orderId);
    const other = catalog.database.createQueryRunner();
    await other.startTransaction();
    await other.query('SELECT FROM geode WHERE id = $1 FOR UPDATE', [x]);
    const replaced = take(browser, [x!]);
    await untilWaiting();
    const released = catalog.bus.call('catalog.release-geodes', { orderId });
    await new Promise((resolve) => setTimeout(resolve, 300));
    await other.rollbackTransaction();
    await other.release();
    await Promise.all([replaced, released]);
    expect(await availabilityOf(a)).toBe('available');
    expect((await current(browser))?.items).toEqual([line(x!)]);
  });

  it('that is declined after its hold was ended puts its stones on sale', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a], { holdId }, orderId);
    await end(browser, holdId);
    await catalog.bus.call('catalog.release-geodes', { orderId });
    expect(await availabilityOf(a)).toBe('available');
  });
});

describe('an address', () => {
  it('keeps stones off sale for twenty minutes an hour without buying, then waits; a browser renews its own three times', async () => {
    const address = randomUUID();
    const [a, b, c] = await stones(3);
    const browser = randomUUID();
    const first = await take(browser, [a], address);
    await age(first.holdId, 1_260);
    const refused = await refusal(take(randomUUID(), [b!], address));
    expect(refused.code).toBe('TOO_MANY_REQUESTS');
    const { retryAfterSeconds } = refused.details as { retryAfterSeconds: number };
    expect(retryAfterSeconds).toBeGreaterThan(0);
    expect(retryAfterSeconds).toBeLessThanOrEqual(3_600);
    await take(randomUUID(), [c!], randomUUID());
    for (let renewal = 1; renewal <= 3; renewal += 1) await take(browser, [a], address);
    expect(await codeOf(take(browser, [a], address))).toBe('TOO_MANY_REQUESTS');
    expect(await availabilityOf(a)).toBe('held');
  });

  it('has nothing counted of a hold that was bought, nor where minutes are not counted', async () => {
    const address = randomUUID();
    const [a, b, c] = await stones(3);
    const { holdId } = await take(randomUUID(), [a], address);
    await age(holdId, 3_000);
    await catalog.database.query('UPDATE hold SET bought = true WHERE id = $1', [holdId]);
    await take(randomUUID(), [b!], address);
    await take(randomUUID(), [c!], null);
  });

  it('is forgotten two hours after the hold', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a], '192.0.2.7');
    await end(browser, holdId);
    await age(holdId, 7_300);
    await catalog.app.get(HoldExpiry).deleteAddressKeys();
    expect(await catalog.database.query('SELECT address_key FROM hold WHERE id = $1', [holdId])).toEqual([
      { address_key: null },
    ]);
  });
});

describe('a hold that ended 90 days ago', () => {
  it('is deleted; its reservations stay', async () => {
    const [a] = await stones(1);
    const browser = randomUUID();
    const { holdId } = await take(browser, [a]);
    const orderId = randomUUID();
    await reserve([a], { holdId, browserId: browser }, orderId);
    await catalog.database.query(`UPDATE hold SET ended_at = now() - interval '91 days' WHERE id = $1`, [holdId]);
    expect(await catalog.app.get(Pruning).run()).toMatchObject({ hold: 1 });
    const kept = 'SELECT state, hold_id FROM reservation WHERE order_id = $1';
    expect(await catalog.database.query(kept, [orderId])).toEqual([{ state: 'reserved', hold_id: null }]);
  });

  it('is taken out of its reservations through an index', async () => {
    const plan = await catalog.database.transaction(async (manager) => {
      await manager.query('SET LOCAL enable_seqscan = off');
      await manager.query('SET LOCAL plan_cache_mode = force_generic_plan');
      // as the foreign key has it
      await manager.query('PREPARE forget (uuid) AS UPDATE ONLY reservation SET hold_id = NULL WHERE $1 = hold_id');
      const lines: unknown = await manager.query(`EXPLAIN EXECUTE forget ('${randomUUID()}')`);
      await manager.query('DEALLOCATE forget');
      return JSON.stringify(lines);
    });
    expect(plan).toContain('reservation_by_hold');
  });
});

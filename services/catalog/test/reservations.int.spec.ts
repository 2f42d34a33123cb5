import { randomUUID } from 'node:crypto';
import { AppError } from '@geodes/kit';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, createGeode, refusal } from './catalog-under-test.js';

const catalog = catalogForTests();

const { historyOf, read, release, sell, stockOf, ...commands } = commandsOf(catalog);
const reserve = (orderId: string, ...geodeIds: string[]) => commands.reserve(geodeIds, {}, orderId);
const outcomesOf = (calls: Promise<unknown>[]) =>
  Promise.all(
    calls.map((call) =>
      call.then(
        () => 'reserved',
        (error: unknown) => (error instanceof AppError ? error.code : String(error)),
      ),
    ),
  );
const countEach = (outcomes: string[]) =>
  Object.fromEntries([...new Set(outcomes)].map((each) => [each, outcomes.filter((other) => other === each).length]));

describe('reserving geodes', () => {
  it('takes the geode off sale and returns its present fields with the price in cents', async () => {
    const geode = await createGeode(catalog, { price: '49.50', imageUrls: ['/objects/a', '/objects/b'] });
    const orderId = randomUUID();
    expect(await reserve(orderId, geode.id)).toEqual({
      orderId,
      items: [
        {
          geodeId: geode.id,
          quantity: 1,
          priceCents: 4950,
          title: geode.title,
          size: geode.size,
          location: geode.location,
          crystalType: geode.crystalType,
          tier: geode.tier,
          imageUrls: ['/objects/a', '/objects/b'],
        },
      ],
    });
    expect(await read(geode.id)).toMatchObject({
      isAvailable: false,
      availability: 'held',
      quantity: 0,
      availableQuantity: 0,
    });
  });

  it('gives a geode to one of twenty concurrent buyers and refuses nineteen', async () => {
    const geode = await createGeode(catalog);
    const outcomes = await outcomesOf(Array.from({ length: 20 }, () => reserve(randomUUID(), geode.id)));
    expect(countEach(outcomes)).toEqual({ reserved: 1, OUT_OF_STOCK: 19 });
  });

  it('gives each unit of a geode to one buyer', async () => {
    const geode = await createGeode(catalog, { quantity: 3 });
    const outcomes = await outcomesOf(Array.from({ length: 12 }, () => reserve(randomUUID(), geode.id)));
    expect(countEach(outcomes)).toEqual({ reserved: 3, OUT_OF_STOCK: 9 });
    const rows: unknown = await catalog.database.query(
      'SELECT unit_no FROM reservation WHERE geode_id = $1 ORDER BY 1',
      [geode.id],
    );
    expect(rows).toEqual([{ unit_no: 1 }, { unit_no: 2 }, { unit_no: 3 }]);
  });

  it('reserves all or nothing for overlapping carts, without deadlocks', async () => {
    for (let round = 0; round < 10; round += 1) {
      const [a, b, c] = await Promise.all([createGeode(catalog), createGeode(catalog), createGeode(catalog)]);
      const ids = [a.id, b.id, c.id] as const;
      const carts = [
        [ids[0], ids[1]],
        [ids[1], ids[2]],
        [ids[2], ids[0]],
        [ids[1], ids[0]],
        [ids[2], ids[1]],
        [ids[0], ids[2]],
      ];
      const orders = carts.map(() => randomUUID());
      const outcomes = await outcomesOf(carts.map((cart, index) => reserve(orders[index] as string, ...cart)));
      expect(countEach(outcomes)).toEqual({ reserved: 1, OUT_OF_STOCK: 5 });
      const winner = orders[outcomes.indexOf('reserved')];
      const rows: unknown = await catalog.database.query(
        'SELECT DISTINCT order_id, count(*)::int FROM reservation WHERE geode_id = ANY($1) GROUP BY 1',
        [ids],
      );
      expect(rows).toEqual([{ order_id: winner, count: 2 }]);
      const stock: unknown = await catalog.database.query(
        'SELECT sum(units_available)::int AS free FROM geode WHERE id = ANY($1)',
        [ids],
      );
      expect(stock).toEqual([{ free: 1 }]);
    }
  });

  it('refuses an order for good: a repeated command reserves nothing after the geode returns to sale', async () => {
    const [taken, free] = await Promise.all([createGeode(catalog), createGeode(catalog)]);
    const [winner, loser] = [randomUUID(), randomUUID()];
    await reserve(winner, taken.id);
    expect((await refusal(reserve(loser, taken.id, free.id))).code).toBe('OUT_OF_STOCK');
    expect((await refusal(reserve(loser, taken.id, free.id))).code).toBe('OUT_OF_STOCK');
    await release(winner);
    expect((await refusal(reserve(loser, taken.id, free.id))).code).toBe('CHANGED');
    expect(await read(taken.id)).toMatchObject({ isAvailable: true, quantity: 1 });
  });

  it('returns the reservation to the winning order’s repeated command', async () => {
    const geode = await createGeode(catalog);
    const orderIds = Array.from({ length: 30 }, () => randomUUID());
    const asked = [...orderIds, ...orderIds];
    const answers = await Promise.allSettled(asked.map((orderId) => reserve(orderId, geode.id)));
    const winners = asked.filter((_, index) => answers[index]?.status === 'fulfilled');
    expect(winners).toHaveLength(2);
    expect(new Set(winners).size).toBe(1);
    const released: { count: number }[] = await catalog.database.query(
      'SELECT count(*)::int FROM order_release WHERE order_id = ANY($1)',
      [orderIds],
    );
    expect(released).toEqual([{ count: 29 }]);
  });

  it('names every unavailable geode, reserved or unknown, and reserves none of the others', async () => {
    const taken = await createGeode(catalog, { title: 'Taken one' });
    const free = await createGeode(catalog);
    const unknown = randomUUID();
    await reserve(randomUUID(), taken.id);
    const error = await refusal(reserve(randomUUID(), free.id, taken.id, unknown));
    expect(error.code).toBe('OUT_OF_STOCK');
    expect(error.details).toEqual({ geodeIds: [taken.id, unknown] });
    expect(error.message).toContain('Taken one');
    expect(await read(free.id)).toMatchObject({ isAvailable: true, quantity: 1 });
  });

  it('returns the same result to repeated commands, even concurrent ones and after a new price', async () => {
    const geode = await createGeode(catalog, { price: '10.00' });
    const orderId = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => reserve(orderId, geode.id)));
    await catalog.bus.call('catalog.update-geode', { id: geode.id, changes: { price: '99.00' } });
    answers.push(await reserve(orderId, geode.id));
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
    expect(answers[0]?.items[0]?.priceCents).toBe(1000);
  });

  it('refuses a repeated command with other geodes', async () => {
    const [first, second] = await Promise.all([createGeode(catalog), createGeode(catalog)]);
    const orderId = randomUUID();
    await reserve(orderId, first.id);
    expect(await codeOf(reserve(orderId, first.id, second.id))).toBe('CHANGED');
    expect(await codeOf(reserve(orderId, second.id))).toBe('CHANGED');
    expect(await read(second.id)).toMatchObject({ isAvailable: true });
  });

  it('names the field of a malformed command', async () => {
    const error = await refusal(reserve('not-an-id', randomUUID()));
    expect(error.code).toBe('BAD_REQUEST');
    const reason = 'Order id must be an id such as 7f1c7f0e-4ac1-4b8a-9c44-6fd7a3f0d3c1.';
    expect(error.details).toEqual([{ field: 'orderId', reason }]);
  });
});

describe('releasing geodes', () => {
  it('returns the units to sale once', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve(orderId, geode.id);
    await Promise.all(Array.from({ length: 5 }, () => release(orderId)));
    expect(await read(geode.id)).toMatchObject({ isAvailable: true, quantity: 1 });
    const other = randomUUID();
    await reserve(other, geode.id);
    await release(orderId);
    expect(await read(geode.id)).toMatchObject({ availability: 'held' });
  });

  it('refuses a later reserve command of the same order', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    await reserve(orderId, geode.id);
    await release(orderId);
    expect(await codeOf(reserve(orderId, geode.id))).toBe('CHANGED');
  });

  it('refuses a reserve command that arrives after the release', async () => {
    const geode = await createGeode(catalog);
    const orderId = randomUUID();
    await release(orderId);
    expect(await codeOf(reserve(orderId, geode.id))).toBe('CHANGED');
    expect(await read(geode.id)).toMatchObject({ isAvailable: true });
  });

  it('leaves nothing reserved if it races the reserve command', async () => {
    for (let round = 0; round < 10; round += 1) {
      const geode = await createGeode(catalog);
      const orderId = randomUUID();
      await Promise.allSettled([reserve(orderId, geode.id), release(orderId), reserve(orderId, geode.id)]);
      expect(await read(geode.id)).toMatchObject({ isAvailable: true, quantity: 1 });
    }
  });
});

describe('a refunded geode', () => {
  const returnGeodes = (orderId: string, ...geodeIds: string[]) =>
    catalog.bus.call('catalog.return-geodes', { orderId, geodeIds });
  const daysOnSale = async (id: string): Promise<unknown> => {
    const [geode] = await catalog.database.query<{ days: number }[]>(
      'SELECT extract(day FROM now() - on_sale_since)::int AS days FROM geode WHERE id = $1',
      [id],
    );
    return geode?.days;
  };

  it('returns to sale once, and can be sold to another order', async () => {
    const { id } = await createGeode(catalog);
    const { id: other } = await createGeode(catalog);
    const { orderId } = await commands.reserve([id, other]);
    await sell(orderId);
    const answers = await Promise.all([returnGeodes(orderId, id), returnGeodes(orderId, id)]);
    expect(answers.flatMap(({ returned }) => returned)).toEqual([id]);
    expect(await stockOf(id)).toEqual({ free: 1, reserved: 0, sold: 0 });
    expect(await stockOf(other)).toEqual({ free: 0, reserved: 0, sold: 1 });
    const { orderId: next } = await commands.reserve([id]);
    await sell(next);
    expect(await returnGeodes(orderId, id)).toEqual({ returned: [] });
    expect(await stockOf(id)).toEqual({ free: 0, reserved: 0, sold: 1 });
    expect((await historyOf(id))[0]?.fields).toContainEqual(expect.objectContaining({ before: 0, after: 1 }));
  });

  it('counts its time on sale from then on, unless another unit stayed on sale', async () => {
    const { id } = await createGeode(catalog);
    const { id: one } = await createGeode(catalog, { quantity: 2 });
    await catalog.database.query("UPDATE geode SET on_sale_since = on_sale_since - interval '90 days'");
    const { orderId } = await commands.reserve([id, one]);
    await sell(orderId);
    await returnGeodes(orderId, id, one);
    expect([await daysOnSale(id), await daysOnSale(one)]).toEqual([0, 90]);
  });

  it('cannot be deleted, because it is part of an order', async () => {
    const { id } = await createGeode(catalog);
    const { orderId } = await commands.reserve([id]);
    await sell(orderId);
    await returnGeodes(orderId, id);
    await expect(catalog.bus.call('catalog.delete-geode', { id })).rejects.toMatchObject({ code: 'GEODE_IN_ORDER' });
  });

  it('waits until its sale is recorded', async () => {
    const { id } = await createGeode(catalog);
    const { orderId } = await commands.reserve([id]);
    await expect(returnGeodes(orderId, id)).rejects.toMatchObject({ code: 'CHANGED' });
    await sell(orderId);
    expect(await returnGeodes(orderId, id)).toEqual({ returned: [id] });
  });
});

describe('the database', () => {
  const insert = (geodeId: string, unit: number, state = 'reserved') =>
    catalog.database.query(
      `INSERT INTO reservation (id, geode_id, order_id, unit_no, state, snapshot) VALUES (gen_random_uuid(), $1, $2, $3, $4, '{}')`,
      [geodeId, randomUUID(), unit, state],
    );

  it('refuses a unit to a second order, reserved or sold', async () => {
    const geode = await createGeode(catalog);
    await reserve(randomUUID(), geode.id);
    await expect(insert(geode.id, 1)).rejects.toThrow(/reservation_unit_taken/);
    await expect(insert(geode.id, 1, 'sold')).rejects.toThrow(/reservation_unit_taken/);
  });

  it('refuses to sell a unit that the geode does not have', async () => {
    const geode = await createGeode(catalog);
    await reserve(randomUUID(), geode.id);
    await expect(insert(geode.id, 2)).rejects.toThrow(/not what its reservations say/);
    const both = catalog.database.transaction(async (manager) => {
      await manager.query(
        `INSERT INTO reservation (id, geode_id, order_id, unit_no, state, snapshot) VALUES (gen_random_uuid(), $1, $2, 2, 'sold', '{}')`,
        [geode.id, randomUUID()],
      );
      await manager.query(
        'UPDATE geode SET units_available = units_available - 1, units_sold = units_sold + 1 WHERE id = $1',
        [geode.id],
      );
    });
    await expect(both).rejects.toThrow(/geode_units_available/);
  });

  it('refuses to delete a reservation or a reserved geode, or to change counters alone', async () => {
    const geode = await createGeode(catalog);
    await reserve(randomUUID(), geode.id);
    await expect(catalog.database.query('DELETE FROM reservation WHERE geode_id = $1', [geode.id])).rejects.toThrow(
      /not what its reservations say/,
    );
    await expect(
      catalog.database.query('UPDATE geode SET units_reserved = 0, units_available = 1 WHERE id = $1', [geode.id]),
    ).rejects.toThrow(/not what its reservations say/);
    await expect(catalog.database.query('DELETE FROM geode WHERE id = $1', [geode.id])).rejects.toThrow(
      /reservation_geode/,
    );
  });
});

describe('the event catalog.changed', () => {
  it('is emitted for a reserve and a release, but not if nothing changed', async () => {
    const geode = await createGeode(catalog);
    await catalog.changes.settled();
    catalog.changes.clear();
    const orderId = randomUUID();
    await reserve(orderId, geode.id);
    expect(await catalog.changes.settled()).toEqual([geode.id]);
    await reserve(orderId, geode.id);
    await refusal(reserve(randomUUID(), geode.id));
    expect(await catalog.changes.settled()).toEqual([geode.id]);
    await release(orderId);
    await release(orderId);
    expect(await catalog.changes.settled()).toEqual([geode.id, geode.id]);
  });
});

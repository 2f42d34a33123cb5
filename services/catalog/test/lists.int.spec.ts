import { randomUUID } from 'node:crypto';
import type { GeodeQuery, ImportedGeode } from '@geodes/contracts';
import { commandsOf } from './catalog-commands.js';
import { catalogForTests, codeOf, importedGeode, sellUnpaid } from './catalog-under-test.js';

describe('lists', () => {
  const catalog = catalogForTests();
  const { read, reserve } = commandsOf(catalog);

  /** A small catalogue: every filter finds some of it and not others. */
  const geodesByName: Record<string, ImportedGeode> = {
    smoky: importedGeode({
      title: 'Smoky Élan',
      size: '2.9 inches',
      price: '19.99',
      crystalType: 'Quartz',
      isFeatured: true,
    }),
    calcite: importedGeode({
      title: 'Honey',
      size: '3 x 2 in',
      price: '20.00',
      crystalType: 'Calcite',
      createdAt: '2026-02-02T00:00:00.000Z',
    }),
    big: importedGeode({
      title: 'Giant',
      size: '5 7/8 x 6"',
      price: '350',
      crystalType: 'quartz',
      isFeatured: true,
      createdAt: '2026-02-01T00:00:00.000Z',
    }),
    pyrite: importedGeode({
      title: 'Fool',
      size: 'palm sized',
      price: '20.01',
      crystalType: 'Pyrite',
      createdAt: '2026-02-03T00:00:00.000Z',
    }),
    held: importedGeode({ title: 'In a checkout', size: '5.99', price: '45.00', isFeatured: true }),
    sold: importedGeode({ title: 'Gone', size: '4', price: '45.00', isFeatured: true }),
  };
  const nameOf = new Map(Object.entries(geodesByName).map(([name, { id }]) => [id, name]));

  beforeAll(async () => {
    await catalog.bus.call('catalog.import-geodes', { geodes: Object.values(geodesByName) });
    await reserve([geodesByName.held!.id]);
    await sellUnpaid(catalog, geodesByName.sold!.id);
  });

  const list = (query: object) => catalog.bus.call('catalog.list-geodes', query as GeodeQuery);
  const names = async (query: object) => (await list(query)).geodes.map(({ id }) => nameOf.get(id)).sort();

  describe('the list of geodes', () => {
    it('has the unsold geodes and marks held ones', async () => {
      const { geodes, ...rest } = await list({});
      expect(rest).toEqual({ page: 1, limit: 10, total: 5, totalPages: 1 });
      expect(await list({ limit: 2 })).toMatchObject({ total: 5, totalPages: 3 });
      expect(
        geodes.map(({ id, availability, isAvailable, quantity }) => ({
          name: nameOf.get(id),
          availability,
          isAvailable,
          quantity,
        })),
      ).toEqual(
        expect.arrayContaining([
          { name: 'held', availability: 'held', isAvailable: false, quantity: 0 },
          { name: 'smoky', availability: 'available', isAvailable: true, quantity: 1 },
        ]),
      );
      expect(geodes.map(({ id }) => nameOf.get(id))).not.toContain('sold');
    });

    it.each([
      [{ minPrice: '20.01', maxPrice: '999999999999.99' }, ['big', 'held', 'pyrite']],
      [{ search: 'ÉLAN smok' }, ['smoky']],
      [{ search: 'moky' }, []],
      [{ search: "'; DROP TABLE geode; --" }, []],
      [{ search: ' ! ' }, ['big', 'calcite', 'held', 'pyrite', 'smoky']],
    ])('filtered by %j has %j', async (query, expected) => expect(await names(query)).toEqual(expected));

    it('ignores NUL characters in the search, which PostgreSQL cannot store', async () =>
      expect(await names({ search: 'smo\u0000ky' })).toEqual(['smoky']));

    it('is read through an index, sorted by time or price', async () => {
      const plan = async (sql: string) =>
        catalog.database.transaction(async (manager) => {
          await manager.query('SET LOCAL enable_seqscan = off');
          await manager.query('SET LOCAL enable_sort = off');
          return JSON.stringify(await manager.query(`EXPLAIN ${sql}`));
        });
      const unsold = 'SELECT id FROM geode WHERE is_unsold';
      expect(await plan(`${unsold} ORDER BY created_at DESC, id DESC LIMIT 10`)).toContain('geode_unsold_by_age');
      expect(await plan(`${unsold} ORDER BY price_cents, id LIMIT 10`)).toContain('geode_unsold_by_price');
      expect(await plan(`${unsold} AND crystal_key = 'quartz' ORDER BY price_cents`)).toContain(
        'geode_unsold_by_crystal',
      );
    });
  });

  describe('the other lists', () => {
    it('list-featured has the unsold featured geodes', async () => {
      const featured = await catalog.bus.call('catalog.list-featured', {});
      expect(featured.map(({ id }) => nameOf.get(id)).sort()).toEqual(['big', 'held', 'smoky']);
    });

    it('list-inventory has every geode, newest first', async () => {
      const { geodes, total } = await catalog.bus.call('catalog.list-inventory', {});
      expect(total).toBe(6);
      expect(geodes.find(({ id }) => id === geodesByName.sold!.id)).toMatchObject({
        availability: 'sold',
        isAvailable: false,
        quantity: 0,
      });
      expect(geodes.slice(0, 3).map(({ id }) => nameOf.get(id))).toEqual(['pyrite', 'calcite', 'big']);
      expect((await catalog.bus.call('catalog.list-inventory', { page: 2, limit: 4 })).geodes).toHaveLength(2);
    });

    it('list-inventory has with ids those of the geodes that exist, newest first; malformed ids are BAD_REQUEST', async () => {
      const listOf = (ids: string[]) => catalog.bus.call('catalog.list-inventory', { ids });
      const { geodes, total } = await listOf([geodesByName.sold!.id, randomUUID(), geodesByName.pyrite!.id]);
      expect([total, ...geodes.map(({ id }) => nameOf.get(id))]).toEqual([2, 'pyrite', 'sold']);
      expect(await codeOf(listOf([geodesByName.sold!.id, 'nonsense']))).toBe('BAD_REQUEST');
    });

    it('list-sitemap has every unsold geode, sorted by id', async () => {
      const first = await catalog.bus.call('catalog.list-sitemap', { page: 1, limit: 3 });
      const second = await catalog.bus.call('catalog.list-sitemap', { page: 2, limit: 3 });
      const ids = [...first.geodes, ...second.geodes].map(({ id }) => id);
      expect([first.total, ids.length]).toEqual([5, 5]);
      expect(ids).toEqual([...ids].sort());
      expect(ids).not.toContain(geodesByName.sold!.id);
    });

    it('get-geode returns one geode, even a sold one, and NOT_FOUND for an unknown id', async () => {
      expect(await read(geodesByName.sold!.id)).toMatchObject({
        title: 'Gone',
        isAvailable: false,
      });
      expect(await codeOf(read(randomUUID()))).toBe('NOT_FOUND');
    });
  });
});

describe('the age of the inventory', () => {
  const catalog = catalogForTests();
  const { release, reserve } = commandsOf(catalog);

  const readAge = () => catalog.bus.call('catalog.get-inventory-age', {});
  const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000 - 60_000).toISOString();
  const importAged = async (days: number, change: Parameters<typeof importedGeode>[0] = {}) => {
    const geode = importedGeode({ createdAt: daysAgo(days), ...change });
    await catalog.bus.call('catalog.import-geodes', { geodes: [geode] });
    return geode;
  };

  it('counts unsold geodes by age: those in a checkout are on sale, sold ones are not', async () => {
    expect(await readAge()).toMatchObject({ geodes: 0, inCheckout: 0, value: '0.00', medianDays: null, oldest: [] });
    const young = await importAged(3, { price: '10' });
    const old = await importAged(400, { price: '20.50', title: 'The old one', quantity: 2 });
    const middle = await importAged(30, { price: '30' });
    const sold = await importAged(500, { price: '99' });
    await sellUnpaid(catalog, sold.id);
    const { orderId } = await reserve([old.id]);
    const age = await readAge();
    expect(age).toMatchObject({ geodes: 4, inCheckout: 1, value: '81.00', medianDays: 30 });
    expect(age.ages).toEqual([
      { fromDays: 0, geodes: 1, value: '10.00' },
      { fromDays: 30, geodes: 1, value: '30.00' },
      { fromDays: 90, geodes: 0, value: '0.00' },
      { fromDays: 180, geodes: 0, value: '0.00' },
      { fromDays: 365, geodes: 2, value: '41.00' },
    ]);
    expect(age.oldest).toEqual([
      { id: old.id, title: 'The old one', price: '20.50', days: 400 },
      { id: middle.id, title: middle.title, price: '30.00', days: 30 },
      { id: young.id, title: young.title, price: '10.00', days: 3 },
    ]);

    await release(orderId);
    await catalog.bus.call('catalog.update-geode', { id: old.id, changes: { price: '21.50', quantity: 3 } });
    expect((await readAge()).oldest[0]).toMatchObject({ id: old.id, days: 400, price: '21.50' });
    // Another unit of a sold geode is on sale from now on.
    await catalog.bus.call('catalog.update-geode', { id: sold.id, changes: { quantity: 1 } });
    expect((await readAge()).oldest.at(-1)).toMatchObject({ id: sold.id, days: 0 });
  });

  it('leaves out drafts and upcoming geodes, and counts them once they are on sale', async () => {
    const before = await readAge();
    const draft = await importAged(20, { isDraft: true });
    const upcoming = await importAged(600, { availableFrom: daysAgo(-1) });
    expect(await readAge()).toEqual(before);
    await importAged(10, { availableFrom: daysAgo(5) });
    await catalog.bus.call('catalog.update-geode', { id: draft.id, changes: { isDraft: false } });
    await catalog.bus.call('catalog.update-geode', { id: upcoming.id, changes: { availableFrom: null } });
    expect((await readAge()).geodes).toBe(before.geodes + 3);
  });
});

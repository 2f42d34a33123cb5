import { randomUUID } from 'node:crypto';
import type { GeodeQuery, ImportedGeode } from '@geodes/contracts';
import type { EntityManager } from 'typeorm';
import { Geode } from '../src/geodes/geode.entity.js';
import { GeodeCounts } from '../src/geodes/geode-counts.js';
import { GeodeLists } from '../src/geodes/geode-lists.js';
import { type CatalogUnderTest, importedGeode, line, startCatalog } from './catalog-under-test.js';

let catalog: CatalogUnderTest;
let counts: GeodeCounts;

beforeEach(async () => {
  catalog = await startCatalog();
  counts = catalog.app.get(GeodeCounts);
});
afterEach(() => catalog.stop());

/** How many these are, once they are counted in memory. */
const counted = async (query: Partial<GeodeQuery> = {}): Promise<number> => {
  for (let attempt = 1; attempt <= 100; attempt += 1) {
    const found = await counts.count(query as GeodeQuery);
    if (found) return found.total;
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
  throw new Error('nothing was read');
};

const bring = async (given: Partial<ImportedGeode> = {}): Promise<string> => {
  const geode = importedGeode(given);
  await catalog.bus.call('catalog.import-geodes', { geodes: [geode] });
  return geode.id;
};

/** The lists as they are where nothing is counted in memory. */
const byTheDatabase = (): GeodeLists => {
  const nothing: Pick<GeodeCounts, 'count'> = { count: () => Promise.resolve(null) };
  return new GeodeLists(catalog.database.getRepository(Geode), nothing as GeodeCounts);
};

const listed = (lists: GeodeLists, query: Partial<GeodeQuery>) =>
  lists.listGeodes({ sortBy: 'newest', page: 1, limit: 10, ...query });

/** Puts geodes on sale without the service. */
const insert = (manager: Pick<EntityManager, 'query'>, many: number, word = 'amber') =>
  manager.query(
    `INSERT INTO geode (id, title, description, price_cents, size, size_inches, location, crystal_type, units_available, search)
     SELECT gen_random_uuid(), $2, '', 1000, '2', 2, 'Keokuk', 'Quartz', 1, array_to_tsvector(ARRAY[$2])
       FROM generate_series(1, $1::int)`,
    [many, word],
  );

describe('what is counted in memory is what the database counts', () => {
  const QUERIES: Partial<GeodeQuery>[] = [
    {},
    { search: 'honey' },
    { search: 'ho' },
    { search: 'calcite keo' },
    { search: 'Élan' },
    { size: 'small' },
    { size: 'medium', category: 'gift-box' },
    { minPrice: '20', maxPrice: '40' },
    { search: 'quartz', maxPrice: '30.00', size: 'large' },
  ];
  const TITLES = ['Honey calcite', 'Élan vital', 'Smoky hollow', 'Horizon'];
  const SIZES = ['2', '3 x 1', '5.9', '6 1/2', 'palm'];
  const CATEGORIES = ['individual', 'gift-box', 'mystery-pack'] as const;

  it('after each of eighty changes', async () => {
    // a number from 0 on below this, the same in every run
    let seed = 7;
    const below = (most: number) => (seed = (seed * 48_271) % 2_147_483_647) % most;
    const one = <T>(of: readonly T[]): T => of[below(of.length)]!;
    const fields = () => ({
      title: one(TITLES),
      size: one(SIZES),
      price: String(10 + below(40)),
      category: one(CATEGORIES),
      crystalType: one(['Quartz', 'Calcite']),
    });
    const ids: string[] = [];
    const changes = [
      async () => ids.push(await bring(fields())),
      () => catalog.bus.call('catalog.update-geode', { id: one(ids), changes: fields() }),
      () => catalog.database.query('UPDATE geode SET units_available = 1 - units_available WHERE id = $1', [one(ids)]),
      () => catalog.database.query('DELETE FROM geode WHERE id = $1', [ids.splice(below(ids.length), 1)[0]]),
    ];
    for (let number = 0; number < 80; number += 1) {
      await (ids.length < 12 ? changes[0]! : one(changes))();
      // asked first, so that what is asked again and again is kept over the change
      expect(await Promise.all(QUERIES.map((query) => counted(query)))).toEqual(
        (await Promise.all(QUERIES.map((query) => listed(byTheDatabase(), query)))).map(({ total }) => total),
      );
      for (const query of QUERIES)
        expect(await listed(catalog.app.get(GeodeLists), query)).toEqual(await listed(byTheDatabase(), query));
    }
  }, 60_000);

  it('as soon as a change is committed, in whatever order transactions began', async () => {
    await bring();
    expect(await counted()).toBe(1);
    const early = catalog.database.createQueryRunner();
    const late = catalog.database.createQueryRunner();
    try {
      for (const runner of [early, late]) {
        await runner.startTransaction();
        await insert(runner.manager, 1);
      }
      expect(await counted()).toBe(1);
      await late.commitTransaction();
      expect(await counted()).toBe(2);
      await early.commitTransaction();
      expect(await counted()).toBe(3);
      expect(await counted({ search: 'amb' })).toBe(2);
    } finally {
      await Promise.all([early.release(), late.release()]);
    }
  });

  it('where many ask while things change', async () => {
    const totals = await Promise.all(
      Array.from({ length: 20 }, async () => {
        await bring({ title: 'Amber' });
        return counted({ search: 'amber' });
      }),
    );
    // each sees at least its own
    expect(Math.min(...totals)).toBeGreaterThanOrEqual(1);
    expect(Math.max(...totals)).toBe(20);
    expect(await counted({ search: 'amber' })).toBe(20);
  });

  it('also after more changes at once than are followed', async () => {
    expect(await counted()).toBe(0);
    await insert(catalog.database, 2_100);
    expect(await counted({ search: 'am' })).toBe(2_100);
    await catalog.database.query('DELETE FROM geode');
    expect(await counted()).toBe(0);
  });
});

it('a stone in a checkout is counted until it is sold', async () => {
  const id = await bring();
  const orderId = randomUUID();
  await catalog.bus.call('catalog.reserve-geodes', { orderId, items: [line(id)] });
  expect(await counted()).toBe(1);
  await catalog.database.transaction(async (manager) => {
    await manager.query(`UPDATE reservation SET state = 'sold' WHERE geode_id = $1`, [id]);
    await manager.query('UPDATE geode SET units_reserved = 0, units_sold = 1 WHERE id = $1', [id]);
  });
  expect(await counted()).toBe(0);
});

it('what changes nothing that is counted is not in the log', async () => {
  const id = await bring();
  await catalog.database.query('DELETE FROM geode_change');
  await catalog.bus.call('catalog.reserve-geodes', { orderId: randomUUID(), items: [line(id)] });
  await catalog.database.query(`UPDATE geode SET description = 'Other', image_urls = '{/objects/a.webp}'`);
  expect(await catalog.database.query('SELECT FROM geode_change')).toEqual([]);
});

it('places and crystals are left to the database', async () => {
  expect(await counts.count({ location: 'Keokuk' } as GeodeQuery)).toBeNull();
  expect(await counts.count({ crystalType: 'Quartz' } as GeodeQuery)).toBeNull();
});

it('another database in the place of the one that was read is read anew', async () => {
  await bring();
  expect(await counted()).toBe(1);
  const [row] = await catalog.database.query<{ ahead: string }[]>(
    `SELECT pg_snapshot_xmax(pg_current_snapshot())::text::bigint + 1000 AS ahead`,
  );
  // as a replica that was behind when it was promoted: its transactions have lower numbers than those that were seen
  counts['followed']!.snapshot = `${row!.ahead}:${row!.ahead}:`;
  await insert(catalog.database, 1);
  expect(await counted()).toBe(2);
});

it('a log that came with a backup from another database is not taken for news', async () => {
  await bring();
  expect(await counted()).toBe(1);
  const followed = counts['followed'];
  await catalog.database.query(
    `INSERT INTO geode_change (changed_by, geode_id)
     SELECT pg_current_xact_id()::text::bigint + 1000 + number, gen_random_uuid() FROM generate_series(1, 2100) AS number`,
  );
  await bring();
  expect(await counted()).toBe(2);
  expect(counts['followed']).toBe(followed);
});

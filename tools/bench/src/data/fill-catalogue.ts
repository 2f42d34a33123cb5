import type pg from 'pg';
import { onDatabase } from './database.js';

const STEP = 10_000;
const TITLES = ['Snowdrift', 'Evening', 'Winter', 'Honey', 'Smoky', 'Blue', 'Prairie', 'Harvest', 'Cedar', 'Hollow'];
const CRYSTALS = ['Quartz', 'Calcite', 'Amethyst', 'Chalcedony', 'Barite', 'Dolomite', 'Pyrite', 'Celestite'];
const PLACES = [
  'Keokuk, Iowa',
  'Hamilton, Illinois',
  'Dugway, Utah',
  'St. Francisville, Missouri',
  'Las Choyas, Chihuahua',
];

const pick = (from: readonly string[], by: string): string =>
  `(ARRAY[${from.map((text) => `'${text}'`).join(',')}])[(${by}) % ${from.length} + 1]`;

/**
 * Geodes as catalog writes them, one unit each. Words have all frequencies: `geode` is in every description, `lotN` in
 * one of a hundred, `noteN` in one of two thousand, `stoneN` in one; prices are $10 to $509, each equally often.
 */
const GEODES = `
  WITH made AS (
    SELECT n, gen_random_uuid() AS id, ${pick(TITLES, 'n')} || ' ' || ${pick(CRYSTALS, 'n / 3')} || ' stone' || n AS title,
      'A geode of the ' || ${pick(TITLES, 'n / 7')} || ' seam, opened by hand, lot' || n % 100 || ' note' || n % 2000
        || ', with a hollow of clear points, a grey rind and a base that stands by itself.' AS description,
      1000 + (n * 7919) % 50000 AS price, 1 + (n * 31) % 80 / 10.0 AS inches,
      ${pick(PLACES, 'n / 2')} || ', pit ' || n % 20 AS location, ${pick(CRYSTALS, 'n / 3')} AS crystal,
      now() - n * interval '1 minute' AS at
    FROM generate_series($1::int, $2::int) n
  )
  INSERT INTO geode (id, title, description, price_cents, size, location, crystal_type, image_urls, tier,
    category, is_featured, units_available, created_at, updated_at, stock_changed_at, on_sale_since)
  SELECT id, title, description, price, inches || ' inches', location, crystal,
    ARRAY['/objects/' || md5(id::text) || '.webp', '/objects/' || md5(title) || '.webp'], ${pick(['S', 'A', 'B', 'C'], 'n')},
    ${pick(['individual', 'individual', 'individual', 'gift-box', 'mystery-pack'], 'n')}, n % 1250 = 0, 1,
    at, at, at, at
  FROM made`;

/** Leaves exactly so many geodes in the catalogue, none of them in anybody's order. */
export const fillCatalogue = (url: string, count: number, say: (line: string) => void): Promise<void> =>
  onDatabase(url, async (client: pg.Client) => {
    await client.query('TRUNCATE geode, reservation, withdrawal');
    // they are consistent by themselves, and would be looked up one by one
    await client.query('ALTER TABLE geode DISABLE TRIGGER stock_balances');
    for (let first = 1; first <= count; first += STEP) {
      await client.query(GEODES, [first, Math.min(count, first + STEP - 1)]);
      if (first > 1 && first % (5 * STEP) === 1) say(`  ${(first - 1).toLocaleString('en-US')} geodes`);
    }
    await client.query('ALTER TABLE geode ENABLE TRIGGER stock_balances');
    await client.query('VACUUM ANALYZE geode');
  });

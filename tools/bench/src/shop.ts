import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import type { Client } from 'pg';
import type { GeodePage } from '@geodes/contracts';
import { demoOrder, onDatabase, ORDER_PATH, type StartedShop, startShop } from '@geodes/testing';
import type { LoadRequest } from './load.js';
import { parentOf, processTree } from './process-tree.js';

const LOG = fileURLToPath(new URL('../.results/shop.log', import.meta.url));
const READ_TIMEOUT_MS = 10_000;
/** Longer than the gateway caches public reads, because filling the database does not invalidate its cache. */
export const CACHE_MS = 10_500;
const PAGE = 100;

/** The built shop on separate data: one process of each kind, and a Square simulator that responds at once. */
export class BenchShop {
  private geodes = 0;

  private constructor(readonly shop: StartedShop) {}

  static async start(): Promise<BenchShop> {
    return new BenchShop(await startShop({ log: LOG, env: { SQUARE_SIMULATOR_LATENCY_MS: '0' } }));
  }

  get origin(): string {
    return this.shop.gateways[0];
  }

  database(name: 'catalog' | 'media' | 'orders'): string {
    return this.shop.servers.database(name);
  }

  /** Returns the process ids of `npm start` and its descendants. */
  processes(): number[] {
    return processTree(parentOf(this.shop.processes.pidOf('gateway')));
  }

  /** Fills the catalogue with exactly this many unsold geodes, unless it already has them. */
  async fill(count: number, say: (line: string) => void, { again = false } = {}): Promise<void> {
    if (this.geodes === count && !again) return;
    await fillPictures(this.database('media'), count);
    await fillCatalogue(this.database('catalog'), count, say);
    this.geodes = count;
    await sleep(CACHE_MS);
  }

  /** Ids of unsold geodes, oldest first: no list under measurement shows those first. Throws if there are fewer. */
  async geodeIds(count: number): Promise<string[]> {
    const ids: string[] = [];
    for (let page = 1; ids.length < count; page += 1) {
      const response = await fetch(`${this.origin}/api/geodes?sortBy=oldest&limit=${PAGE}&page=${page}`, {
        signal: AbortSignal.timeout(READ_TIMEOUT_MS),
      });
      const { geodes } = (await response.json()) as GeodePage;
      if (geodes.length === 0) throw new Error(`There are only ${ids.length} geodes on sale.`);
      ids.push(...geodes.map(({ id }) => id));
    }
    return ids.slice(0, count);
  }

  stop(): Promise<void> {
    return this.shop.stop();
  }
}

/** Returns an order of one geode by a new buyer. */
export const orderOf = (geodeId: string): LoadRequest => {
  const { key, body } = demoOrder([geodeId]);
  return { path: ORDER_PATH, post: { key, body } };
};

const GEODES_PER_INSERT = 10_000;
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
 * Geodes as catalog stores them, one unit each. Words of all frequencies occur: `geode` in every description, `lotN` in
 * one of a hundred, `noteN` in one of two thousand, `stoneN` in one. Prices are spread evenly from $10 to $509.
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
    ARRAY['/objects/' || md5('front' || n) || '.webp', '/objects/' || md5('back' || n) || '.webp'], ${pick(['S', 'A', 'B', 'C'], 'n')},
    ${pick(['individual', 'individual', 'individual', 'gift-box', 'mystery-pack'], 'n')}, n % 1250 = 0, 1,
    at, at, at, at
  FROM made`;

/** Replaces the catalogue by `count` geodes without reservations. */
const fillCatalogue = (url: string, count: number, say: (line: string) => void): Promise<void> =>
  fillDatabase(url, async (client) => {
    await client.query('TRUNCATE geode, reservation, withdrawal');
    // the rows are consistent, and the trigger would check them one by one
    await client.query('ALTER TABLE geode DISABLE TRIGGER stock_balances');
    for (let first = 1; first <= count; first += GEODES_PER_INSERT) {
      await client.query(GEODES, [first, Math.min(count, first + GEODES_PER_INSERT - 1)]);
      if (first > 1 && first % (5 * GEODES_PER_INSERT) === 1) say(`  ${(first - 1).toLocaleString('en-US')} geodes`);
    }
    await client.query('ALTER TABLE geode ENABLE TRIGGER stock_balances');
    await client.query('VACUUM ANALYZE geode');
  });

/**
 * Pictures as media stores them, without objects: nothing here reads a picture's bytes. A placeholder has its usual
 * length.
 */
const PICTURES = `
  INSERT INTO picture (id, object_path, object_key, incoming_key, content_type, bytes, width, height, sha256, placeholder, state)
  SELECT id, '/objects/' || id || '.webp', id, id, 'image/webp', 100000, 1600, 1200, id || id,
    'data:image/webp;base64,' || repeat(id, 8), 'prepared'
  FROM generate_series(1, $1::int) n, unnest(ARRAY[md5('front' || n), md5('back' || n)]) id
  ON CONFLICT DO NOTHING`;

/** Adds the pictures of the first `count` geodes. */
const fillPictures = (url: string, count: number): Promise<void> =>
  fillDatabase(url, async (client) => {
    await client.query(PICTURES, [count]);
    await client.query('VACUUM ANALYZE picture');
  });

const ORDERS_PER_INSERT = 25_000;

/**
 * Orders as the orders service stores them, of geodes that no longer exist. The newest 200 await shipment, half are
 * archived.
 */
const ORDERS = `
  WITH made AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id, now() - n * interval '5 minutes' AS at, 'Buyer' || n % 400 AS first_name, 'Family' || n % 5000 AS last_name,
      'Honey Calcite stone' || n AS title, 'bench' || n || '@example.com' AS email, 2000 + n % 97 * 700 AS price,
      CASE WHEN n <= 200 THEN 'paid' ELSE 'delivered' END AS status
    FROM generate_series($1::int, $2::int) n
  ), orders AS (
    INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
      discount_cents, total_cents, payment_attempt_id, square_payment_id, created_at, archived_at, item_titles)
    SELECT id, status, 'captured', email, first_name, last_name, n || ' Main Street', 'Keokuk', 'IA', '52632', 0, price,
      gen_random_uuid(), 'bench' || n, at, CASE WHEN n > $3::int THEN now() END, title
    FROM made RETURNING id
  )
  INSERT INTO order_item (id, order_id, ordered_at, geode_id, position, before_cents, title, size, location, crystal_type,
    tier, image_urls, quantity, price_cents)
  SELECT gen_random_uuid(), made.id, at, gen_random_uuid(), 0, 0, title, '4 inches', 'Keokuk, Iowa', 'Calcite', 'B',
    '{/objects/a.webp}', 1, price
  FROM made JOIN orders ON orders.id = made.id`;

/** Adds `count` past orders. */
export const fillOrders = (url: string, count: number, say: (line: string) => void): Promise<void> =>
  fillDatabase(url, async (client) => {
    for (let first = 1; first <= count; first += ORDERS_PER_INSERT) {
      await client.query(ORDERS, [first, Math.min(count, first + ORDERS_PER_INSERT - 1), Math.floor(count / 2)]);
      say(`  ${Math.min(count, first + ORDERS_PER_INSERT - 1).toLocaleString('en-US')} orders`);
    }
    await client.query('VACUUM ANALYZE shop_order');
    await client.query('VACUUM ANALYZE order_item');
  });

/** Runs `work` on one connection, whose statements may take five minutes. */
const fillDatabase = (url: string, work: (client: Client) => Promise<void>): Promise<void> =>
  onDatabase(url, work, 300_000);

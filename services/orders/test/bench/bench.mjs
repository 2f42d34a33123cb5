// Shared by the benchmarks of the orders service: a temporary database with a million orders, timing and table rows.
import { loadavg } from 'node:os';
import { parseArgs } from 'node:util';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { freshDatabase } from '@geodes/testing';
import { ordersDatabase } from '../../dist/data-source.js';

const TARGET_MS = 100;

export const print = (text) => process.stdout.write(`${text}\n`);
export const count = (number) => number.toLocaleString('en-US');

const timed = async (work) => {
  const start = performance.now();
  await work();
  return performance.now() - start;
};

export const repeated = async (times, work) => {
  const all = [];
  for (let time = 0; time < times; time += 1) all.push(await timed(work));
  return all;
};

const quantile = (sorted, share) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))];

/** Prints one row of the table; a median above the target is bold. */
export const row = (name, times, lastColumn) => {
  const sorted = times.toSorted((a, b) => a - b);
  const median = quantile(sorted, 0.5);
  const shown = median >= TARGET_MS ? `**${median.toFixed(1)}**` : median.toFixed(1);
  print(`| ${name} | ${shown} | ${quantile(sorted, 0.95).toFixed(1)} | ${lastColumn} |`);
};

/** Runs a request and returns each of its statements with its plan; `options` are those of EXPLAIN. */
export const plansOf = async (database, run, options = '') => {
  const statements = [];
  const query = database.query;
  database.query = (sql, parameters) => {
    statements.push([sql, parameters]);
    return query.call(database, sql, parameters);
  };
  try {
    await run();
  } finally {
    database.query = query;
  }
  const plans = [];
  for (const [sql, parameters] of statements) {
    const lines = await database.query(`EXPLAIN ${options} ${sql}`, parameters);
    plans.push({ sql, lines: lines.map((line) => line['QUERY PLAN']) });
  }
  return plans;
};

const STEP = 100_000;

const FIRST = "(ARRAY['Alex','Sam','Robin','Kim','Jo'])[n % 5 + 1] || chr(97 + n % 8) || chr(97 + n / 8 % 5)";
const LAST = "'Family' || n % 5000 * 7919 % 5000";
const TITLE = `(ARRAY['Snowdrift Quartz','Smoky Quartz','Evening Amethyst','Winter Calcite','Honey Calcite','Blue Chalcedony'])[n % 6 + 1]`;
/** Every third order has the buyer of the order before it. */
const BUYER = '(n - (n % 3 = 0)::int)';
const EMAIL = `'buyer' || ${BUYER} || '@mail' || ${BUYER} % 90 || '.example'`;
const LOCATION =
  "(ARRAY['Keokuk, Iowa','Hamilton, Illinois'])[n % 2 + 1] || CASE n % 7 WHEN 0 THEN ', pit ' || n % 5 ELSE '' END";
const TIER = "(ARRAY['S','A','B','C',''])[n % 5 + 1]";
/** The newest 2,000 await shipment, one in fifty is cancelled, one in a thousand is pending. */
const STATUS = `CASE WHEN n <= 2000 THEN 'paid' WHEN n % 1000 = 0 THEN 'pending' WHEN n % 50 = 0 THEN 'cancelled'
  ELSE (ARRAY['shipped','delivered','delivered','completed'])[n % 4 + 1] END`;

const insertOrders = (archivedFrom) => `
  WITH made AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id, now() - n * interval '5 minutes' AS at, ${FIRST} AS first_name, ${LAST} AS last_name, ${TITLE} AS title,
      ${STATUS} AS status, ${EMAIL} AS email, 2000 + n % 97 * 700 AS price
    FROM generate_series($1::int, $2::int) n
  ), items AS (
    INSERT INTO order_item (id, order_id, ordered_at, geode_id, position, before_cents, title, size, location,
      crystal_type, tier, image_urls, quantity, price_cents)
    SELECT gen_random_uuid(), id, at, gen_random_uuid(), 0, 0, title, '4 inches', ${LOCATION}, split_part(title, ' ', 2),
      ${TIER}, '{/objects/a.webp}', 1, price FROM made
  )
  INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
    discount_cents, total_cents, payment_attempt_id, square_payment_id, created_at, archived_at, item_titles)
  SELECT id, status, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'captured' END, email, first_name, last_name,
    n || ' Main Street', 'Keokuk', 'IA', '52632', 0, price, gen_random_uuid(), 'square' || n,
    at,
    CASE WHEN n > ${archivedFrom} AND status IN ('shipped', 'delivered', 'completed') THEN now() END, title
  FROM made`;

/** Fills an empty database with orders. Returns how long that took, as text. */
const fill = async (source, total) => {
  await source.runMigrations();
  const runner = source.createQueryRunner();
  // Avoids a million checks of the foreign key.
  await runner.query('ALTER TABLE order_item DROP CONSTRAINT order_item_order');
  // Creating the indexes on the full table is faster than updating them row by row.
  const indexes = await runner.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('shop_order', 'order_item') AND indexname NOT LIKE 'PK%'`,
  );
  for (const { name } of indexes) await runner.query(`DROP INDEX ${name}`);
  const start = performance.now();
  for (let first = 1; first <= total; first += STEP) {
    const last = Math.min(total, first + STEP - 1);
    await runner.query(insertOrders(Math.floor(total / 2)), [first, last]);
    print(`${count(last)} orders`);
  }
  await runner.query(
    `INSERT INTO first_paid_order (email, order_id, ordered_at)
     SELECT DISTINCT ON (email) email, id, created_at FROM shop_order WHERE payment_state = 'captured'
     ORDER BY email, created_at, id`,
  );
  for (const { definition } of indexes) await runner.query(definition);
  for (const table of ['shop_order', 'order_item', 'first_paid_order']) await runner.query(`VACUUM ANALYZE ${table}`);
  await runner.release();
  return `Filled in ${Math.round((performance.now() - start) / 1000)} s.`;
};

/**
 * Runs a benchmark on a temporary database with `--orders` orders, or on the filled database of `--database`. `measure`
 * gets the database, `orders` and `requests`, and returns the plans to print.
 */
export const bench = async (name, measure, defaultRequests = '200') => {
  const { values } = parseArgs({
    options: {
      database: { type: 'string' },
      orders: { type: 'string', default: '1000000' },
      requests: { type: 'string', default: defaultRequests },
    },
  });
  const [orders, requests] = [Number(values.orders), Number(values.requests)];
  const own = values.database ? undefined : await freshDatabase(name);
  const source = new DataSource({ ...ordersDatabase(own?.url ?? values.database), extra: { statement_timeout: 0 } });
  try {
    await source.initialize();
    if (own) print(await fill(source, orders));
    const plans = await measure(source, { orders, requests });
    print(`\nLoad ${loadavg()[0].toFixed(1)}.`);
    for (const plan of plans) print(`\n${plan}`);
  } finally {
    if (source.isInitialized) await source.destroy();
    await own?.drop();
  }
};

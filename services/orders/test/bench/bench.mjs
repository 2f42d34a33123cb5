// Shared by the benchmarks of the orders service: a temporary database with a million orders, timing and table rows.
import { loadavg } from 'node:os';
import 'reflect-metadata';
import { DataSource } from 'typeorm';
import { freshDatabase, median, quantile } from '@geodes/testing';
import { ordersDatabase } from '../../dist/data-source.js';

export const ORDERS = 1_000_000;
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

/** Prints one row of the table; a median above the target is bold. */
export const row = (name, times, lastColumn) => {
  const ms = median(times);
  const shown = ms >= TARGET_MS ? `**${ms.toFixed(1)}**` : ms.toFixed(1);
  print(`| ${name} | ${shown} | ${quantile(times, 0.95).toFixed(1)} | ${lastColumn} |`);
};

/** Runs a request and returns each of its statements with its plan; `options` are those of EXPLAIN. */
export const plansOf = async (source, run, options = '') => {
  const statements = [];
  const { createQueryRunner } = source;
  // the repositories and source.query each take a runner
  source.createQueryRunner = (mode) => {
    const runner = createQueryRunner.call(source, mode);
    const { query } = runner;
    runner.query = (sql, parameters, isStructured) => {
      statements.push([sql, parameters]);
      return query.call(runner, sql, parameters, isStructured);
    };
    return runner;
  };
  try {
    await run();
  } finally {
    source.createQueryRunner = createQueryRunner;
  }
  const plans = [];
  for (const [sql, parameters] of statements) {
    const lines = await source.query(`EXPLAIN ${options} ${sql}`, parameters);
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

const INSERT_ORDERS = `
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
    CASE WHEN n > ${ORDERS / 2} AND status IN ('shipped', 'delivered', 'completed') THEN now() END, title
  FROM made`;

/** Fills an empty database with orders. Returns how long that took, as text. */
const fill = async (source) => {
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
  for (let first = 1; first <= ORDERS; first += STEP) {
    const last = first + STEP - 1;
    await runner.query(INSERT_ORDERS, [first, last]);
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

/** Runs a benchmark on a temporary database with a million orders. `measure` gets it and returns the plans to print. */
export const bench = async (name, measure) => {
  const { url, drop } = await freshDatabase(name);
  const source = new DataSource({ ...ordersDatabase(url), extra: { statement_timeout: 0 } });
  try {
    await source.initialize();
    print(await fill(source));
    const plans = await measure(source);
    print(`\nLoad ${loadavg()[0].toFixed(1)}.`);
    for (const plan of plans) print(`\n${plan}`);
  } finally {
    if (source.isInitialized) await source.destroy();
    await drop();
  }
};

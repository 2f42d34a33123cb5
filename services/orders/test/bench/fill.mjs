/** Of so many orders the last ones have no words yet, as an older version wrote them. */
const WORDLESS = 0.05;
const STEP = 100_000;

const FIRST = "(ARRAY['Alex','Sam','Robin','Kim','Jo'])[n % 5 + 1] || chr(97 + n % 8) || chr(97 + n / 8 % 5)";
const LAST = "'Family' || n % 5000 * 7919 % 5000";
const TITLE = `(ARRAY['Snowdrift Quartz','Smoky Quartz','Evening Amethyst','Winter Calcite','Honey Calcite','Blue Chalcedony'])[n % 6 + 1]`;
/** Every third order is of the buyer of the one before it. */
const BUYER = '(n - (n % 3 = 0)::int)';
const EMAIL = `'buyer' || ${BUYER} || '@mail' || ${BUYER} % 90 || '.example'`;
const LOCATION =
  "(ARRAY['Keokuk, Iowa','Hamilton, Illinois'])[n % 2 + 1] || CASE n % 7 WHEN 0 THEN ', pit ' || n % 5 ELSE '' END";
const TIER = "(ARRAY['S','A','B','C',''])[n % 5 + 1]";
/** Half of them old and archived, the newest 2,000 await shipment, one in fifty was cancelled, one in a thousand pends. */
const STATUS = `CASE WHEN n <= 2000 THEN 'paid' WHEN n % 1000 = 0 THEN 'pending' WHEN n % 50 = 0 THEN 'cancelled'
  ELSE (ARRAY['shipped','delivered','delivered','completed'])[n % 4 + 1] END`;

const orders = (archivedFrom) => `
  WITH made AS MATERIALIZED (
    SELECT n, gen_random_uuid() AS id, ${FIRST} AS first_name, ${LAST} AS last_name, ${TITLE} AS title,
      ${STATUS} AS status, ${EMAIL} AS email, 2000 + n % 97 * 700 AS price
    FROM generate_series($1::int, $2::int) n
  ), items AS (
    INSERT INTO order_item (id, order_id, geode_id, position, title, size, location, crystal_type, tier, image_urls,
      quantity, price_cents)
    SELECT gen_random_uuid(), id, gen_random_uuid(), 0, title, '4 inches', ${LOCATION}, split_part(title, ' ', 2),
      ${TIER}, '{/objects/a.webp}', 1, price FROM made
  )
  INSERT INTO shop_order (id, status, payment_state, email, first_name, last_name, address, city, state, zip_code,
    discount_cents, total_cents, payment_attempt_id, square_payment_id, created_at, archived_at, search)
  SELECT id, status, CASE status WHEN 'cancelled' THEN 'cancelled' ELSE 'captured' END, email, first_name, last_name,
    n || ' Main Street', 'Keokuk', 'IA', '52632', 0, price, gen_random_uuid(), 'square' || n,
    now() - n * interval '5 minutes',
    CASE WHEN n > ${archivedFrom} AND status IN ('shipped', 'delivered', 'completed') THEN now() END,
    CASE WHEN n <= $3::int THEN array_to_tsvector(string_to_array(lower(title || ' ' || first_name || ' ' || last_name), ' ')
      || ARRAY['buyer' || n, 'mail' || n % 90, 'example', right(id::text, 8), email]) END
  FROM made`;

/** Fills an empty database with so many orders, then migrates it to be searched as a shop with that many would; what that took. */
export const fill = async (source, count, say) => {
  const { migrations, ...options } = source.options;
  const measured = migrations.findIndex(({ name }) => name.startsWith('FindOrders'));
  const before = await new source.constructor({ ...options, migrations: migrations.slice(0, measured) }).initialize();
  await before.runMigrations();
  await before.destroy();
  const runner = source.createQueryRunner();
  // it would be checked a million times
  await runner.query('ALTER TABLE order_item DROP CONSTRAINT order_item_order');
  await runner.query('ALTER TABLE shop_order ADD COLUMN search tsvector');
  await runner.query('ALTER TABLE order_item ADD COLUMN tier text');
  // indexes are quicker made of a full table than row by row
  const indexes = await runner.query(
    `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
     WHERE tablename IN ('shop_order', 'order_item') AND indexname NOT LIKE 'PK%'`,
  );
  for (const { name } of indexes) await runner.query(`DROP INDEX ${name}`);
  const withWords = Math.floor(count * (1 - WORDLESS));
  for (let first = 1; first <= count; first += STEP) {
    const last = Math.min(count, first + STEP - 1);
    await runner.query(orders(Math.floor(count / 2)), [first, last, withWords]);
    say(`${last.toLocaleString('en-US')} orders`);
  }
  for (const { definition } of indexes) await runner.query(definition);
  const start = performance.now();
  await source.runMigrations();
  const migrationS = Math.round((performance.now() - start) / 1000);
  await runner.query('VACUUM ANALYZE shop_order');
  await runner.query('VACUUM ANALYZE order_item');
  await runner.release();
  return `Migrated in ${migrationS} s; ${(count - withWords).toLocaleString('en-US')} orders were given their words in it.`;
};

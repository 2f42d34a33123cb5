import { onDatabase } from './database.js';

const STEP = 25_000;

/** Orders as the orders service writes them, of stones that are long gone: the newest 200 await shipment, half are archived. */
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

/** Adds so many past orders. */
export const fillOrders = (url: string, count: number, say: (line: string) => void): Promise<void> =>
  onDatabase(url, async (client) => {
    for (let first = 1; first <= count; first += STEP) {
      await client.query(ORDERS, [first, Math.min(count, first + STEP - 1), Math.floor(count / 2)]);
      say(`  ${Math.min(count, first + STEP - 1).toLocaleString('en-US')} orders`);
    }
    await client.query('VACUUM ANALYZE shop_order');
    await client.query('VACUUM ANALYZE order_item');
  });

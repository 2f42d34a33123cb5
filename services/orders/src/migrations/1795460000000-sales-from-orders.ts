import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Lower-case letters that Unicode does not split into a plain letter and a mark. */
const PLAIN_LETTERS = Object.entries({ ß: 'ss', æ: 'ae', œ: 'oe', þ: 'th' });

const replacing = (pairs: [string, string][], text: string): string =>
  pairs.reduce((inner, [from, to]) => `replace(${inner}, '${from}', '${to}')`, text);

const WITHOUT_CASE_AND_ACCENTS = replacing(
  PLAIN_LETTERS,
  `translate(lower(regexp_replace(normalize(value, NFKD), '[\\u0300-\\u036f\\u3099\\u309a]', '', 'g') COLLATE "und-x-icu"), 'øđðłı', 'oddli')`,
);

const FUNCTIONS = `
  -- A text without case and accents.
  CREATE FUNCTION plain_text(value text) RETURNS text LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN ${WITHOUT_CASE_AND_ACCENTS};

  -- The words of a text without case and accents. PostgreSQL refuses lexemes of more than 2,046 bytes.
  CREATE FUNCTION search_words(value text) RETURNS text[] LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  BEGIN ATOMIC
    SELECT coalesce(array_agg(left(word, 64)), '{}')
      FROM regexp_split_to_table(plain_text(value) COLLATE "und-x-icu", '[^[:alnum:]]+') AS word
     WHERE word <> '';
  END;

  -- What an order is found by: words, and the address as a whole, so that sam@example.com finds one buyer and not every
  -- Sam with a mailbox at example.com.
  CREATE FUNCTION order_words(words text, email text) RETURNS tsvector LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
    RETURN array_to_tsvector(array_remove(search_words(words || ' ' || email) || left(plain_text(email), 254), ''));

  -- Finds orders in which every word of the value begins a word, and every address, or its beginning up to behind the @,
  -- begins the address; null if the value has neither.
  CREATE FUNCTION order_query(value text) RETURNS tsquery LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  BEGIN ATOMIC
    SELECT string_agg('''' || replace(replace(lexeme, '\\', '\\\\'), '''', '''''') || ''':*', ' & ')::tsquery
      FROM regexp_split_to_table(value, '\\s+') AS part,
           regexp_replace(part, '^#', '') AS token,
           unnest(CASE WHEN token ~ '^[^@]+@' THEN ARRAY[left(plain_text(token), 254)] ELSE search_words(token) END) AS lexeme;
  END`;

/** One has nothing to find any more, one gets more columns. */
const REPLACED = ['shop_order_without_words', 'shop_order_newest'];

/**
 * What was sold is read from the orders themselves, in the order of their time: items get the time of their order and
 * what the items before them cost, and an address its first paid order. The words of an order are generated.
 *
 * Not for a rolling update: the version before writes `search` itself and reads the sums.
 */
export class SalesFromOrders1795460000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    // a database of an earlier version has them
    await runner.query(`
      DROP TRIGGER IF EXISTS sale_before ON shop_order;
      DROP TRIGGER IF EXISTS sale_after ON shop_order;
      DROP FUNCTION IF EXISTS enter_sale, recount_sales;
      DROP VIEW IF EXISTS sale_figure, sale_order, sale_item, sale;
      DROP TABLE IF EXISTS sales_entry, sales_day, sales_month;
    `);
    await runner.query(FUNCTIONS);
    // every row changes: indexes are quicker made anew than row by row
    const indexes = (await runner.query(
      `SELECT indexname AS name, indexdef AS definition FROM pg_indexes
       WHERE schemaname = 'public' AND tablename IN ('shop_order', 'order_item') AND indexname NOT LIKE 'PK%'`,
    )) as { name: string; definition: string }[];
    await runner.query(`DROP INDEX ${indexes.map(({ name }) => name).join(', ')}`);
    await runner.query(`
      ALTER TABLE order_item ADD COLUMN ordered_at timestamptz(3), ADD COLUMN before_cents integer;
      UPDATE order_item SET ordered_at = known.created_at, before_cents = known.before
        FROM (
          SELECT item.id, created_at,
            sum(price_cents * quantity) OVER (PARTITION BY order_id ORDER BY position, item.id) - price_cents * quantity AS before
          FROM order_item item JOIN shop_order ON shop_order.id = order_id
        ) AS known
        WHERE known.id = order_item.id;
      ALTER TABLE order_item ALTER COLUMN ordered_at SET NOT NULL, ALTER COLUMN before_cents SET NOT NULL;

      ALTER TABLE shop_order ADD COLUMN item_titles text NOT NULL DEFAULT '';
      UPDATE shop_order SET item_titles = known.titles
        FROM (SELECT order_id, string_agg(title, ' ' ORDER BY position) AS titles FROM order_item GROUP BY order_id) AS known
        WHERE order_id = shop_order.id;
      ALTER TABLE shop_order
        DROP COLUMN search,
        ADD COLUMN search tsvector NOT NULL GENERATED ALWAYS AS (order_words(
          first_name || ' ' || last_name || ' ' || right(id::text, 8) || ' ' || item_titles, email)) STORED;
    `);
    for (const { definition } of indexes.filter(({ name }) => !REPLACED.includes(name))) await runner.query(definition);
    await runner.query(`
      CREATE INDEX order_item_sold ON order_item (ordered_at, order_id)
        INCLUDE (before_cents, quantity, price_cents, crystal_type, tier, location);
      CREATE INDEX shop_order_newest ON shop_order (created_at, id)
        INCLUDE (payment_state, discount_cents, total_cents, refunded_cents);

      CREATE TABLE first_paid_order (
        email text NOT NULL,
        order_id uuid NOT NULL,
        ordered_at timestamptz(3) NOT NULL,
        CONSTRAINT "PK_first_paid_order" PRIMARY KEY (email)
      );
      INSERT INTO first_paid_order (email, order_id, ordered_at)
        SELECT DISTINCT ON (email) email, id, created_at FROM shop_order
        WHERE payment_state = 'captured' ORDER BY email, created_at, id;
      CREATE INDEX first_paid_order_by_time ON first_paid_order (ordered_at, order_id);
      ANALYZE shop_order, order_item, first_paid_order;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE first_paid_order;
      DROP INDEX shop_order_newest, order_item_sold;
      ALTER TABLE shop_order ALTER COLUMN search DROP EXPRESSION, ALTER COLUMN search DROP NOT NULL, DROP COLUMN item_titles;
      ALTER TABLE order_item DROP COLUMN ordered_at, DROP COLUMN before_cents;
      DROP FUNCTION order_query, order_words, search_words, plain_text;
      CREATE INDEX shop_order_newest ON shop_order (created_at, id);
      CREATE INDEX shop_order_without_words ON shop_order (id) WHERE search IS NULL;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

const COLUMNS = `
  ALTER TABLE order_item ADD COLUMN IF NOT EXISTS tier text;
  ALTER TABLE shop_order ADD COLUMN IF NOT EXISTS refunded_cents integer NOT NULL DEFAULT 0`;

/** Sums of days and of months, and what is not in them yet: a payment adds entries, so that payments never wait for each other's sums. */
const TABLES = `
  CREATE TABLE IF NOT EXISTS sales_day (
    kind text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    orders integer NOT NULL,
    stones integer NOT NULL,
    cents bigint NOT NULL,
    CONSTRAINT "PK_sales_day" PRIMARY KEY (kind, day, value)
  );
  CREATE TABLE IF NOT EXISTS sales_month (
    kind text NOT NULL,
    month date NOT NULL,
    value text NOT NULL,
    orders integer NOT NULL,
    stones integer NOT NULL,
    cents bigint NOT NULL,
    CONSTRAINT "PK_sales_month" PRIMARY KEY (kind, month, value)
  );
  CREATE TABLE IF NOT EXISTS sales_entry (
    id bigint GENERATED ALWAYS AS IDENTITY,
    kind text NOT NULL,
    day date NOT NULL,
    value text NOT NULL,
    orders integer NOT NULL,
    stones integer NOT NULL,
    cents bigint NOT NULL,
    CONSTRAINT "PK_sales_entry" PRIMARY KEY (id)
  )`;

/** The rule, once: everything else adds up what stands here. Money of an order is shared among its items to the cent. */
const VIEWS = `
  CREATE OR REPLACE VIEW sale AS
    SELECT id AS order_id, email, created_at, (created_at AT TIME ZONE 'America/Chicago')::date AS day,
      (total_cents - refunded_cents)::bigint AS cents
    FROM shop_order WHERE payment_state = 'captured' AND refunded_cents < total_cents;

  CREATE OR REPLACE VIEW sale_item AS
    SELECT sale.order_id, sale.day, item.crystal_type, coalesce(item.tier, 'unknown') AS tier, item.location,
      (ARRAY[0, 2500, 5000, 10000, 25000, 50000])
        [1 + width_bucket(item.price_cents, ARRAY[2500, 5000, 10000, 25000, 50000])]::text AS band,
      item.quantity AS stones,
      (div(sale.cents * item.running, item.whole) - div(sale.cents * (item.running - item.own), item.whole))::bigint
        AS cents
    FROM sale
    JOIN (
      SELECT order_id, crystal_type, tier, location, price_cents, quantity, price_cents::numeric * quantity AS own,
        sum(price_cents::numeric * quantity) OVER (PARTITION BY order_id ORDER BY position, id) AS running,
        sum(price_cents::numeric * quantity) OVER (PARTITION BY order_id) AS whole
      FROM order_item
    ) item ON item.order_id = sale.order_id;

  CREATE OR REPLACE VIEW sale_order AS
    SELECT sale.order_id, figure.kind, sale.day, figure.value, 1 AS orders, sale.stones, sale.cents
    FROM (
      SELECT sale.*,
        (SELECT coalesce(sum(quantity), 0)::int FROM order_item WHERE order_item.order_id = sale.order_id) AS stones,
        EXISTS (SELECT FROM shop_order earlier
          WHERE earlier.email = sale.email AND earlier.payment_state = 'captured'
            AND (earlier.created_at, earlier.id) < (sale.created_at, sale.order_id)) AS returns
      FROM sale
    ) sale,
    LATERAL (VALUES ('all', ''), ('buyer', CASE WHEN sale.returns THEN 'returning' ELSE 'first' END))
      AS figure (kind, value);

  CREATE OR REPLACE VIEW sale_figure AS
    SELECT order_id, kind, day, value, orders, stones, cents FROM sale_order
    UNION ALL
    SELECT item.order_id, figure.kind, item.day, figure.value, 0, item.stones, item.cents
    FROM sale_item item,
    LATERAL (VALUES ('crystal-type', item.crystal_type), ('tier', item.tier), ('location', item.location),
      ('price-band', item.band)) AS figure (kind, value)`;

/**
 * Whatever version of the service, or whoever else, makes an order paid, refunded or another one's: its old figures
 * are taken out before the change and its new ones put in after it, and with them which of its buyer's orders was the
 * first. One buyer's orders go one after the other. One order a statement; the shop changes no more.
 * A payment is never refused for its figures: where they cannot be kept, the audit finds it and recount_sales() mends it.
 */
const TRIGGERS = `
  CREATE OR REPLACE FUNCTION enter_sale() RETURNS trigger LANGUAGE plpgsql AS $$
  DECLARE
    sign integer := CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END;
    buyers text[] := ARRAY(SELECT DISTINCT unnest(ARRAY[OLD.email, NEW.email]) AS buyer ORDER BY buyer);
    firsts uuid[];
  BEGIN
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(buyer, 7340118)) FROM unnest(buyers) AS buyer;
      firsts := ARRAY(
        SELECT (SELECT id FROM shop_order
          WHERE email = buyer AND payment_state = 'captured' AND id <> NEW.id ORDER BY created_at, id LIMIT 1)
        FROM unnest(buyers) AS buyer);
      INSERT INTO sales_entry (kind, day, value, orders, stones, cents)
        SELECT kind, day, value, sign * orders, sign * stones, sign * cents FROM sale_figure WHERE order_id = NEW.id;
      INSERT INTO sales_entry (kind, day, value, orders, stones, cents)
        SELECT kind, day, value, sign * orders, sign * stones, sign * cents FROM sale_order
        WHERE order_id = ANY(firsts) AND kind = 'buyer';
    EXCEPTION WHEN OTHERS THEN
      RAISE WARNING 'order % is not in the figures of sales: %', NEW.id, SQLERRM;
    END;
    RETURN NEW;
  END $$;

  CREATE OR REPLACE TRIGGER sale_before
    BEFORE UPDATE OF payment_state, email, created_at, total_cents, refunded_cents ON shop_order
    FOR EACH ROW WHEN (
      (OLD.payment_state = 'captured' OR NEW.payment_state = 'captured') AND
      (OLD.payment_state, OLD.email, OLD.created_at, OLD.total_cents, OLD.refunded_cents) IS DISTINCT FROM
      (NEW.payment_state, NEW.email, NEW.created_at, NEW.total_cents, NEW.refunded_cents))
    EXECUTE FUNCTION enter_sale();
  CREATE OR REPLACE TRIGGER sale_after
    AFTER UPDATE OF payment_state, email, created_at, total_cents, refunded_cents ON shop_order
    FOR EACH ROW WHEN (
      (OLD.payment_state = 'captured' OR NEW.payment_state = 'captured') AND
      (OLD.payment_state, OLD.email, OLD.created_at, OLD.total_cents, OLD.refunded_cents) IS DISTINCT FROM
      (NEW.payment_state, NEW.email, NEW.created_at, NEW.total_cents, NEW.refunded_cents))
    EXECUTE FUNCTION enter_sale()`;

/**
 * The sums anew, from the orders. What one statement sees is one moment: what is entered already is taken off, since it
 * will be added. The lock is that of the keeper who adds it (sales-keeper.ts).
 */
const RECOUNT = `
  CREATE OR REPLACE FUNCTION recount_sales() RETURNS void LANGUAGE plpgsql AS $$
  BEGIN
    PERFORM pg_advisory_xact_lock(7340119);
    DELETE FROM sales_day;
    DELETE FROM sales_month;
    INSERT INTO sales_day (kind, day, value, orders, stones, cents)
      SELECT kind, day, value, sum(orders), sum(stones), sum(cents)
      FROM (
        SELECT kind, day, value, orders, stones, cents FROM sale_figure
        UNION ALL SELECT kind, day, value, -orders, -stones, -cents FROM sales_entry
      ) AS counted
      GROUP BY kind, day, value
      HAVING (sum(orders), sum(stones), sum(cents)) <> (0, 0, 0);
    INSERT INTO sales_month (kind, month, value, orders, stones, cents)
      SELECT kind, date_trunc('month', day::timestamp), value, sum(orders), sum(stones), sum(cents)
      FROM sales_day GROUP BY 1, 2, 3;
  END $$`;

/**
 * Sales by day. Not one transaction: from the triggers on every payment is entered, so that the orders paid before can
 * be counted while the shop goes on. Each step may be repeated where an earlier run broke off.
 */
export class SalesByDay1795320000000 implements MigrationInterface {
  readonly transaction = false;

  async up(runner: QueryRunner): Promise<void> {
    for (const step of [COLUMNS, TABLES, VIEWS, RECOUNT, TRIGGERS]) await runner.query(step);
    await runner.query('SELECT recount_sales()');
    await runner.query('ANALYZE sales_day, sales_month');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TRIGGER sale_before ON shop_order;
      DROP TRIGGER sale_after ON shop_order;
      DROP FUNCTION enter_sale, recount_sales;
      DROP VIEW sale_figure, sale_order, sale_item, sale;
      DROP TABLE sales_entry, sales_day, sales_month;
      ALTER TABLE shop_order DROP COLUMN refunded_cents;
      ALTER TABLE order_item DROP COLUMN tier;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * What `enter_sale` does, without looking where nothing can be: an order that is not captured has no figures to take out
 * or put in, and a buyer without another paid order has none whose being the first may change. Nearly every payment is
 * such a one: of its four statements one is left.
 */
const ENTER_SALE = `
  CREATE OR REPLACE FUNCTION enter_sale() RETURNS trigger LANGUAGE plpgsql SET plan_cache_mode = force_generic_plan AS $$
  DECLARE
    sign integer := CASE TG_WHEN WHEN 'BEFORE' THEN -1 ELSE 1 END;
    state text := CASE TG_WHEN WHEN 'BEFORE' THEN OLD.payment_state ELSE NEW.payment_state END;
    buyers text[] := ARRAY(SELECT DISTINCT unnest(ARRAY[OLD.email, NEW.email]) AS buyer ORDER BY buyer);
    firsts uuid[];
  BEGIN
    BEGIN
      PERFORM pg_advisory_xact_lock(hashtextextended(buyer, 7340118)) FROM unnest(buyers) AS buyer;
      firsts := array_remove(ARRAY(
        SELECT (SELECT id FROM shop_order
          WHERE email = buyer AND payment_state = 'captured' AND id <> NEW.id ORDER BY created_at, id LIMIT 1)
        FROM unnest(buyers) AS buyer), NULL);
      IF state = 'captured' THEN
        INSERT INTO sales_entry (kind, day, value, orders, stones, cents)
          SELECT kind, day, value, sign * orders, sign * stones, sign * cents FROM sale_figure WHERE order_id = NEW.id;
      END IF;
      IF cardinality(firsts) > 0 THEN
        INSERT INTO sales_entry (kind, day, value, orders, stones, cents)
          SELECT kind, day, value, sign * orders, sign * stones, sign * cents FROM sale_order
          WHERE order_id = ANY(firsts) AND kind = 'buyer';
      END IF;
    EXCEPTION WHEN OTHERS THEN
      RAISE WARNING 'order % is not in the figures of sales: %', NEW.id, SQLERRM;
    END;
    RETURN NEW;
  END $$`;

export class SalesOfThePaid1795370000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(ENTER_SALE);
  }

  /** The function of before does the same with more statements: it is left. */
  async down(): Promise<void> {
    // nothing to take back
  }
}

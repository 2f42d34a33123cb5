import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateCatalog1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE geode (
        id uuid NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        price_cents integer NOT NULL,
        size text NOT NULL,
        size_inches double precision,
        location text NOT NULL,
        crystal_type text NOT NULL,
        image_urls text[] NOT NULL DEFAULT '{}',
        tier text NOT NULL DEFAULT '',
        category text NOT NULL DEFAULT 'individual',
        is_featured boolean NOT NULL DEFAULT false,
        units_available integer NOT NULL,
        units_reserved integer NOT NULL DEFAULT 0,
        units_sold integer NOT NULL DEFAULT 0,
        origin text NOT NULL DEFAULT 'owner',
        search tsvector NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        stock_changed_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT geode_pkey PRIMARY KEY (id),
        CONSTRAINT geode_price CHECK (price_cents > 0),
        CONSTRAINT geode_units_available CHECK (units_available >= 0),
        CONSTRAINT geode_units_reserved CHECK (units_reserved >= 0),
        CONSTRAINT geode_units_sold CHECK (units_sold >= 0),
        CONSTRAINT geode_stock_changed_at CHECK (stock_changed_at <= updated_at),
        CONSTRAINT geode_origin CHECK (origin IN ('owner', 'demo'))
      );
      CREATE INDEX geode_by_age ON geode (created_at, id);
      CREATE INDEX geode_unsold_by_age ON geode (created_at, id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_by_price ON geode (price_cents, id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_unsold_by_id ON geode (id) WHERE units_available + units_reserved > 0;
      CREATE INDEX geode_featured_by_age ON geode (created_at, id)
        WHERE is_featured AND units_available + units_reserved > 0;
      CREATE INDEX geode_search ON geode USING gin (search);

      CREATE TABLE reservation (
        id uuid NOT NULL,
        geode_id uuid NOT NULL,
        order_id uuid NOT NULL,
        unit_no integer NOT NULL,
        state text NOT NULL,
        snapshot json NOT NULL,
        expires_at timestamptz(3),
        archived_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT reservation_pkey PRIMARY KEY (id),
        CONSTRAINT reservation_order_geode UNIQUE (order_id, geode_id),
        CONSTRAINT reservation_state CHECK (state IN ('held', 'reserved', 'sold', 'released')),
        CONSTRAINT reservation_unit_no CHECK (unit_no > 0),
        CONSTRAINT reservation_geode FOREIGN KEY (geode_id) REFERENCES geode (id) ON DELETE RESTRICT
      );
      CREATE UNIQUE INDEX reservation_unit_taken ON reservation (geode_id, unit_no)
        WHERE state IN ('held', 'reserved', 'sold');

      CREATE TABLE order_release (
        order_id uuid NOT NULL,
        released_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT order_release_pkey PRIMARY KEY (order_id)
      );

      CREATE TABLE handled_fact (
        event_id uuid NOT NULL,
        type text NOT NULL,
        handled_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT handled_fact_pkey PRIMARY KEY (event_id)
      );

      CREATE TABLE showcase_item (
        id uuid NOT NULL,
        title text NOT NULL,
        description text NOT NULL,
        images text[] NOT NULL DEFAULT '{}',
        video_url text,
        tier text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT showcase_item_pkey PRIMARY KEY (id)
      );
      CREATE INDEX showcase_item_by_age ON showcase_item (created_at, id);
    `);
    await this.balanceTheBooks(runner);
  }

  /**
   * When a transaction ends, a geode's counters must be what its reservation rows say. Together with the checks that no
   * counter is below zero this leaves no way to take a unit that is not there, not even by hand.
   */
  private async balanceTheBooks(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE FUNCTION check_stock_balances() RETURNS trigger LANGUAGE plpgsql AS $$
      DECLARE
        checked uuid;
      BEGIN
        IF TG_TABLE_NAME = 'geode' THEN checked := NEW.id;
        ELSIF TG_OP = 'DELETE' THEN checked := OLD.geode_id;
        ELSE checked := NEW.geode_id;
        END IF;
        IF EXISTS (
          SELECT FROM geode
           WHERE id = checked
             AND (units_reserved, units_sold) <>
                 (SELECT count(*) FILTER (WHERE state IN ('held', 'reserved')), count(*) FILTER (WHERE state = 'sold')
                    FROM reservation WHERE geode_id = checked AND state IN ('held', 'reserved', 'sold'))
        ) THEN
          RAISE EXCEPTION 'the stock of geode % is not what its reservations say', checked
            USING ERRCODE = 'check_violation', CONSTRAINT = 'stock_balances';
        END IF;
        RETURN NULL;
      END $$;
      CREATE CONSTRAINT TRIGGER stock_balances
        AFTER INSERT OR DELETE OR UPDATE OF geode_id, state ON reservation DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION check_stock_balances();
      CREATE CONSTRAINT TRIGGER stock_balances
        AFTER INSERT OR UPDATE OF units_reserved, units_sold ON geode DEFERRABLE INITIALLY DEFERRED
        FOR EACH ROW EXECUTE FUNCTION check_stock_balances();
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP TABLE reservation, geode, order_release, handled_fact, showcase_item;
      DROP FUNCTION check_stock_balances;
    `);
  }
}

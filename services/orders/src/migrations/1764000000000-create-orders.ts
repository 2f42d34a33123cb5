import type { MigrationInterface, QueryRunner } from 'typeorm';

export class CreateOrders1764000000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE checkout_attempt (
        order_id uuid NOT NULL,
        key text NOT NULL,
        fingerprint text NOT NULL,
        state text NOT NULL,
        payment_attempt_id uuid NOT NULL,
        request jsonb NOT NULL,
        lines jsonb,
        discount_cents integer,
        total_cents integer,
        refusal jsonb,
        lease_token uuid,
        lease_until timestamptz(3) NOT NULL,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT "PK_checkout_attempt" PRIMARY KEY (order_id)
      );
      CREATE UNIQUE INDEX checkout_attempt_key ON checkout_attempt (key);
      CREATE UNIQUE INDEX checkout_attempt_payment ON checkout_attempt (payment_attempt_id);
      CREATE INDEX checkout_attempt_open ON checkout_attempt (lease_until) WHERE state NOT IN ('paid', 'refused');

      CREATE TABLE discount_claim (
        email text NOT NULL,
        order_id uuid NOT NULL,
        CONSTRAINT "PK_discount_claim" PRIMARY KEY (email)
      );
      CREATE UNIQUE INDEX discount_claim_order ON discount_claim (order_id);

      CREATE TABLE shop_order (
        id uuid NOT NULL,
        status text NOT NULL,
        payment_state text NOT NULL,
        email text NOT NULL,
        first_name text NOT NULL,
        last_name text NOT NULL,
        address text NOT NULL,
        city text NOT NULL,
        state text NOT NULL,
        zip_code text NOT NULL,
        phone text,
        discount_cents integer NOT NULL,
        total_cents integer NOT NULL,
        payment_attempt_id uuid NOT NULL,
        square_payment_id text,
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        archived_at timestamptz(3),
        CONSTRAINT "PK_shop_order" PRIMARY KEY (id),
        CONSTRAINT shop_order_total CHECK (total_cents >= 0 AND discount_cents >= 0),
        CONSTRAINT shop_order_captured CHECK (payment_state <> 'captured' OR square_payment_id IS NOT NULL),
        CONSTRAINT shop_order_cancelled CHECK ((payment_state = 'cancelled') = (status = 'cancelled'))
      );
      CREATE INDEX shop_order_newest ON shop_order (created_at, id);
      CREATE INDEX shop_order_email ON shop_order (email, created_at);
      CREATE UNIQUE INDEX shop_order_payment ON shop_order (payment_attempt_id);

      CREATE TABLE order_item (
        id uuid NOT NULL,
        order_id uuid NOT NULL,
        geode_id uuid NOT NULL,
        position integer NOT NULL,
        title text NOT NULL,
        size text NOT NULL,
        location text NOT NULL,
        crystal_type text NOT NULL,
        image_urls text[] NOT NULL,
        quantity integer NOT NULL,
        price_cents integer NOT NULL,
        CONSTRAINT "PK_order_item" PRIMARY KEY (id),
        CONSTRAINT order_item_order FOREIGN KEY (order_id) REFERENCES shop_order (id) ON DELETE CASCADE
      );
      CREATE UNIQUE INDEX order_item_line ON order_item (order_id, geode_id);
      CREATE INDEX order_item_geode ON order_item (geode_id);

      CREATE TABLE outbox (
        id uuid NOT NULL,
        type text NOT NULL,
        order_id uuid NOT NULL,
        enqueue_count integer NOT NULL DEFAULT 0,
        enqueue_after timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        done_at timestamptz(3),
        CONSTRAINT "PK_outbox" PRIMARY KEY (id)
      );
      CREATE UNIQUE INDEX outbox_fact ON outbox (order_id, type);
      CREATE INDEX outbox_waiting ON outbox (created_at) WHERE done_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE outbox, order_item, shop_order, discount_claim, checkout_attempt');
  }
}

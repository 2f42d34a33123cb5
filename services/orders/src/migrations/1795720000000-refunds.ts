import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Refunds1795720000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE shop_order DROP CONSTRAINT shop_order_cancelled');
    await runner.query(`
      ALTER TABLE shop_order ADD CONSTRAINT shop_order_cancelled CHECK (payment_state <> 'cancelled' OR status = 'cancelled')
    `);
    await runner.query(`
      CREATE TABLE order_refund (
        id uuid CONSTRAINT order_refund_pkey PRIMARY KEY,
        order_id uuid NOT NULL,
        idempotency_key text,
        square_refund_id text,
        amount_cents integer NOT NULL,
        reason text,
        restock uuid[] NOT NULL DEFAULT '{}',
        state text NOT NULL,
        message text,
        tries integer NOT NULL DEFAULT 0,
        next_try_at timestamptz(3) NOT NULL DEFAULT now(),
        returned_at timestamptz(3),
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        updated_at timestamptz(3) NOT NULL DEFAULT now(),
        CONSTRAINT order_refund_amount CHECK (amount_cents > 0),
        CONSTRAINT order_refund_state CHECK (state IN ('requested', 'pending', 'completed', 'failed')),
        CONSTRAINT order_refund_square CHECK (state IN ('requested', 'failed') OR square_refund_id IS NOT NULL)
      )
    `);
    await runner.query('CREATE UNIQUE INDEX order_refund_key ON order_refund (idempotency_key)');
    await runner.query('CREATE UNIQUE INDEX order_refund_at_square ON order_refund (square_refund_id)');
    await runner.query('CREATE INDEX order_refund_of_order ON order_refund (order_id)');
    await runner.query(`
      CREATE INDEX order_refund_open ON order_refund (next_try_at)
      WHERE idempotency_key IS NOT NULL AND (state IN ('requested', 'pending')
        OR (state = 'completed' AND restock <> '{}' AND returned_at IS NULL))
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE order_refund');
    await runner.query(
      "UPDATE shop_order SET status = 'paid' WHERE status = 'cancelled' AND payment_state = 'captured'",
    );
    await runner.query('ALTER TABLE shop_order DROP CONSTRAINT shop_order_cancelled');
    await runner.query(`
      ALTER TABLE shop_order
      ADD CONSTRAINT shop_order_cancelled CHECK ((payment_state = 'cancelled') = (status = 'cancelled'))
    `);
  }
}

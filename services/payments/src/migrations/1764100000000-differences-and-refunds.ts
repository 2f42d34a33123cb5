import type { MigrationInterface, QueryRunner } from 'typeorm';

export class DifferencesAndRefunds1764100000000 implements MigrationInterface {
  name = 'DifferencesAndRefunds1764100000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE difference (
        id uuid NOT NULL DEFAULT gen_random_uuid() CONSTRAINT difference_pkey PRIMARY KEY,
        kind text NOT NULL,
        subject text NOT NULL,
        square_payment_id text NOT NULL,
        attempt_id uuid NOT NULL,
        order_id uuid,
        amount_cents integer NOT NULL,
        currency text NOT NULL,
        expected_cents integer,
        note text,
        state text NOT NULL CONSTRAINT difference_state_known CHECK (state IN ('open', 'seen', 'mended')),
        seen_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE UNIQUE INDEX difference_subject ON difference (subject, kind)');
    await runner.query('CREATE INDEX difference_seen_at ON difference (seen_at)');
    await runner.query(`CREATE INDEX difference_open ON difference (square_payment_id) WHERE state = 'open'`);
    await runner.query(`
      CREATE TABLE comparison (
        span text NOT NULL CONSTRAINT comparison_pkey PRIMARY KEY,
        ended_at timestamptz NOT NULL
      )`);
    await runner.query('ALTER TABLE payment ADD COLUMN order_id uuid');
    await runner.query('CREATE INDEX payment_order_id ON payment (order_id)');
    await runner.query('ALTER TABLE refund ADD COLUMN square_payment_id text, ADD COLUMN created_at timestamptz');
    // a refund's id begins with the id of its payment: developer.squareup.com/docs/payments-api/refund-payments
    await runner.query(`
      UPDATE refund SET created_at = updated_at, square_payment_id =
        coalesce((SELECT square_payment_id FROM payment WHERE payment.id = payment_id), split_part(id, '_', 1))`);
    await runner.query(
      'ALTER TABLE refund ALTER COLUMN square_payment_id SET NOT NULL, ALTER COLUMN created_at SET NOT NULL',
    );
    await runner.query('CREATE INDEX refund_square_payment_id ON refund (square_payment_id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refund_square_payment_id');
    await runner.query('ALTER TABLE refund DROP COLUMN square_payment_id, DROP COLUMN created_at');
    await runner.query('ALTER TABLE payment DROP COLUMN order_id');
    await runner.query('DROP TABLE comparison');
    await runner.query('DROP TABLE difference');
  }
}

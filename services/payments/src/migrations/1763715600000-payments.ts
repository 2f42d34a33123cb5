import type { MigrationInterface, QueryRunner } from 'typeorm';

export class Payments1763715600000 implements MigrationInterface {
  name = 'Payments1763715600000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE payment (
        id uuid NOT NULL CONSTRAINT payment_pkey PRIMARY KEY,
        amount_cents integer CONSTRAINT payment_amount_positive CHECK (amount_cents > 0),
        state text NOT NULL CONSTRAINT payment_state_known CHECK (state IN
          ('authorising', 'authorised', 'declined', 'capturing', 'captured', 'voiding', 'voided', 'refunded')),
        square_payment_id text,
        request jsonb,
        decline_code text,
        decline_message text,
        authorise_started_at timestamptz,
        sweep_after timestamptz,
        sweeps integer NOT NULL DEFAULT 0,
        created_at timestamptz NOT NULL DEFAULT now(),
        updated_at timestamptz NOT NULL DEFAULT now(),
        version integer NOT NULL,
        CONSTRAINT payment_taken_has_square_id
          CHECK (state NOT IN ('authorised', 'capturing', 'captured') OR square_payment_id IS NOT NULL)
      )`);
    await runner.query('CREATE UNIQUE INDEX payment_square_payment_id ON payment (square_payment_id)');
    await runner.query(
      `CREATE INDEX payment_unsettled ON payment (state, updated_at) WHERE state IN ('authorising', 'voiding')`,
    );
    await runner.query('CREATE INDEX payment_created_at ON payment (created_at)');
    await runner.query(`
      CREATE TABLE refund (
        id text NOT NULL CONSTRAINT refund_pkey PRIMARY KEY,
        payment_id uuid NOT NULL CONSTRAINT refund_payment_fkey REFERENCES payment (id),
        amount_cents integer NOT NULL,
        status text NOT NULL,
        updated_at timestamptz NOT NULL
      )`);
    await runner.query('CREATE INDEX refund_payment_id ON refund (payment_id)');
    await runner.query(`
      CREATE TABLE webhook_event (
        event_id text NOT NULL CONSTRAINT webhook_event_pkey PRIMARY KEY,
        received_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX webhook_event_received_at ON webhook_event (received_at)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_event');
    await runner.query('DROP TABLE refund');
    await runner.query('DROP TABLE payment');
  }
}

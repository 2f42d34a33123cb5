import type { MigrationInterface, QueryRunner } from 'typeorm';

export class LettersAndTracking1795700000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE shop_order ADD COLUMN carrier text, ADD COLUMN tracking_number text
    `);
    await runner.query(`
      CREATE TABLE letter (
        id uuid CONSTRAINT letter_pkey PRIMARY KEY,
        kind text NOT NULL,
        subject_id text NOT NULL,
        order_id uuid,
        question jsonb,
        state text NOT NULL DEFAULT 'waiting',
        created_at timestamptz(3) NOT NULL DEFAULT now(),
        tries integer NOT NULL DEFAULT 0,
        next_try_at timestamptz(3) NOT NULL DEFAULT now(),
        last_error text,
        sent_at timestamptz(3),
        CONSTRAINT letter_state CHECK (state IN ('waiting', 'sent', 'failed', 'off'))
      )
    `);
    await runner.query('CREATE UNIQUE INDEX letter_once ON letter (kind, subject_id)');
    await runner.query('CREATE INDEX letter_order ON letter (order_id)');
    await runner.query("CREATE INDEX letter_due ON letter (next_try_at) WHERE state = 'waiting'");
    await runner.query("CREATE INDEX letter_unsent ON letter (state, created_at) WHERE state <> 'sent'");
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE letter');
    await runner.query('ALTER TABLE shop_order DROP COLUMN carrier, DROP COLUMN tracking_number');
  }
}

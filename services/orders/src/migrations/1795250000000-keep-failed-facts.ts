import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Facts that the catalogue refuses are kept for the operator, with what was wrong and what he decided. */
export class KeepFailedFacts1795250000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      ALTER TABLE outbox
        ADD failures integer NOT NULL DEFAULT 0,
        ADD last_error text,
        ADD last_failed_at timestamptz(3),
        ADD failed_at timestamptz(3),
        ADD dropped_at timestamptz(3),
        ADD dropped_by text,
        ADD dropped_reason text,
        ADD CONSTRAINT outbox_failed CHECK (failed_at IS NULL OR (done_at IS NULL AND dropped_at IS NULL)),
        ADD CONSTRAINT outbox_dropped CHECK (num_nonnulls(dropped_at, dropped_by, dropped_reason) IN (0, 3));
      DROP INDEX outbox_waiting;
      CREATE INDEX outbox_open ON outbox (created_at) WHERE done_at IS NULL AND dropped_at IS NULL;
    `);
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      DROP INDEX outbox_open;
      CREATE INDEX outbox_waiting ON outbox (created_at) WHERE done_at IS NULL;
      ALTER TABLE outbox DROP failures, DROP last_error, DROP last_failed_at, DROP failed_at, DROP dropped_at,
        DROP dropped_by, DROP dropped_reason;
    `);
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** A fact knows the trace of the purchase that made it true. */
export class TraceFacts1795350000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox ADD COLUMN IF NOT EXISTS traceparent text');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE outbox DROP COLUMN traceparent');
  }
}

import type { MigrationInterface, QueryRunner } from 'typeorm';

/** Orders asks which payments got refunds since it last asked. */
export class NoteRefunds1795320000000 implements MigrationInterface {
  name = 'NoteRefunds1795320000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('ALTER TABLE refund ADD COLUMN noted_at timestamptz(3) NOT NULL DEFAULT clock_timestamp()');
    await runner.query('CREATE INDEX refund_noted_at ON refund (noted_at, id)');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query('DROP INDEX refund_noted_at');
    await runner.query('ALTER TABLE refund DROP COLUMN noted_at');
  }
}

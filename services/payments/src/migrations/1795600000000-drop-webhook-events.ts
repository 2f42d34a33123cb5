import type { MigrationInterface, QueryRunner } from 'typeorm';

/**
 * A repeated webhook only repeats a read. The version before writes a row for each webhook, so it refuses them while both
 * run; reconciliation finds what they told.
 */
export class DropWebhookEvents1795600000000 implements MigrationInterface {
  name = 'DropWebhookEvents1795600000000';

  async up(runner: QueryRunner): Promise<void> {
    await runner.query('DROP TABLE webhook_event');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE webhook_event (
        event_id text NOT NULL CONSTRAINT webhook_event_pkey PRIMARY KEY,
        received_at timestamptz NOT NULL DEFAULT now()
      )`);
    await runner.query('CREATE INDEX webhook_event_received_at ON webhook_event (received_at)');
  }
}

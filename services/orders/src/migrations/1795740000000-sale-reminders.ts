import type { MigrationInterface, QueryRunner } from 'typeorm';

export class SaleReminders1795740000000 implements MigrationInterface {
  async up(runner: QueryRunner): Promise<void> {
    await runner.query(`
      CREATE TABLE sale_reminder (
        id uuid CONSTRAINT sale_reminder_pkey PRIMARY KEY,
        geode_id uuid NOT NULL,
        email text NOT NULL,
        asked_at timestamptz(3) NOT NULL DEFAULT now(),
        lettered_at timestamptz(3)
      )
    `);
    await runner.query('CREATE UNIQUE INDEX sale_reminder_once ON sale_reminder (email, geode_id)');
    await runner.query('CREATE INDEX sale_reminder_open ON sale_reminder (geode_id) WHERE lettered_at IS NULL');
    await runner.query(`
      ALTER TABLE letter ADD COLUMN reminder_id uuid
        CONSTRAINT letter_of_reminder REFERENCES sale_reminder (id) ON DELETE CASCADE
    `);
    await runner.query('CREATE INDEX letter_reminder ON letter (reminder_id) WHERE reminder_id IS NOT NULL');
  }

  async down(runner: QueryRunner): Promise<void> {
    await runner.query("DELETE FROM letter WHERE kind = 'sale-reminder'");
    await runner.query('ALTER TABLE letter DROP COLUMN reminder_id');
    await runner.query('DROP TABLE sale_reminder');
  }
}
